"""The files of every language: in the package, and in the folder of a house."""

import json
import os

import pytest

from taphouse.languages import APP, Languages, phrase
from tests.shelf import SHELF, texts


def add(data, code, **parts):
    """Writes a language as a person would: a folder with a file for each part."""
    folder = data / "languages" / code
    folder.mkdir(parents=True, exist_ok=True)
    for part, phrases in parts.items():
        (folder / f"{part.replace('_', '-')}.json").write_text(json.dumps(phrases), "utf-8")
    return folder


def offered(data):
    return {language.code: language for language in Languages(SHELF, data).all()}


def test_a_folder_with_a_new_language_is_found_without_a_restart(tmp_path):
    languages = Languages(SHELF, tmp_path)
    assert "tlh" not in languages.codes()

    add(tmp_path, "tlh", app={"language.name": "tlhIngan Hol", "yes": "HIja’"})

    [found] = [language for language in languages.all() if language.code == "tlh"]
    assert (found.name, found.direction, found.reviewed) == ("tlhIngan Hol", "ltr", False)
    assert languages.words("tlh", APP)["yes"] == "HIja’"


def test_a_language_that_no_native_speaker_has_read_says_so_in_its_own_words(tmp_path):
    own = {"language.unreviewed": "laDbe’"}
    add(tmp_path, "tlh", app={"language.reviewed": "no", **own})
    add(tmp_path, "nv", app={"language.reviewed": "no"})
    add(tmp_path, "sw", app={"language.reviewed": "yes", **own})

    found = offered(tmp_path)
    assert [found[code].reviewed for code in ("tlh", "nv", "sw")] == [False, False, True]
    assert [found[code].note for code in ("tlh", "nv", "sw")] == ["laDbe’", "", ""]


def test_a_text_that_was_changed_is_read_again(tmp_path):
    languages = Languages(SHELF, tmp_path)
    add(tmp_path, "tlh", app={"yes": "HIja’"})
    languages.words("tlh", APP)

    add(tmp_path, "tlh", app={"yes": "HISlaH!"})

    assert languages.words("tlh", APP)["yes"] == "HISlaH!"


def test_a_text_that_a_language_lacks_is_in_english(tmp_path):
    add(tmp_path, "tlh", app={"yes": "HIja’"}, tip_tap={"tagline": "nom yIQot!"})

    found = Languages(SHELF, tmp_path).app("tlh")

    assert found.words["close"] == texts("en", APP)["close"]
    assert found.games["tip-tap"] == {"name": "Tip Tap", "tagline": "nom yIQot!"}
    assert Languages(SHELF, tmp_path).rulebook("tlh", "tip-tap").startswith("# Tip Tap")


def test_a_house_can_replace_single_texts_of_a_language_in_the_package(tmp_path):
    add(tmp_path, "fr", app={"yes": "Ouais"})

    words = Languages(SHELF, tmp_path).words("fr", APP)

    assert words == {**texts("fr", APP), "yes": "Ouais"}


def test_a_language_says_in_which_direction_it_is_read(tmp_path):
    add(tmp_path, "ar", app={"language.direction": "rtl"})
    add(tmp_path, "tlh", app={"language.direction": "up"})

    assert offered(tmp_path)["ar"].direction == "rtl"
    assert offered(tmp_path)["tlh"].direction == "ltr"


@pytest.mark.parametrize("code", ["../../etc", "EN", "x", "tlh.old", "en-us", "de_AT"])
def test_a_folder_that_is_not_named_by_a_code_is_no_language(tmp_path, code):
    add(tmp_path, code, app={"yes": "?"})

    assert offered(tmp_path).keys() == offered(None).keys()


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b'"a"', b'{"yes": 1}', b'{"yes": {"deep": "x"}}', b"\xff\xfe", b'{"a": ' * 40_000],
)
def test_a_file_that_is_no_json_of_strings_is_ignored(tmp_path, content):
    (add(tmp_path, "tlh", app={}) / "app.json").write_bytes(content)

    assert "tlh" not in offered(tmp_path)


def test_a_file_that_is_too_large_is_ignored(tmp_path):
    add(tmp_path, "tlh", app={"yes": "x" * 300_000})

    assert "tlh" not in offered(tmp_path)


@pytest.mark.parametrize("name", ["app.json", "tip-tap.md"])
def test_a_link_that_leads_out_of_the_folder_of_languages_is_ignored(tmp_path, name):
    (tmp_path / "secret").write_text('{"yes": "the key of the house"}')
    folder = add(tmp_path, "tlh", app={"yes": "HIja’"})
    (folder / name).unlink(missing_ok=True)
    (folder / name).symlink_to("../../secret")

    languages = Languages(SHELF, tmp_path)

    assert languages.words("tlh", APP).get("yes") != "the key of the house"
    assert "the key of the house" not in languages.rulebook("tlh", "tip-tap")


def test_a_link_inside_the_folder_of_languages_is_followed(tmp_path):
    add(tmp_path, "en-AU", app={"yes": "Yeah"})
    (tmp_path / "languages/en-NZ").symlink_to("en-AU")

    assert Languages(SHELF, tmp_path).words("en-NZ", APP)["yes"] == "Yeah"


def test_a_link_to_itself_is_ignored(tmp_path):
    (add(tmp_path, "tlh") / "app.json").symlink_to("app.json")

    assert "tlh" not in offered(tmp_path)


def test_a_pipe_in_place_of_a_file_does_not_stop_the_house(tmp_path):
    os.mkfifo(add(tmp_path, "tlh") / "app.json")

    assert "tlh" not in offered(tmp_path)


def test_a_house_offers_a_limited_number_of_languages(tmp_path):
    for number in range(300):
        add(tmp_path, f"x{chr(97 + number // 26)}{chr(97 + number % 26)}", app={"yes": "x"})

    assert len(offered(tmp_path)) < 120


def test_holes_are_filled_and_a_hole_without_a_value_stays():
    assert phrase("At {{address}}, {{name}}", address="here") == "At here, {{name}}"
