"""Every public module, class and function says what it is, the errors it raises, shapes and units."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILES = [
    path
    for room in ("engine", "vision", "hardware", "webui", "models")
    for path in sorted((ROOT / room).rglob("*.py"))
]
Function = ast.FunctionDef | ast.AsyncFunctionDef


def is_command(function):
    """Whether its docstring is the help of a command: who reads it sees one line for any error."""
    calls = [each.func if isinstance(each, ast.Call) else each for each in function.decorator_list]
    return any(ast.unparse(call).endswith(("command", "group")) for call in calls)


def public_functions(body, shown=""):
    """The functions that others may call, each with the docstring of the class that it makes, if any."""
    for node in body:
        if isinstance(node, ast.ClassDef) and any(ast.unparse(base) == "Protocol" for base in node.bases):
            continue  # its own docstring says what it is to be like
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield from public_functions(node.body, ast.get_docstring(node) or "")
        elif isinstance(node, Function) and node.name == "__init__":
            yield node, f"{shown} {ast.get_docstring(node) or ''}"
        elif isinstance(node, Function) and not node.name.startswith("_") and not is_command(node):
            yield node, ast.get_docstring(node) or ""


def raised(node, caught=frozenset()):
    """The names of the errors that a function's own `raise` lets out; a factory's lower-case name is none."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function | ast.Lambda | ast.ClassDef):
            continue
        if isinstance(child, ast.Try):
            kinds = ", ".join(ast.unparse(each.type).strip("()") for each in child.handlers if each.type)
            for part in child.body:
                yield from raised(ast.Module([part], []), caught | set(kinds.split(", ")))
            for part in (*child.handlers, *child.orelse, *child.finalbody):
                yield from raised(ast.Module([part], []), caught)
            continue
        if isinstance(child, ast.Raise) and child.exc is not None:
            error = child.exc.func if isinstance(child.exc, ast.Call) else child.exc
            name = ast.unparse(error).split(".")[-1]
            if name[:1].isupper() and name not in caught and not any(each.isupper() for each in caught):
                yield name
        yield from raised(child, caught)


def unnamed(source):
    """The functions of a file whose docstring lacks an error that they raise."""
    for function, said in public_functions(ast.parse(source).body):
        if lacking := sorted({name for name in raised(function) if name not in said}):
            yield f"{function.lineno} {function.name}: {', '.join(lacking)}"


def test_an_error_that_no_docstring_names_is_found():
    source = '''
def read(text):
    """Reads it. ValueError: no number."""
    if not text:
        raise EngineError("empty")
    try:
        raise KeyError(text)
    except KeyError as wrong:
        raise ValueError(text) from wrong
'''
    assert list(unnamed(source)) == ["2 read: EngineError"]


def test_a_function_that_raises_names_its_errors():
    lacking = [
        f"{path.relative_to(ROOT)}:{each}"
        for path in FILES
        for each in unnamed(path.read_text(encoding="utf-8"))
    ]
    assert lacking == []


def bare(tree):
    """What others may use of a file and lacks a docstring."""
    if not ast.get_docstring(tree):
        yield "the file"
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_") and not ast.get_docstring(node):
            yield node.name
    yield from (node.name for node, said in public_functions(tree.body) if not said.strip())


def test_what_others_may_use_has_a_docstring():
    lacking = [
        f"{path.relative_to(ROOT)}: {each}"
        for path in FILES
        for each in bare(ast.parse(path.read_text(encoding="utf-8")))
    ]
    assert lacking == []


ARRAY = re.compile(r"\bNDArray\b")
SHAPE = re.compile(r"\((\w+|\.\.\.),([^()]*)\)")
"""Such as (n, 2), (height, width, 3), (faces,) or (..., 3)."""


def shapeless(source):
    """The functions that take or give an array whose shape neither they nor a name for it tell."""
    body = ast.parse(source).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        value = getattr(node, "value", None) if isinstance(node, ast.Assign | ast.AnnAssign) else None
        if isinstance(value, ast.Subscript) and ast.unparse(value).startswith("NDArray"):
            told = ast.unparse(after) if isinstance(after, ast.Expr) else ""
            if not SHAPE.search(told):
                yield f"{node.lineno} {ast.unparse(node)}"
    for function, said in public_functions(body):
        taken = function.args
        asked = [each.annotation for each in (*taken.posonlyargs, *taken.args, *taken.kwonlyargs)]
        told = " ".join(ast.unparse(each) for each in (*asked, function.returns) if each is not None)
        if ARRAY.search(told) and not SHAPE.search(said):
            yield f"{function.lineno} {function.name}"


def test_an_array_whose_shape_nothing_tells_is_found():
    source = '''
Points = NDArray[np.float64]
Picture = NDArray[np.uint8]
"""(height, width, 3), blue first."""

def turned(points: NDArray[np.float64], picture: Picture) -> Points:
    """Turns them."""

def middles(points: NDArray[np.float64]) -> Points:
    """(n, 2): the middles."""
'''
    assert [each.split(" ", 1)[1] for each in shapeless(source)] == ["Points = NDArray[np.float64]", "turned"]


def test_a_function_that_takes_or_gives_an_array_tells_its_shape():
    lacking = [
        f"{path.relative_to(ROOT)}:{each}"
        for path in FILES
        for each in shapeless(path.read_text(encoding="utf-8"))
    ]
    assert lacking == []


UNIT_IN_NAME = re.compile(
    r"(^|_)(s|ms|us|mm|px|deg|hz|db|lufs|degrees|seconds|minutes|hours|days|nats|used|at|bytes|times|scales?"
    r"|shares?|chances?|confidence|probability|scores?|points|ratings?|weight|average|mean|options|number|bonus)$"
)
UNIT = re.compile(
    r"\b(seconds?|s|ms|microseconds?|mm|px|pixels?|degrees?|radians?|nats?|metres?|minutes?|hours?|days?"
    r"|shares?|[Pp]arts?|times|points?|rating|dioptres?|Hz|CIELAB|probabilit\w+|chances?|confidence"
    r"|standard deviations?|tiles|looks|mean|average|cosine|thousands|units?|1 is|1 when|0 is"
    r"|-?\d(\.\d+)?( \(.*\))?( to |-)\d|0 for the least)\b"
)


def unmeasured(source):
    """The public fields and answers that are fractions of nobody knows what: neither name nor words tell."""

    def inside(body, shown=""):
        for node, after in zip(body, [*body[1:], None], strict=True):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                yield from inside(node.body, ast.get_docstring(node) or "")
                continue
            if isinstance(node, ast.AnnAssign) and shown and isinstance(node.target, ast.Name):
                name, given = node.target.id, node.annotation
                said = ast.unparse(after) if isinstance(after, ast.Expr) else ""
            elif isinstance(node, Function) and not node.name.startswith("_"):
                name, given, said = node.name, node.returns, ast.get_docstring(node) or ""
            else:
                continue
            is_fraction = given is not None and re.search(r"\bfloat\b", ast.unparse(given))
            is_told = f"`{name}`" in shown or any(UNIT.search(words) for words in (said, shown))
            if is_fraction and not UNIT_IN_NAME.search(name) and not is_told:
                yield f"{node.lineno} {name}"

    yield from inside(ast.parse(source).body)


def test_a_fraction_without_a_unit_is_found():
    source = '''
class Lamp:
    """A lamp."""
    warmth: float
    height_mm: float
    glow: float
    """Parts of the light."""

def bright(lamp: Lamp) -> float:
    """How bright it is."""

def wide(lamp: Lamp) -> float:
    """How wide it is (mm)."""
'''
    assert list(unmeasured(source)) == ["4 warmth", "9 bright"]


def test_what_is_a_fraction_tells_its_unit_or_range():
    lacking = [
        f"{path.relative_to(ROOT)}:{each}"
        for path in FILES
        for each in unmeasured(path.read_text(encoding="utf-8"))
    ]
    assert lacking == []
