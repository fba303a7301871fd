/** False on iPhones: they have no full screen for pages. */
export const canFill = document.fullscreenEnabled;

class FullScreen {
  on = $state(document.fullscreenElement !== null);

  constructor() {
    document.addEventListener("fullscreenchange", () => (this.on = document.fullscreenElement !== null));
  }

  set(on: boolean): void {
    const done = on ? document.documentElement.requestFullscreen() : document.exitFullscreen();
    done.catch(() => undefined); // the browser refused: the switch keeps its state
  }
}

export const fullScreen = new FullScreen();
