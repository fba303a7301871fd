"""Finds faults of a page for people with weak sight or thick fingers."""

from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import expect

from tests.e2e.driving import wait_for_frames

SIZES = [(360, 640), (768, 1024), (1440, 900), (1920, 1080)]
LARGE_TEXT_SIZES = [(390, 844), (768, 1024), (1440, 900)]
FINGER, LEAST = 44, 24  # pixels: comfortable for a finger; the minimum of WCAG 2.2
THEMES = ("dark", "light")
AXE = Path(__file__).parents[2] / "node_modules/axe-core/axe.min.js"

FAULTS = """() => {
  const surface = document.querySelector(".play-surface:not([inert] *)");
  const isPicture = (element) => element.closest("[inert]") !== null; // nothing to press or to read
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    const drawn = { visibilityProperty: true, opacityProperty: true };
    return box.width > 1 && box.height > 1 && element.checkVisibility(drawn);
  };
  const name = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent).trim().replace(/\\s+/g, " ");
    return `${element.tagName.toLowerCase()}.${element.className} “${words.slice(0, 40)}”`;
  };
  const faults = [];
  const root = document.scrollingElement;
  if (root.scrollWidth > innerWidth + 1) faults.push(`the page is ${root.scrollWidth} wide`);
  if (surface && root.scrollHeight > innerHeight + 1)
    faults.push(`the board is ${root.scrollHeight} high`);
  const clip = ["hidden", "clip"];
  for (const element of document.querySelectorAll("main *")) {
    const words = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!words || !shown(element) || element.closest(".unseen") || isPicture(element)) continue;
    const style = getComputedStyle(element);
    if (clip.includes(style.overflowX) && element.scrollWidth > element.clientWidth + 1)
      faults.push(`${name(element)} is cut off`);
  }
  const dialog = document.querySelector("dialog[open], section.bubble"); // a lesson covers the board
  const onBoard = surface !== null && dialog === null;
  const scale = document.querySelector(".stage")?.getBoundingClientRect().width / 1920 || 1;
  const visible = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let around = element.parentElement; around; around = around.parentElement) {
      if (getComputedStyle(around).overflow === "visible") continue;
      const edge = around.getBoundingClientRect();
      left = Math.max(left, edge.left);
      top = Math.max(top, edge.top);
      right = Math.min(right, edge.right);
      bottom = Math.min(bottom, edge.bottom);
    }
    return { left, top, right, bottom, width: right - left, height: bottom - top };
  };
  const scrolls = (element) => {
    for (let around = element.parentElement; around; around = around.parentElement)
      if (["auto", "scroll"].includes(getComputedStyle(around).overflowY)) return true;
    return false;
  };
  const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
  const isRound = ({ element }) => getComputedStyle(element).borderRadius === "50%";
  /** A round target does not fill the corners of its box. */
  const reaches = (one, { box: { left, right, top, bottom } }) => {
    if (!isRound(one)) return true;
    const whole = one.element.getBoundingClientRect(), [x, y] = middle(whole);
    const away = Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom));
    return away < whole.width / 2 - 2;
  };
  const floats = (element) => {
    for (let around = element; around; around = around.parentElement)
      if (getComputedStyle(around).position === "sticky") return true;
    return false;
  };
  const targets = [...document.querySelectorAll("button, a[href], input, [role=button]")]
    .filter((element) => !element.disabled && shown(element) && !element.closest("p, .unseen"))
    .filter((element) => !isPicture(element))
    .map((element) => ({ element, box: visible(element) }))
    .filter(({ element }) => !scrolls(element) && !floats(element) && (!dialog || dialog.contains(element)));
  for (const { element, box } of targets) {
    if (Math.min(box.width, box.height) < LEAST * scale)
      faults.push(`${name(element)} is ${Math.round(box.width)} × ${Math.round(box.height)}`);
    if (box.left < -1 || box.right > innerWidth + 1) faults.push(`${name(element)} is outside`);
    if (surface && (box.top < -1 || box.bottom > innerHeight + 1))
      faults.push(`${name(element)} is outside`);
  }
  for (const [i, one] of targets.entries())
    for (const other of targets.slice(i + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const wide = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const high = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      const slider = [one, other].some(({ element }) => element.type === "range"); // its marks lie on it
      if (wide > 2 && high > 2 && !slider && reaches(one, other) && reaches(other, one))
        faults.push(`${name(one.element)} is under ${name(other.element)}`);
    }
  // lines of text: none may overlap another, nor leave the screen where nothing scrolls
  const lines = [];
  const page = dialog ?? document.querySelector("main");
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts, { parentElement: element } = text;
    if (!text.data.trim() || !(element instanceof HTMLElement) || !shown(element)) continue;
    if (element.closest(".unseen, svg") || floats(element) || isPicture(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const clip = visible(element), moves = scrolls(element);
    for (const { left, top, right, bottom } of range.getClientRects()) {
      const line = { element, left, top, right: Math.min(right, clip.right), bottom };
      if (line.right - line.left < 2) continue;
      const leaves = Math.max(-top, bottom - innerHeight, -left, line.right - innerWidth);
      if (onBoard && !moves && leaves > 2) faults.push(`${name(element)} leaves the screen`);
      const cut = Math.max(clip.top - top, bottom - clip.bottom);
      if (!moves && cut > (bottom - top) / 4) faults.push(`${name(element)} is cut in height`);
      if (!moves) lines.push(line);
    }
  }
  for (const [i, one] of lines.entries())
    for (const other of lines.slice(i + 1)) {
      if (one.element === other.element) continue;
      if (one.element.closest(".card") && other.element.closest(".card")) continue; // cards may overlap
      const wide = Math.min(one.right, other.right) - Math.max(one.left, other.left);
      const high = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
      const lower = Math.min(one.bottom - one.top, other.bottom - other.top);
      if (wide > 3 && high > lower * 0.35)
        faults.push(`${name(one.element)} lies on ${name(other.element)}`);
    }
  return [...new Set(faults)];
}"""


def faults(page, least=LEAST):
    """Elements that overflow, are cut off, are too small to press, or lie under another target."""
    wait_for_frames(page, 2)
    return page.evaluate(FAULTS.replace("LEAST", str(least)))


def barriers(page, theme):
    """The violations that axe rates serious or critical in this theme."""
    page.evaluate("theme => void (document.documentElement.dataset.theme = theme)", theme)
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{violation['id']}: {node['html'][:120]} {node['any'][0]['message'] if node['any'] else ''}"
        for violation in found["violations"]
        if violation["impact"] in ("serious", "critical")
        for node in violation["nodes"]
    ]


def motions(page):
    """The CSS animations and transitions that run now."""
    return page.evaluate(
        """() => document.getAnimations()
          .filter((one) => one.effect.getComputedTiming().duration > 10 && one.playState === "running")
          .map((one) => {
            const { target } = one.effect, { className } = target.closest(".rail") ?? target;
            return `${one.animationName ?? one.transitionProperty} in ${className}`;
          })"""
    )


def but_names(found):
    """Leaves out shortened names: players choose them, and a label may cut them off."""
    return [fault for fault in found if not ("one-line" in fault and fault.endswith("is cut off"))]


def at_every_size(page, least=LEAST):
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found = faults(page, least)
        assert found == [], f"{width} × {height}: {found}"
    page.set_viewport_size({"width": SIZES[0][0], "height": SIZES[0][1]})


@contextmanager
def with_large_letters(page):
    """Sets the browser's font size to twice the default."""
    browser = page.context.new_cdp_session(page)
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 32, "fixed": 26}})
    expect(page.locator("html")).to_have_css("font-size", "32px")
    yield
    browser.send("Page.setFontSizes", {"fontSizes": {"standard": 16, "fixed": 13}})
    expect(page.locator("html")).to_have_css("font-size", "16px")
    browser.detach()


def with_large_text(page, least=LEAST):
    before = page.viewport_size
    with with_large_letters(page):
        for width, height in LARGE_TEXT_SIZES:
            page.set_viewport_size({"width": width, "height": height})
            found = but_names(faults(page, least))
            assert found == [], f"{width} × {height}, large text: {found}"
    page.set_viewport_size(before)
