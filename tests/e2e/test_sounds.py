"""What the speakers get: each sound is rendered by the browser without a speaker."""

import subprocess
from functools import partial
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

SOURCE = Path("client/base/sound.ts")
AT = "http://sounds.test/"
RATE = 22_050
TO_SCRIPT = """
const { readFileSync } = require("fs");
const { ModuleKind, ScriptTarget, transpileModule } = require("typescript");
const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 };
const source = readFileSync(process.argv[1], "utf8");
process.stdout.write(transpileModule(source, { compilerOptions }).outputText);
"""
RENDER = """async ([sounds, rate, number]) => {
  const offline = new OfflineAudioContext(1, 3 * rate, rate);
  const { startRendering, suspend, resume } = Object.getPrototypeOf(offline);
  offline.resume = () => Promise.resolve();
  Object.defineProperty(offline, "state", { value: "running" });
  window.AudioContext = function () { return offline; };
  const { play, unlock } = await import(`./sound.js?${number}`); // each has its own context
  unlock();
  suspend.call(offline, 1).then(() => { // the limiter has settled
    for (const sound of sounds) play(sound);
    resume.call(offline);
  });
  const rendered = await startRendering.call(offline);
  return Array.from(rendered.getChannelData(0).slice(rate));
}"""
MOMENTS = ("arrive", "verdict", "stolen", "goof", "fooled", "jam", "almost", "win", "drumroll", "cheer")
ALIKE = 0.9  # cosine of two spectra over time


@pytest.fixture(scope="module")
def rendered(chromium):
    """Renders sounds that begin at the same moment."""
    made = subprocess.run(["node", "-e", TO_SCRIPT, SOURCE], capture_output=True, text=True, check=True)
    page = chromium.new_page()
    served = {
        "sound.js": made.stdout,
        "settings.svelte": "export const settings = { sound: true };",
        "": "",
    }
    for name, text in served.items():
        kind = "text/javascript" if name else "text/html"
        page.route(f"{AT}{name}*" if name else AT, partial(answer, text, kind))
    page.goto(AT)
    count = iter(range(1_000))
    yield lambda *sounds: np.array(page.evaluate(RENDER, [sounds, RATE, next(count)]))
    page.close()


def answer(text, kind, route):
    route.fulfill(body=text, content_type=kind)


def spectrum(samples, size=2_048):
    """The loudness of each pitch over time, as one direction."""
    steps = [
        samples[start : start + size] * np.hanning(size) for start in range(0, len(samples) - size, size // 2)
    ]
    flat = np.log1p([np.abs(np.fft.rfft(step))[: size // 5] for step in steps]).ravel()
    return flat / np.linalg.norm(flat)


def test_a_moment_is_louder_than_a_card_and_no_two_moments_sound_alike(rendered):
    heard = {sound: rendered(sound) for sound in MOMENTS}
    card = np.abs(rendered("brush")).max()

    assert all(np.abs(samples).max() > card for samples in heard.values())
    spectra = {sound: spectrum(samples) for sound, samples in heard.items()}
    alike = {pair: float(spectra[pair[0]] @ spectra[pair[1]]) for pair in combinations(MOMENTS, 2)}
    assert max(alike.values()) < ALIKE, max(alike, key=lambda pair: alike[pair])


def test_many_sounds_at_once_do_not_clip(rendered):
    for sounds in (["thud"] * 8, ["slap", "slap", "fooled"], ["drumroll", "cheer", "thud"], ["arrive"] * 3):
        assert 0.1 < np.abs(rendered(*sounds)).max() < 1, sounds
