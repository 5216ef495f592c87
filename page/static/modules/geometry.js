// The board as it is drawn: coordinates in hundredths of a board unit, x to the right and y downwards.

export const UNIT = 100;

const POINTS = new Set(["polygon", "piece", "corners", "points", "lines", "held", "at", "foot"]);

export const extent = (points) => {
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
};

export const centre = (polygon) => [0, 1].map((axis) => polygon.reduce((sum, point) => sum + point[axis], 0) / polygon.length);

export function contains(polygon, [px, py]) {
  let inside = false;
  let [x0, y0] = polygon[polygon.length - 1];
  for (const [x1, y1] of polygon) {
    if (y0 > py !== y1 > py && px < ((x1 - x0) * (py - y0)) / (y1 - y0) + x0) inside = !inside;
    [x0, y0] = [x1, y1];
  }
  return inside;
}

export const rectangle = (left, top, right, bottom) => [[left, top], [right, top], [right, bottom], [left, bottom]];

export const towards = ([x, y], [x1, y1], part) => [x + part * (x1 - x), y + part * (y1 - y)];

export const distance = ([x, y], [x1, y1]) => Math.hypot(x1 - x, y1 - y);

// What a message says, enlarged to UNIT and turned clockwise by quarters as this phone looks at the board.
export function turned(message, [cx, cy], quarters) {
  const spin = ([x, y]) => {
    for (let n = 0; n < quarters; n++) [x, y] = [-y, x];
    return [x, y];
  };
  const place = ([x, y]) => {
    const [dx, dy] = spin([x - cx, y - cy]);
    return [Math.round(UNIT * (cx + dx)), Math.round(UNIT * (cy + dy))];
  };
  const points = (value) => (typeof value[0] === "number" ? place(value) : value.map(points));
  const walk = (value, key) => {
    if (value === null || typeof value !== "object") return key === "size" ? value * UNIT : value;
    if (POINTS.has(key) && value.length) return points(value);
    if (key === "pitch") return spin(value).map((part) => part * UNIT);
    if (key === "area" || key === "bounds") return extent([place(value.slice(0, 2)), place(value.slice(2))]);
    if (Array.isArray(value)) return value.map((each) => walk(each, ""));
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each, name)]));
  };
  return walk(message, "");
}

export const outlineOf = (cell) => cell.piece || cell.polygon;

export function isDisc(polygon) {
  if (polygon.length < 12) return false;
  const middle = centre(polygon);
  const radii = polygon.map((point) => distance(middle, point));
  return Math.max(...radii) < 1.05 * Math.min(...radii);
}

export const isSquare = (polygon) =>
  polygon.every(([x, y], n) => [x, y].some((value, axis) => Math.abs(value - polygon.at(n - 1)[axis]) < 1));

// The squares, cell.size wide, of which a piece with right angles consists.
export function squaresOf(cell) {
  const outline = outlineOf(cell);
  const [left, top, right, bottom] = extent(outline);
  const columns = Math.max(1, Math.round((right - left) / cell.size)), rows = Math.max(1, Math.round((bottom - top) / cell.size));
  const wide = (right - left) / columns, high = (bottom - top) / rows;
  const found = [];
  for (let y = top; y < bottom - high / 2; y += high) {
    for (let x = left; x < right - wide / 2; x += wide) {
      if (contains(outline, [x + wide / 2, y + high / 2])) found.push(rectangle(x, y, x + wide, y + high));
    }
  }
  return found;
}

// The middles of the checkers of a stack, the lowest first: closer together where they would overrun the cell.
export function checkers(cell, count) {
  const pitch = Math.hypot(...(cell.pitch || [0, 0]));
  if (!pitch || count < 2) return Array(count).fill(cell.foot);
  const way = cell.pitch.map((part) => part / pitch);
  const at = (reach) => [cell.foot[0] + reach * way[0], cell.foot[1] + reach * way[1]];
  let room = 0;
  while (contains(cell.polygon, at(room + cell.size / 8))) room += cell.size / 8;
  const step = Math.min(pitch, Math.max(cell.size / 4, room - cell.size / 2) / (count - 1));
  return Array.from({ length: count }, (_, n) => at(n * step));
}

export const topOf = (cell, count) => checkers(cell, Math.max(1, count)).at(-1);

// Whether checkers stand on their edges there, like books.
export const onEdge = (cell) => Boolean(cell.pitch) && Math.hypot(...cell.pitch) < 0.6 * cell.size;

const RINGS = [[0.4, 14], [0.3, 10]]; // radius as part of the pile's width, seeds in it

// The middles of a pile's seeds around its own middle, which stays free for their number.
export function seedPlaces(width, height, count) {
  const places = [];
  for (const [ring, room] of RINGS) {
    const here = Math.min(count - places.length, room), inset = (0.5 - ring) * Math.min(width, height);
    const across = width / 2 - inset, down = height / 2 - inset;
    const line = Array.from({ length: 181 }, (_, n) => [across * Math.sin((n * Math.PI) / 90), -down * Math.cos((n * Math.PI) / 90)]);
    const lengths = [0];
    for (let n = 1; n < line.length; n++) lengths.push(lengths[n - 1] + distance(line[n - 1], line[n]));
    for (let n = 0; n < here; n++) {
      const wanted = lengths[180] * ((n / Math.max(1, here) + ring) % 1);
      places.push(line[lengths.findIndex((length) => length >= wanted)]);
    }
  }
  return places;
}

// The sides that belong to one polygon only: the line around cells that lie edge to edge.
export function around(polygons) {
  const sides = new Map();
  for (const polygon of polygons) {
    polygon.forEach((end, n) => {
      const side = [polygon.at(n - 1), end], key = side.map(([x, y]) => `${Math.round(x)},${Math.round(y)}`).sort().join(" ");
      sides.set(key, sides.has(key) ? null : side);
    });
  }
  return [...sides.values()].filter(Boolean);
}

// The place next to one in a direction; itself at the edge. A place seems farther for each unit off the straight way.
export function neighbour(places, here, [right, down]) {
  const [x0, y0] = places.get(here);
  let best = here, least = Infinity;
  for (const [name, [x, y]] of places) {
    const ahead = (x - x0) * right + (y - y0) * down, aside = Math.abs((x - x0) * down) + Math.abs((y - y0) * right);
    if (ahead > 0.05 * UNIT && ahead + 1.5 * aside < least) [best, least] = [name, ahead + 1.5 * aside];
  }
  return best;
}
