// Colours as #rrggbb.

export const WHITE = "#ffffff";
export const BLACK = "#1c1c1c";
export const BLUE = "#00449a";
export const ORANGE = "#802a00";

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));

// A colour with a part (0..1) of another mixed into it.
export function mix(colour, other, part) {
  const [from, to] = [channels(colour), channels(other)];
  return "#" + from.map((value, at) => Math.round(value + (to[at] - value) * part).toString(16).padStart(2, "0")).join("");
}

export const darker = (colour, part) => mix(colour, "#000000", part);
export const lighter = (colour, part) => mix(colour, "#ffffff", part);
