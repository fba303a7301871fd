import { type Route, routeOf } from "./route";

class Router {
  route = $state.raw<Route>(routeOf(location.pathname));

  /** Opens links inside the house without loading the page again. Call it once, from a component. */
  follow(): void {
    $effect(() => {
      const leave = new AbortController();
      const { signal } = leave;
      addEventListener("popstate", () => (this.route = routeOf(location.pathname)), { signal });
      addEventListener("click", (event) => this.#click(event), { signal });
      return () => leave.abort();
    });
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.route = routeOf(location.pathname);
    scrollTo(0, 0);
  }

  #click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  }
}

export const router = new Router();
