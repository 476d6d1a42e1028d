"""Pages: HTML files that show a scene, its motions and their proofs, in any browser."""

import html
import json
import os
import tempfile
import warnings
from typing import Any, Iterable, Optional

from . import _core
from ._errors import ArgumentError
from ._plan import Plan, Roadmap
from ._scene import Scene


def has_viewer() -> bool:
    """True: every build has the viewer. Deprecated; it goes in the version after this one."""
    warnings.warn("every build of leeway has the viewer", DeprecationWarning, stacklevel=2)
    return True


class Page(_core.Page):
    """One HTML file that shows a scene and its motions, without a network (docs/page.md).

    report: it begins with the verdicts, and a table. covers: with the balls that cover links. near: robots
    that come nearer to each other than this (metres) are listed with the times. In a notebook it displays
    itself. It takes one call at a time.
    """

    def __new__(cls, scene: Scene, *, title: str = "Leeway", report: bool = False, covers: bool = True,
                near: float = 0.0, _viewer: Optional[bytes] = None) -> "Page":
        made: Page = _core.Page.__new__(cls, scene, title.encode("utf-8", "surrogateescape"), report, covers,
                                        near, _viewer)
        return made

    def add(self, motion: _core.Motion, verdict: Optional[_core.Verdict] = None, *, id: Any = None,
            name: Optional[str] = None, samples: int = 240, bounds: int = 60, inside: bool = True,
            links: bool = True, claims: bool = True, methods: Iterable[str] = (), **options: Any) -> "Page":
        """Adds a motion of the page's scene, with its verdict; without one it is checked.

        samples: at how many times the distance is drawn. bounds: the number of intervals in each of which
        the distance is bounded from below. inside: also the distance inside robots. links: also that of
        each link. claims: the proof. methods: show the samples and proofs of these methods. fixed_pairs:
        include the distances of pairs that the motion does not move against each other. The options of
        Scene.check hold for all checks.
        """
        if isinstance(methods, str):
            raise ArgumentError("methods takes a list of names")
        if verdict is not None and not isinstance(verdict, _core.Verdict):
            raise ArgumentError("a verdict is what Scene.check gives")
        self._add(motion, verdict, json.dumps(id), name, samples, bounds, inside, links, claims, tuple(methods),
                  options)
        return self

    def roadmap(self, roadmap: Roadmap, link: Optional[str] = None, *, robot: Optional[str] = None) -> "Page":
        """Shows a roadmap of the scene: the position of a link at each configuration, by default of the
        last link that the roadmap's first joints move."""
        self._roadmap(roadmap, robot, link)
        return self

    def html(self) -> str:
        """The page as text."""
        return b"".join(self._parts()).decode("utf-8")

    def save(self, path: Any) -> "Page":
        """Writes the page to a file atomically: to a new file that then replaces the old one."""
        target = os.fspath(path)
        descriptor, beside = tempfile.mkstemp(prefix=os.path.basename(target) + ".",
                                              dir=os.path.dirname(target) or ".")
        try:
            with os.fdopen(descriptor, "wb") as file:
                file.writelines(self._parts())
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(beside, 0o666 & ~mask)
            os.replace(beside, target)
        except BaseException:
            os.unlink(beside)
            raise
        return self

    def _repr_html_(self) -> str:
        return (f'<iframe srcdoc="{html.escape(self.html())}" style="width: 100%; height: 640px; border: 0" '
                'title="A page of leeway"></iframe>')


def show(thing: Any, path: Any = None, **options: Any) -> Page:
    """A page of a scene, a motion, a verdict on a motion, or a plan. path: a file to write it to. The
    options are those of Page.add. In a notebook it displays itself."""
    if isinstance(thing, Scene):
        page = Page(thing)
    elif isinstance(thing, _core.Motion):
        page = Page(thing.scene).add(thing, **options)
    elif isinstance(thing, Plan):
        page = Page(thing.scene).add(thing.motion(), **options)
    elif isinstance(thing, _core.Verdict):
        motion = thing.motion
        if motion is None:
            raise ArgumentError("a verdict on two configurations has no motion to show: check "
                                "scene.segment(from, to) instead")
        page = Page(thing.scene).add(motion, thing, **options)
    else:
        raise ArgumentError("show takes a scene, a motion, a verdict or a plan")
    return page if path is None else page.save(path)
