/** How the end of a link begins that holds a deck. */
export const PREFIX = "#deck=";
