/**
 * The path of the house, from slash to slash: "/", or "/games/" behind a proxy. The house writes it into the page's
 * `<base>`, so addresses in the client begin without a slash.
 */
export const root = new URL(".", document.baseURI).pathname;

/** The whole address of a path inside the house. */
export const addressOf = (path: string): string => new URL(path, document.baseURI).href;
