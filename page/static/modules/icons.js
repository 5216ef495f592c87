// Written by page/look.py: strokes on a grid of 24 by 24.

export const ICONS = {
  left: "M15 5l-7 7 7 7",
  right: "M9 5l7 7-7 7",
  up: "M5 15l7-7 7 7",
  down: "M5 9l7 7 7-7",
  turn_left: "M4.5 12a7.5 7.5 0 1 0 2.2-5.3L4 9M4 4v5h5",
  turn_right: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9M20 4v5h-5",
  flip: "M12 3v18M9 7l-5 10h5zM15 7l5 10h-5z",
  close: "M6 6l12 12M18 6L6 18",
};
