"""Finds links of a built site that lead nowhere, and whatever a page would fetch from another host.

    check.py SITE
"""

import re
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

FETCHED = {("img", "src"), ("script", "src"), ("link", "href"), ("iframe", "src"), ("source", "src"), ("object", "data")}


class Page(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors = [], {"", "top"}
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id" or (tag == "a" and name == "name"):
                self.anchors.add(value)
            elif name in ("href", "src", "data") and value is not None and tag != "base":
                self.links.append((tag, name, value))


def faults(site):
    """A sentence for each link that leads nowhere, and for each thing that is fetched from elsewhere."""
    site = Path(site).resolve()
    pages = {path: Page(path.read_text(encoding="utf-8")) for path in sorted(site.glob("**/*.html"))}
    found = []
    for path, page in pages.items():
        name = path.relative_to(site)
        for tag, attribute, link in page.links:
            parts = urlsplit(link)
            if parts.scheme in ("data", "blob", "mailto"):
                continue
            if parts.scheme or parts.netloc:
                if (tag, attribute) in FETCHED:
                    found.append(f"{name}: <{tag} {attribute}> is fetched from {link}")
                continue
            if path.name == "404.html" and parts.path.startswith("/"):
                target = site / unquote(parts.path).lstrip("/")
            else:
                target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                found.append(f"{name}: {link} is a folder, which a browser does not open as a page")
            elif not target.is_file() or site not in target.parents:
                found.append(f"{name}: there is no {link}")
            elif target in pages and unquote(parts.fragment) not in pages[target].anchors and "gallery/" not in str(target.relative_to(site)):
                found.append(f"{name}: {link} has no such place")
    for path in site.glob("**/*.css"):
        for url in re.findall(r"url\(['\"]?([^)'\"]+)", path.read_text(encoding="utf-8")):
            if not url.startswith("data:"):
                if urlsplit(url).scheme or url.startswith("//"):
                    found.append(f"{path.relative_to(site)}: {url} is fetched")
                elif not (path.parent / urlsplit(url).path).is_file():
                    found.append(f"{path.relative_to(site)}: there is no {url}")
    return found


if __name__ == "__main__":
    wrong = faults(sys.argv[1])
    print("\n".join(wrong))
    sys.exit(1 if wrong else 0)
