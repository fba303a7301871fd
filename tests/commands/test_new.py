"""A new game in a package of its own."""

import json
from pathlib import Path

import pytest

from taphouse.cli import main
from taphouse.commands.new import TEMPLATE, files
from taphouse.languages import package_codes
from tests.toys import SHELF

ROOT = Path(__file__).parents[2]


def test_a_new_game_is_named_in_every_file_as_it_was_asked_for():
    written = dict(files("high-noon"))

    assert {"high_noon/rules.py", "high_noon/text/en.md", "tests/test_rules.py", "pyproject.toml"} <= set(
        written
    )
    assert 'high-noon = "high_noon"' in written["pyproject.toml"]
    assert written["high_noon/text/en.md"].startswith("# High Noon\n")
    for path, text in written.items():
        assert not any(name in path + text for name in ("quick-draw", "quick_draw", "Quick Draw")), path


def test_a_new_game_has_words_in_every_language_of_the_house():
    written = dict(files("high-noon"))
    english = json.loads(written["high_noon/text/en.json"])

    for code in package_codes():
        assert json.loads(written[f"high_noon/text/{code}.json"]).keys() == english.keys()
        assert written[f"high_noon/text/{code}.md"].count("\n9. ") == 1


def test_the_board_of_a_new_game_is_built_with_the_svelte_of_the_house():
    asked = json.loads(dict(files("high-noon"))["package.json"])["devDependencies"]
    ours = json.loads((ROOT / "package.json").read_text())["devDependencies"]

    assert {name: version.lstrip("^") for name, version in asked.items()} == {
        name: ours[name].lstrip("^") for name in asked
    }


@pytest.mark.parametrize("name", ["Quick Draw", "quick_draw", "-x", "", "../x", "1st"])
def test_a_name_that_is_no_slug_is_refused_and_nothing_is_written(name, tmp_path, capsys):
    assert main(["new", f"--folder={tmp_path / 'game'}", "--", name]) == 2
    assert "is no slug" in capsys.readouterr().err
    assert not (tmp_path / "game").exists()


@pytest.mark.parametrize("name", ["class", "json", "taphouse", "tests", "lamps"])
def test_a_name_that_another_package_or_game_has_is_refused_and_nothing_is_written(
    name, tmp_path, capsys, monkeypatch
):
    monkeypatch.setattr("taphouse.commands.new.own_shelf", lambda: SHELF)

    assert main(["new", name, "--folder", str(tmp_path / "game")]) == 2
    assert "choose another" in capsys.readouterr().err
    assert not (tmp_path / "game").exists()


def test_nothing_is_written_into_a_folder_with_files(tmp_path, capsys):
    (tmp_path / "diary.txt").write_text("mine")

    assert main(["new", "quick-draw", "--folder", str(tmp_path)]) == 2
    assert "exists already" in capsys.readouterr().err
    assert [*tmp_path.iterdir()] == [tmp_path / "diary.txt"]


def test_every_file_of_the_template_is_part_of_the_wheel():
    assert {file.suffix for file in TEMPLATE.rglob("*") if file.is_file()} == {".template"}
