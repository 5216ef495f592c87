// Draws what lies on a cell, for any game, from the cell and its content [colour, count, faces] alone.

import { BLACK, WHITE, darker, lighter } from "./colours.js";
import { svg } from "./elements.js";
import { centre, checkers, extent, isDisc, isSquare, onEdge, outlineOf, seedPlaces, squaresOf, towards } from "./geometry.js";

const IVORY = "#f7f2e7"; // dice that belong to nobody
const FIELD = "#d9cfb9"; // dice that are only pictures to tap
const SEED = "#efe2c8", NUMBER = "#fff8ea"; // seeds, and their number on wood
const COUNTED = 6; // a stack of so many carries its number: nobody counts them at a glance
const BEVEL = 0.09; // of a square's slanted edge, as part of its width
const DIAGONAL = [[-1, -1], [1, 1]], CORNERS = [...DIAGONAL, [1, -1], [-1, 1]];
const PIPS = [[], [[0, 0]], DIAGONAL, [...DIAGONAL, [0, 0]], CORNERS, [...CORNERS, [0, 0]], [...CORNERS, [-1, 0], [1, 0]]];

const list = (points) => points.map((point) => point.map((value) => +value.toFixed(1)).join(",")).join(" ");

export const polygon = (points, attributes) => svg("polygon", { points: list(points), ...attributes });

export const text = ([x, y], height, words, fill, more = {}) =>
  svg("text", { x, y, dy: ".36em", "font-size": height, "font-weight": 700, "text-anchor": "middle", fill, ...more }, String(words));

function bevelled(outer, colour) {
  const middle = centre(outer);
  const inner = outer.map((corner) => towards(corner, middle, 2 * BEVEL));
  const edges = outer.map((one, n) => {
    const two = outer.at(n - 1), [x, y] = centre([one, two]).map((value, axis) => value - middle[axis]);
    const light = -(x + 2 * y) / (Math.hypot(x, y) * Math.hypot(1, 2) || 1); // from above, a little from the left
    const fill = light > 0 ? lighter(colour, 0.34 * light) : darker(colour, -0.34 * light);
    return polygon([one, two, inner.at(n - 1), inner[n]], { fill });
  });
  return [polygon(outer, { fill: colour }), ...edges, polygon(inner, { fill: colour })];
}

export class Pieces {
  // `letters`: whether pieces carry the letters of their colours.
  // `eyes`: for whom the colours are meant.
  constructor(board, letters, eyes) {
    this.sides = board.sides;
    const { hues, ink } = board.colours.eyes?.[eyes] || board.colours; // the host may be older than this page
    this.hues = hues;
    this.inks = ink;
    this.letters = letters;
    this.fourSided = board.cells.some((cell) => cell.holds === "die" && cell.polygon.length === 3);
  }

  colour(side) {
    return side > 0 ? this.hues[this.sides[side - 1].hue] : IVORY;
  }

  ink(side) {
    return side > 0 ? this.inks[this.sides[side - 1].hue] : BLACK;
  }

  // What pieces are put together from, once for all boards of the page.
  symbols() {
    const found = [];
    for (let side = 0; side <= this.sides.length; side++) {
      const hue = this.colour(side);
      found.push(
        svg("g", { id: `tile-${side}` }, bevelled([[-50, -50], [50, -50], [50, 50], [-50, 50]], hue)),
        svg(
          "g",
          { id: `disc-${side}` },
          svg("circle", { r: 50, fill: darker(hue, 0.34) }),
          svg("circle", { r: 47.5, fill: lighter(hue, 0.22) }),
          svg("circle", { r: 46, cy: 1.5, fill: hue }),
          svg("circle", { r: 34, fill: darker(hue, 0.14) }),
          svg("circle", { r: 32.5, cy: 1.5, fill: lighter(hue, 0.07) }),
        ),
      );
    }
    found.push(
      svg(
        "g",
        { id: "seed" },
        svg("circle", { r: 100, cy: 20, fill: darker(SEED, 0.45) }),
        svg("circle", { r: 96, fill: SEED }),
        svg("circle", { r: 35, cx: -25, cy: -30, fill: lighter(SEED, 0.45) }),
      ),
    );
    return found;
  }

  // The element that shows a content; `pale` for what only might lie there.
  draw(cell, content, pale = false) {
    const kinds = { piece: this.piece, stack: this.stack, pile: this.pile, die: this.die };
    return svg("g", { opacity: pale ? 0.55 : null }, kinds[cell.holds].call(this, cell, content, pale));
  }

  piece(cell, [side], pale) {
    const outline = outlineOf(cell);
    if (isDisc(outline)) return [this.stamp("disc", side, cell.foot, cell.size), pale ? null : this.letter(cell.foot, 0.42 * cell.size, side)];
    if (!isSquare(outline)) return bevelled(cell.polygon, this.colour(side));
    const squares = squaresOf(cell);
    const tiles = squares.map((square) => this.stamp("tile", side, centre(square), square[1][0] - square[0][0] || cell.size));
    const lettered = squares.length === 1 && !pale && cell.zone === "board";
    return lettered ? [...tiles, this.letter(centre(outline), 0.5 * cell.size, side)] : tiles;
  }

  stack(cell, [side, count], pale) {
    const places = checkers(cell, count);
    if (onEdge(cell)) return this.slats(cell, side, places);
    if (pale) return this.stamp("disc", side, places.at(-1), cell.size);
    const discs = places.map((place) => this.stamp("disc", side, place, cell.size));
    if (count >= COUNTED) return [...discs, text(places.at(-1), 0.5 * cell.size, count, this.ink(side))];
    return [...discs, ...places.map((place) => this.letter(place, 0.42 * cell.size, side))];
  }

  slats(cell, side, places) {
    const thick = Math.hypot(...cell.pitch), upright = Math.abs(cell.pitch[0]) > Math.abs(cell.pitch[1]), hue = this.colour(side);
    const [width, height] = upright ? [thick, cell.size] : [cell.size, thick];
    const slat = ([x, y], inset, fill) =>
      svg("rect", { x: x - width / 2 + inset, y: y - height / 2 + inset, width: width - 2 * inset, height: height - 2 * inset, rx: thick / 5, fill });
    return [
      ...places.flatMap((place) => [slat(place, 0, darker(hue, 0.4)), slat(place, 0.06 * thick, lighter(hue, 0.12))]),
      text(places.at(-1), 0.27 * cell.size, places.length, this.ink(side)),
    ];
  }

  pile(cell, [, count], pale) {
    const [left, top, right, bottom] = extent(cell.polygon), width = right - left, height = bottom - top;
    const middle = [(left + right) / 2, (top + bottom) / 2], size = (Math.min(width, height) * 0.065) / 100;
    const seeds = pale ? [] : seedPlaces(width, height, Math.min(count, 24));
    const number = text(cell.foot, 0.34 * cell.size, count, NUMBER);
    return [...seeds.map(([x, y]) => svg("use", { href: "#seed", transform: `translate(${(middle[0] + x).toFixed(1)} ${(middle[1] + y).toFixed(1)}) scale(${size})` })), number];
  }

  die(cell, [side, , faces = []]) {
    if (this.fourSided) return this.tetrahedron(cell, side, faces);
    const value = faces[0] || 0;
    return this.cube(cell.foot, cell.size, value, this.colour(side), this.ink(side), cell.zone !== "cube");
  }

  cube([x, y], size, value, colour, ink, pips = true) {
    const box = (inset, rounding, fill) =>
      svg("rect", { x: x - size / 2 + inset, y: y - size / 2 + inset, width: size - 2 * inset, height: size - 2 * inset, rx: size * rounding, fill });
    const dots = (pips && PIPS[value]) || [];
    return [
      box(0, 0.18, darker(colour, 0.3)),
      box(0.03 * size, 0.16, colour),
      ...dots.map(([across, down]) => svg("circle", { cx: x + 0.25 * across * size, cy: y + 0.25 * down * size, r: 0.09 * size, fill: BLACK })),
      value && !dots.length ? text([x, y], 0.5 * size, value, ink) : null,
    ];
  }

  // A die with four faces: the number on top in the middle, the others at its corners left, third, right.
  tetrahedron(cell, side, faces, hue = this.colour(side)) {
    const half = cell.size / 2, high = (cell.size * Math.sqrt(3)) / 4, [x, y] = cell.foot;
    const corners = cell.corners || [[x - half, y + high], [x, y - high], [x + half, y + high]];
    const middle = centre(corners), ink = this.ink(side);
    const edge = Math.hypot(corners[2][0] - corners[0][0], corners[2][1] - corners[0][1]);
    return [
      ...bevelled(corners.map((corner) => towards(middle, corner, 0.9)), hue),
      this.letter(towards(middle, corners[1], -0.36), 0.11 * edge, side),
      faces.length ? text(middle, 0.3 * edge, faces[0], ink) : null,
      ...faces.slice(1).map((face, n) => text(towards(middle, corners[n], 0.58), 0.13 * edge, face, ink)),
    ];
  }

  // A die to tap for a number, in a box of 100 by 100 around the origin.
  field(label) {
    if (!/^\d$/.test(label)) return [text([0, 0], 30, label, BLACK)];
    if (!this.fourSided) return this.cube([0, 0], 92, Number(label), WHITE, BLACK);
    return this.tetrahedron({ foot: [0, 6], size: 100 }, 0, [label], FIELD);
  }

  stamp(kind, side, [x, y], size) {
    return svg("use", { href: `#${kind}-${side}`, transform: `translate(${+x.toFixed(1)} ${+y.toFixed(1)}) scale(${+(Math.abs(size) / 100).toFixed(4)})` });
  }

  letter(place, height, side) {
    const mark = this.letters && side > 0 ? this.sides[side - 1].mark : "";
    return mark ? text(place, height, mark, this.ink(side)) : null;
  }
}
