import { root } from "$base/root";

import { type Route, routeOf } from "./route";

const here = (): Route => routeOf(location.pathname.slice(root.length - 1), location.hash);

class Router {
  route = $state.raw<Route>(here());

  /** Opens links inside the house without loading the page again. Call it once, from a component. */
  follow(): void {
    $effect(() => {
      const leave = new AbortController();
      const { signal } = leave;
      addEventListener("popstate", () => (this.route = here()), { signal });
      addEventListener("click", (event) => this.#click(event), { signal });
      return () => leave.abort();
    });
  }

  /** The path begins without a slash, at the root of the house. */
  go(path: string): void {
    history.pushState(null, "", path);
    this.route = here();
    scrollTo(0, 0);
  }

  #click(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain || event.defaultPrevented || link.target || !isHouse(link)) return;
    if (link.hash && link.pathname === location.pathname) return;
    event.preventDefault();
    this.go(link.pathname + link.hash);
  }
}

const isHouse = ({ origin, pathname }: HTMLAnchorElement) =>
  origin === location.origin && pathname.startsWith(root);

export const router = new Router();
