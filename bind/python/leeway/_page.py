"""Pages: HTML files that show a scene, its motions and their proofs, in any browser."""

from __future__ import annotations

import json
import os
import warnings
from typing import Iterable, Optional, Union

from . import _core
from ._build import path_text
from ._errors import ArgumentError
from ._plan import Plan, Roadmap
from ._scene import Scene
from ._types import Json, Method, PathLike


def has_viewer() -> bool:
    """True: every build has the viewer. Deprecated; it goes in the version after this one.

    Example:
        >>> import warnings
        >>> with warnings.catch_warnings():
        ...     warnings.simplefilter("ignore")
        ...     leeway.has_viewer()
        True
    """
    warnings.warn("every build of leeway has the viewer", DeprecationWarning, stacklevel=2)
    return True


class Page(_core.Page):
    """One HTML file that shows a scene and its motions, without a network (docs/page.md).

    report: it begins with the verdicts, and a table. covers: with the balls that cover links. near: robots
    that come nearer to each other than this (metres) are listed with the times. In a notebook it displays
    itself. It takes one call at a time. Errors: ArgumentError.

    Example:
        >>> page = leeway.Page(scene, title="A cell").add(motion, id="pick").save(folder / "cell.html")
    """

    def __new__(cls, scene: Scene, *, title: str = "Leeway", report: bool = False, covers: bool = True,
                near: float = 0.0, _viewer: Optional[bytes] = None) -> "Page":
        made: Page = _core.Page.__new__(cls, scene, title.encode("utf-8", "surrogateescape"), report, covers,
                                        near, _viewer)
        return made

    def __repr__(self) -> str:
        return f"<leeway.Page of {self.motion_count} motion{'' if self.motion_count == 1 else 's'}>"

    def add(self, motion: _core.Motion, verdict: Optional[_core.Verdict] = None, *, id: Json = None,
            name: Optional[str] = None, samples: int = 240, bounds: int = 60, inside: bool = True,
            links: bool = True, claims: bool = True, methods: Iterable[Method] = (), fixed_pairs: bool = False,
            clearance: bool = False, leaving: bool = False, depth_tolerance: float = 1e-4, method: Method = "auto",
            time_tolerance: float = 1e-4, distance_tolerance: float = 1e-6, clearance_relative: float = 0.01,
            clearance_absolute: float = 1e-5, budget_queries: int = 0, budget_work: int = 0, budget_seconds: float = 0.0,
            resolution: float = 0.0174533, expansion: float = 0.0025, layers: int = 8) -> "Page":
        """Adds a motion of the page's scene, with its verdict; without one it is checked.

        id: of the motion, as JSON has it. samples: at how many times the distance is drawn. bounds: the number
        of intervals in each of which the distance is bounded from below. inside: also the distance inside
        robots. links: also that of each link. claims: the proof. methods: show the samples and proofs of these
        methods. fixed_pairs: include the distances of pairs that the motion does not move against each other.
        The options of Scene.check hold for all checks. Errors: ArgumentError (a motion of another scene, a
        verdict on another motion).

        Example:
            >>> page = leeway.Page(scene).add(motion, verdict)
        """
        if isinstance(methods, str):
            raise ArgumentError("methods takes a list of names")
        if verdict is not None and not isinstance(verdict, _core.Verdict):
            raise ArgumentError("a verdict is what Scene.check gives")
        options = {"fixed_pairs": fixed_pairs,
                   "clearance": clearance, "leaving": leaving, "depth_tolerance": depth_tolerance, "method": method,
                   "time_tolerance": time_tolerance, "distance_tolerance": distance_tolerance,
                   "clearance_relative": clearance_relative, "clearance_absolute": clearance_absolute,
                   "budget_queries": budget_queries, "budget_work": budget_work, "budget_seconds": budget_seconds, "resolution": resolution,
                   "expansion": expansion, "layers": layers}
        self._add(motion, verdict, json.dumps(id), name, samples, bounds, inside, links, claims, tuple(methods),
                  options)
        return self

    def roadmap(self, roadmap: Roadmap, link: Optional[str] = None, *, robot: Optional[str] = None) -> "Page":
        """Shows a roadmap of the scene: the position of a link at each configuration, by default of the
        last link that the roadmap's first joints move. Errors: ArgumentError, NameUnknownError.

        Example:
            >>> roadmap = leeway.Planner(scene).roadmap().grow(5)
            >>> page = leeway.Page(scene).roadmap(roadmap)
        """
        self._roadmap(roadmap, robot, link)
        return self

    def html(self) -> str:
        """The page as text.

        Example:
            >>> leeway.Page(scene).html().startswith("<!")
            True
        """
        return b"".join(self._parts()).decode("utf-8")

    def save(self, path: PathLike) -> "Page":
        """Writes the page to a file atomically: to a new file that then replaces the old one. Errors:
        OSError.

        Example:
            >>> page = leeway.Page(scene).save(folder / "cell.html")
        """
        import tempfile

        target = path_text(path)
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
        import html

        return (f'<iframe srcdoc="{html.escape(self.html())}" style="width: 100%; height: 640px; border: 0" '
                'title="A page of leeway"></iframe>')


def show(thing: Union[Scene, _core.Motion, _core.Verdict, Plan], path: Optional[PathLike] = None, *,
         title: str = "Leeway", name: Optional[str] = None, samples: int = 240, bounds: int = 60, inside: bool = True,
         links: bool = True, claims: bool = True, methods: Iterable[Method] = (), fixed_pairs: bool = False,
         clearance: bool = False, method: Method = "auto") -> Page:
    """A page of a scene, a motion, a verdict on a motion, or a plan. path: a file to write it to. title: of
    the page. The other options are those of Page.add. In a notebook the page displays itself. Errors:
    ArgumentError, OSError.

    Example:
        >>> page = leeway.show(scene)
    """
    verdict = None
    if isinstance(thing, Scene):
        page = Page(thing, title=title)
        return page if path is None else page.save(path)
    if isinstance(thing, _core.Motion):
        motion = thing
    elif isinstance(thing, Plan):
        motion = thing.motion()
    elif isinstance(thing, _core.Verdict):
        if thing.motion is None:
            raise ArgumentError("a verdict on the start or goal of a plan has no motion to show")
        motion, verdict = thing.motion, thing
    else:
        raise ArgumentError("show takes a scene, a motion, a verdict or a plan")
    page = Page(motion.scene, title=title).add(
        motion, verdict, name=name, samples=samples, bounds=bounds, inside=inside, links=links, claims=claims,
        methods=methods, fixed_pairs=fixed_pairs, clearance=clearance, method=method)
    return page if path is None else page.save(path)
