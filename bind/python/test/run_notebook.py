"""Runs a notebook without Jupyter, and writes the outputs of its cells into it: run_notebook.py FILE.

A cell's last expression is shown by its _repr_svg_, else by its repr. The tests run docs/tutorial.ipynb so and
see that nothing changes.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path


def run_cell(source, names):
    """The outputs of one cell."""
    tree = ast.parse(source)
    shown = None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            shown = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": printed.getvalue().splitlines(True)})
    if shown is not None:
        data = {"text/plain": [repr(shown)]}
        if hasattr(shown, "_repr_svg_"):
            data = {"image/svg+xml": shown._repr_svg_().splitlines(True), "text/plain": ["<picture>"]}
        outputs.append({"data": data, "metadata": {}, "output_type": "display_data"})
    return outputs


def run(text):
    """The notebook with its outputs, as text."""
    notebook = json.loads(text)
    names, count = {}, 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            count += 1
            cell["execution_count"] = count
            cell["outputs"] = run_cell("".join(cell["source"]), names)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(run(file.read_text()))
