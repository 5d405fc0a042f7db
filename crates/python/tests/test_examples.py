"""The examples in the docstrings and in the tutorial."""

import doctest
import inspect
import pathlib

import pytest

import taquin
import torus_puzzle

README = pathlib.Path(__file__).parents[3] / "README.md"
TUTORIAL = pathlib.Path(__file__).parents[3] / "docs" / "tutorial.md"


def documented():
    """Every public thing that has a docstring, by its name."""
    for module in (taquin, torus_puzzle):
        yield module.__name__, module
        for name in module.__all__:
            thing = getattr(module, name)
            if inspect.ismodule(thing):
                continue
            yield f"{module.__name__}.{name}", thing
            if inspect.isclass(thing):
                for member, value in vars(thing).items():
                    value = value.__func__ if isinstance(value, staticmethod) else value
                    if not member.startswith("__"):
                        yield f"{module.__name__}.{name}.{member}", value


THINGS = dict(documented())


def run(text, name, names):
    example = doctest.DocTestParser().get_doctest(text, names, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    report = []
    failed = runner.run(example, out=report.append).failed
    assert not failed, "".join(report)
    return len(example.examples)


@pytest.mark.parametrize("name", sorted(name for name, thing in THINGS.items() if hasattr(thing, "__doc__")))
def test_docstrings(name):
    text = inspect.getdoc(THINGS[name])
    assert text, "everything public is documented"
    run(text, name, dict(vars(torus_puzzle)))


@pytest.mark.parametrize("name", sorted(THINGS))
def test_docstrings_tell_parameters_results_and_examples(name):
    thing, text = THINGS[name], inspect.getdoc(THINGS[name]) or ""
    if not name.startswith("taquin.") or name.split(".")[-1].startswith("_"):
        return
    if inspect.isclass(thing) and issubclass(thing, Exception):
        return
    assert ">>>" in text, "an example"
    if not callable(thing):
        return
    parameters = [word for word in inspect.signature(thing).parameters if word != "self"]
    told = text.split("Args:")[-1].split("Returns:")[0].split("Raises:")[0] if parameters else ""
    for parameter in parameters:
        assert f"    {parameter}: " in told, f"what {parameter} is"
    assert inspect.isclass(thing) or "Returns:" in text, "what comes back"


def test_the_tutorial():
    assert run(TUTORIAL.read_text(encoding="utf-8"), "tutorial", {}) > 20


def test_the_readme():
    assert run(README.read_text(encoding="utf-8"), "readme", {}) == 3
