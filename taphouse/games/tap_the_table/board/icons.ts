// Phosphor icons in fill weight, dots and arrows in bold.
export { default as chip } from "@phosphor-icons/core/assets/fill/poker-chip-fill.svg?raw";
export { default as deck } from "@phosphor-icons/core/assets/fill/cards-fill.svg?raw";
export { default as dots } from "@phosphor-icons/core/assets/bold/dots-three-bold.svg?raw";
export { default as ear } from "@phosphor-icons/core/assets/fill/ear-fill.svg?raw";
export { default as letter } from "@phosphor-icons/core/assets/fill/text-aa-fill.svg?raw";
export { default as place } from "@phosphor-icons/core/assets/fill/map-pin-fill.svg?raw";
export { default as ruler } from "@phosphor-icons/core/assets/fill/ruler-fill.svg?raw";
export { default as scales } from "@phosphor-icons/core/assets/fill/scales-fill.svg?raw";
export { default as sparkle } from "@phosphor-icons/core/assets/fill/sparkle-fill.svg?raw";
export { default as speech } from "@phosphor-icons/core/assets/fill/megaphone-fill.svg?raw";
export { default as thought } from "@phosphor-icons/core/assets/fill/lightbulb-fill.svg?raw";
export { default as thumb } from "@phosphor-icons/core/assets/fill/thumbs-up-fill.svg?raw";
export { default as beat } from "@phosphor-icons/core/assets/fill/metronome-fill.svg?raw";
export { default as cross } from "@phosphor-icons/core/assets/bold/x-bold.svg?raw";
