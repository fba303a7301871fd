"""Pages are read in the direction of their language: their styles say start and end, not left and right."""

import re
from pathlib import Path

CLIENT = Path(__file__).parents[1] / "client"
PHYSICAL = re.compile(
    r"^\s*((?:margin|padding|border)-(?:left|right)\b.*|text-align: (?:left|right)|float:.*"
    r"|(?:left|right): (?!50%).*);",
    re.MULTILINE,
)
NOT_MIRRORED = {
    "app/FinishLane.svelte": "time goes from left to right",
    "app/PhotoFinish.svelte": "the same",
    "app/Scrubber.svelte": "the same",
    "app/SlowMotion.svelte": "the same",
    "app/ReplayScreen.svelte": "a board leaves its lower left corner free",
    "app/Reactions.svelte": "the same",
    "app/TvCorner.svelte": "the same",
    "app/TvResult.svelte": "the same",
    "app/RefusalNote.svelte": "placed by a measured position",
    "parts/Confetti.svelte": "alike on both sides",
}


def test_styles_around_the_boards_name_no_left_and_no_right():
    found = {
        str(file.relative_to(CLIENT)): PHYSICAL.findall(file.read_text("utf-8"))
        for file in [*CLIENT.rglob("*.svelte"), *CLIENT.rglob("*.css")]
    }

    assert {file: lines for file, lines in found.items() if lines and file not in NOT_MIRRORED} == {}
    assert [file for file in NOT_MIRRORED if not found[file]] == []
