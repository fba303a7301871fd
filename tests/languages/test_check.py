"""What `taphouse words check` finds."""

import re
from pathlib import Path

import pytest

from taphouse.cli import main
from taphouse.languages import APP, SOURCE, Languages, package_codes
from taphouse.languages.check import forms, problems
from taphouse.table.names import characters, cleaned
from taphouse.table.wire import LONGEST_NAME
from tests.languages.test_files import add
from tests.shelf import LANGUAGES, SHELF, texts


def found(data, code="tlh"):
    return {str(problem) for problem in problems(Languages(SHELF, data), code)}


def complete(**changes):
    """The app's texts in a language with the plural forms of English, changed in some keys."""
    english = {key: text for key, text in texts("en", APP).items() if changes.get(key, "") is not None}
    words = {key: f"{text} ¡" if " " in text else text for key, text in english.items()}
    return {**words, **{key: text for key, text in changes.items() if text is not None}}


def of_the_app(data, code="sw"):
    return {each for each in found(data, code) if each.startswith("app: ")}


@pytest.mark.parametrize("code", package_codes())
def test_every_language_of_the_package_is_complete(code):
    assert found(None, code) == set()


def test_a_complete_translation_of_the_app_has_no_problem(tmp_path):
    add(tmp_path, "sw", app=complete())

    assert of_the_app(tmp_path) == set()


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"yes": None}, "untranslated: yes"),
        ({"watchers_one": None}, "untranslated: watchers_one"),
        ({"yess": "Ja"}, "superfluous: yess"),
        ({"yes_few": "Ja"}, "superfluous: yes_few"),
        ({"watchers_few": "{{n}} watu"}, "superfluous: watchers_few"),
        ({"watchers_many": "{{n}} watu"}, "superfluous: watchers_many"),
        ({"tagline": texts("en", APP)["tagline"]}, "untranslated: tagline: is the same as in English"),
        ({"yes": " "}, "malformed: yes: is empty"),
        ({"verdict.first": "Erster"}, "malformed: verdict.first: lacks {{name}}"),
        ({"yes": "Ja, {{name}}"}, "malformed: yes: has {{name}}, which English has not"),
        ({"watchers_other": "viele"}, "malformed: watchers_other: lacks {{n}}"),
        ({"yes": "Ja {name}"}, "malformed: yes: has a brace that is no {{hole}}"),
        ({"language.direction": "up"}, "malformed: language.direction: is none of ltr, rtl"),
    ],
)
def test_a_faulty_text_is_named_with_its_fault(tmp_path, changes, problem):
    add(tmp_path, "sw", app=complete(**changes))

    assert of_the_app(tmp_path) == {f"app: {problem}"}


def test_one_thing_may_be_counted_in_words(tmp_path):
    add(tmp_path, "sw", app=complete(watchers_one="somebody is watching", watchers_zero="nobody is"))

    assert of_the_app(tmp_path) == set()


def test_a_language_needs_the_plural_forms_of_its_own_grammar(tmp_path):
    add(tmp_path, "pl", app=complete())

    assert {"app: untranslated: watchers_few", "app: untranslated: watchers_many"} <= of_the_app(
        tmp_path, "pl"
    )


def test_a_plural_form_for_a_million_may_be_left_out_or_given(tmp_path):
    add(tmp_path, "es", app=complete())
    assert of_the_app(tmp_path, "es") == set()

    add(tmp_path, "es", app=complete(watchers_many="{{n}} de personas miran"))
    assert of_the_app(tmp_path, "es") == set()


def test_a_language_without_a_game_lacks_its_words_its_lesson_and_its_rules(tmp_path):
    add(tmp_path, "sw", app=complete())

    missing = found(tmp_path, "sw")

    assert {
        "tip-tap: untranslated: name",
        "tip-tap: untranslated: teach.lead",
        "tip-tap: untranslated: the rulebook",
    } <= missing


def test_a_rulebook_that_lacks_or_invents_a_rule_is_noticed(tmp_path):
    rules = LANGUAGES.rulebook("en", "tip-tap").replace("\n3. ", "\n333. ")
    (add(tmp_path, "sw", app=complete()) / "tip-tap.md").write_text(rules, "utf-8")

    noticed = found(tmp_path, "sw")

    assert {"tip-tap: untranslated: rule 3", "tip-tap: superfluous: rule 333"} <= noticed


def test_a_file_that_is_no_json_of_strings_is_named(tmp_path):
    file = add(tmp_path, "sw", app=complete(), tip_tap={}) / "tip-tap.json"
    file.write_text('{"name": 3}', "utf-8")

    assert f"tip-tap: malformed: {file} is not a JSON object of strings" in found(tmp_path, "sw")


def test_a_text_that_does_not_fit_its_place_is_too_long(tmp_path):
    add(tmp_path, "sw", app=complete(), tap_the_table={"card.look-red": "R" * 37, "teach.cards": "r" * 221})

    assert {
        "tap-the-table: malformed: card.look-red: has more than 36 letters",
        "tap-the-table: malformed: teach.cards: has more than 220 letters",
    } <= found(tmp_path, "sw")


@pytest.mark.parametrize(
    ("code", "needed"),
    [
        ("en", {"one", "other"}),
        ("fr", {"one", "other"}),
        ("pt-BR", {"one", "other"}),
        ("pl", {"one", "few", "many", "other"}),
        ("ar", {"zero", "one", "two", "few", "many", "other"}),
        ("ja", {"other"}),
        ("tlh", {"other"}),
    ],
)
def test_plural_forms_are_those_of_cldr(code, needed):
    assert set(forms(code)) == needed


def test_the_command_lists_the_problems_and_its_exit_code_says_that_there_are_any(tmp_path, capsys):
    add(tmp_path, "sw", app=complete(yes=None, **{"language.name": "Kiswahili", "menu": "Menu"}))

    assert main(["words", "check", "fr"]) == 0
    assert main(["words", "check", "sw", "--data", str(tmp_path)]) == 1
    assert main(["words", "check", "xx"]) == 2

    out = capsys.readouterr().out
    assert "sw: app: untranslated: yes\n" in out
    assert "fr: Français," in out
    short = next(line for line in out.splitlines() if "as in English" in line and line.startswith("sw: "))
    assert "app menu" in short
    assert "app tagline" not in short


def test_the_document_lists_every_language_and_whether_a_native_speaker_has_read_it():
    document = (Path(__file__).parents[2] / "docs" / "translating.md").read_text("utf-8")
    listed = re.findall(r"^\| `(\S+)`\s*\| (\S+)\s*\| (yes|no|the source)\s*\|$", document, re.MULTILINE)

    def state(language):
        return "the source" if language.code == SOURCE else "yes" if language.reviewed else "no"

    assert listed == [(each.code, each.name, state(each)) for each in LANGUAGES.all()]


@pytest.mark.parametrize("code", package_codes())
def test_every_name_for_a_guest_may_be_used_as_a_name(code):
    names = [name.strip() for name in texts(code, APP)["guest.names"].split(",")]

    assert len(set(names)) == len(names) >= 12
    assert [name for name in names if len(characters(name)) > LONGEST_NAME or cleaned(name) != name] == []


@pytest.mark.parametrize("code", package_codes())
def test_the_four_slots_of_a_code_show_a_word_of_four_letters(code):
    assert len(texts(code, APP)["code.slots"]) == 4
