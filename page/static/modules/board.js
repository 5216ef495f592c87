// The board as SVG, redrawn by differences only: the empty board, what lies there, marks, hands, names, places to tap.

import { BLACK, BLUE, ORANGE, WHITE, darker, lighter, mix } from "./colours.js";
import { svg } from "./elements.js";
import { UNIT, around, centre, contains, distance, extent, isDisc, onEdge, outlineOf, rectangle, topOf } from "./geometry.js";
import { polygon, text } from "./pieces.js";

const BESIDE = ["tray", "hand", "out", "buttons"]; // zones that stand in the panel, large enough for fingers
const QUIET = ["tray", "hand", "dice", "buttons"]; // zones with so many choices that dots would only be noise
const HOLLOW = ["hole", "pit", "store", "home"]; // tones of cells that go down into the board
const ROUNDING = 0.2 * UNIT, EDGE = 0.3 * UNIT, LABEL = 0.38 * UNIT;
const LAYERS = ["ground", "pieces", "coming", "last", "deciding", "tapped", "hint", "next", "held", "hands", "names", "places"];
const LINES = { last: [WHITE, BLACK, 2.5], tapped: [BLUE, WHITE, 3], hint: [BLUE, WHITE, 4.5], next: [BLUE, WHITE, 1.5], deciding: [BLUE, WHITE, 4] };

const path = (points) => `M${points.map((point) => point.map((value) => +value.toFixed(1)).join(" ")).join("L")}Z`;

export const isBeside = (cell) => BESIDE.includes(cell.zone) || (cell.zone === "dice" && Boolean(cell.label));

export class Board {
  constructor(root) {
    this.root = root;
    this.layers = Object.fromEntries(LAYERS.map((name) => [name, svg("g", name === "places" ? {} : { "aria-hidden": "true" })]));
    root.append(...Object.values(this.layers));
    this.drawn = {}; // by layer: what was drawn, by key
    this.pixel = 2; // of the screen, in units of the drawing
  }

  // Take another board, or the same in other colours.
  take(board, pieces, night) {
    this.board = board;
    this.pieces = pieces;
    this.tones = board.colours[night ? "dark" : "light"];
    this.cells = new Map(board.cells.filter((cell) => !isBeside(cell)).map((cell) => [cell.name, cell]));
    this.window = this.measure();
    for (const name of LAYERS) this.layers[name].replaceChildren();
    this.drawn = {};
    this.view = null;
    this.layers.ground.append(...this.empty());
    this.places = this.listPlaces();
    this.nodes = new Map();
    for (const [name, place] of this.places) {
      const node = svg("path", { d: path(place.polygon), class: "place", "data-place": name, role: "button", tabindex: -1, "aria-label": name });
      this.nodes.set(name, node);
    }
    this.layers.places.append(...this.nodes.values());
  }

  // The part of the plane that shows the board without what lies beside it.
  measure() {
    const cells = [...this.cells.values()].flatMap((cell) => cell.polygon);
    this.edge = extent(cells).map((value, side) => value + (side < 2 ? -EDGE : EDGE));
    const corners = rectangle(...this.edge).concat(
      this.board.labels.filter((label) => !label.cell || this.cells.has(label.cell)).flatMap(({ at: [x, y] }) => [[x - LABEL, y - LABEL], [x + LABEL, y + LABEL]]),
    );
    return extent(corners);
  }

  empty() {
    const { board, tones } = this, [left, top, right, bottom] = this.edge;
    const grounds = board.grounds.map(({ polygon: points, tone }) => ({ points, tone }));
    const found = [];
    if (!grounds.length) {
      const [x0, y0, x1, y1] = board.area.map((value, side) => value + (side < 2 ? -0.15 : 0.15) * UNIT);
      grounds.push({ points: rectangle(x0, y0, x1, y1), colour: darker(tones.light || "#ebe7dd", 0.18) });
    }
    for (const { points, tone, colour } of grounds) {
      const [x0, y0, x1, y1] = extent(points), fill = colour || tones[tone];
      const box = [Math.max(x0, left), Math.max(y0, top), Math.min(x1, right), Math.min(y1, bottom)];
      if (box[0] >= box[2] || box[1] >= box[3] || tone === "tray") continue;
      const whole = x0 <= board.area[0] && y0 <= board.area[1] && x1 >= board.area[2] && y1 >= board.area[3];
      if (points.length !== 4) found.push(polygon(points, { fill }));
      else found.push(svg("rect", { x: box[0], y: box[1], width: box[2] - box[0], height: box[3] - box[1], rx: whole ? ROUNDING : 0, fill }));
    }
    const flat = new Map();
    for (const cell of this.cells.values()) {
      if (cell.zone === "dice" || cell.zone === "cube") continue;
      if (HOLLOW.includes(cell.tone.split(":")[0])) found.push(...this.hollow(cell));
      else flat.set(cell.tone, (flat.get(cell.tone) || "") + path(cell.polygon));
    }
    for (const [tone, d] of flat) {
      found.push(svg("path", { d, fill: tones[tone], stroke: darker(tones[tone], 0.16), "stroke-width": 1.2, "stroke-linejoin": "round" }));
    }
    for (const cell of this.cells.values()) {
      if (cell.corners && cell.zone === "board") {
        const [x, y] = centre(cell.corners), [cornerX, cornerY] = cell.corners[0]; // where a die's left corner lies
        found.push(svg("circle", { cx: x + 0.76 * (cornerX - x), cy: y + 0.76 * (cornerY - y), r: 2.6, fill: BLACK }));
      }
    }
    return found;
  }

  // A cell whose upper rim throws a shadow into it.
  hollow(cell) {
    const tone = this.tones[cell.tone], [left, top, right, bottom] = extent(cell.polygon);
    const rounding = Math.min(right - left, bottom - top) * (isDisc(cell.polygon) ? 0.5 : 0.3), depth = 4;
    return [[lighter(tone, 0.18), -0.4, 0.5], [darker(tone, 0.42), 0, 0], [tone, 0.45, 0.55]].map(([fill, inset, lowered]) => {
      const by = inset * depth, down = lowered * depth;
      return svg("rect", { x: left + by, y: top + by + down, width: right - left - 2 * by, height: bottom - top - 2 * by, rx: rounding - by, fill });
    });
  }

  // All that can be tapped: areas, and the cells that lie under none.
  listPlaces() {
    const found = new Map();
    for (const area of this.board.areas) {
      const cells = [...this.cells.values()].filter((cell) => cell.name === area.name || contains(area.polygon, cell.foot));
      if (cells.length) found.set(area.name, { ...area, cells });
    }
    const covered = new Set([...found.values()].flatMap((area) => area.cells.map((cell) => cell.name)));
    for (const cell of this.cells.values()) {
      if (!covered.has(cell.name)) found.set(cell.name, { name: cell.name, polygon: cell.polygon, cells: [cell] });
    }
    return found;
  }

  middles() {
    return new Map([...this.places].map(([name, place]) => [name, centre(place.polygon)]));
  }

  // -- what changes ---------------------------------------------------------------------------------------------------

  // `view`: {cells, coming, marks, hands, names, held: {cells, allowed} or null}
  show(view) {
    this.view = view;
    const lying = (cells, pale) =>
      Object.entries(cells)
        .filter(([name]) => this.cells.has(name))
        .map(([name, content]) => [name, JSON.stringify(content), () => this.pieces.draw(this.cells.get(name), content, pale)]);
    this.update("pieces", lying(view.cells, false));
    this.update("coming", lying(view.coming, true));
    for (const mark of Object.keys(LINES)) {
      const names = view.marks[mark] || [];
      this.whole(mark, [names, names.map((name) => view.cells[name])], () => (mark === "next" ? this.offers(names) : this.outlines(names, LINES[mark])));
    }
    this.whole("held", view.held, () => (view.held ? this.held(view.held) : []));
    this.whole("hands", view.hands, () => view.hands.flatMap((shape) => this.hand(shape)));
    this.whole("names", [view.names, view.hands, Object.keys(view.cells).length], () => this.names(view));
  }

  // Draw what is measured in pixels anew: the board has another size now.
  resize(pixel) {
    if (Math.abs(pixel / this.pixel - 1) < 0.02) return;
    this.pixel = pixel;
    if (!this.view) return;
    for (const layer of [...Object.keys(LINES), "held", "hands", "names"]) delete this.drawn[layer];
    this.show(this.view);
  }

  // The element of what lies on a cell.
  nodeOf(name) {
    return this.drawn.pieces?.get(name)?.node;
  }

  update(layer, wanted) {
    const before = this.drawn[layer] || new Map(), now = new Map();
    for (const [name, key, draw] of wanted) {
      const old = before.get(name);
      if (old && old.key === key) now.set(name, old);
      else {
        const node = draw();
        if (old) old.node.replaceWith(node);
        else this.layers[layer].append(node);
        now.set(name, { key, node });
      }
    }
    for (const [name, { node }] of before) if (!now.has(name)) node.remove();
    this.drawn[layer] = now;
  }

  whole(layer, facts, draw) {
    const key = JSON.stringify(facts);
    if (this.drawn[layer] === key) return;
    this.drawn[layer] = key;
    this.layers[layer].replaceChildren(...draw());
  }

  // -- marks ----------------------------------------------------------------------------------------------------------

  slim(width) {
    return Math.max(1, width * Math.min(1, UNIT / this.pixel / 40)) * this.pixel;
  }

  // A line beside its halo, so that it shows on every ground.
  haloed(name, attributes, [colour, halo, width]) {
    const line = this.slim(width);
    return [[halo, 2 * line], [colour, line]].map(([stroke, wide]) =>
      svg(name, { ...attributes, fill: "none", stroke, "stroke-width": wide.toFixed(2), "stroke-linecap": "round", "stroke-linejoin": "round" }),
    );
  }

  segments(lines, style) {
    const d = lines.map(([[x0, y0], [x1, y1]]) => `M${x0} ${y0}L${x1} ${y1}`).join("");
    return d ? this.haloed("path", { d }, style) : [];
  }

  outlines(names, style) {
    const polygons = [], rings = [];
    for (const name of names) {
      const cell = this.cells.get(name);
      const ring = ([cx, cy], size) => rings.push(...this.haloed("circle", { cx, cy, r: size / 2 + this.slim(style[2]) / 2 }, style));
      if (!cell) polygons.push(...(this.places.has(name) ? [this.places.get(name).polygon] : []));
      else if (cell.holds === "stack" && !onEdge(cell)) ring(topOf(cell, (this.view.cells[name] || [0, 0])[1]), cell.size);
      else if (isDisc(outlineOf(cell))) ring(centre(cell.polygon), cell.size);
      else polygons.push(cell.polygon);
    }
    return [...this.segments(around(polygons), style), ...rings];
  }

  // Dots on empty cells; rings or lines around what lies there.
  offers(names) {
    const lined = [], found = [];
    for (const cell of names.map((name) => this.cells.get(name)).filter(Boolean)) {
      const content = this.view.cells[cell.name], ring = ([cx, cy]) => this.haloed("circle", { cx, cy, r: cell.size / 2 }, LINES.next);
      if (QUIET.includes(cell.zone)) continue;
      if (content && ["piece", "die"].includes(cell.holds)) lined.push(cell.polygon);
      else if (cell.holds === "pile") found.push(...(isDisc(cell.polygon) ? ring(cell.foot) : []));
      else if (content) found.push(...ring(topOf(cell, content[1])));
      else {
        const radius = Math.max(2 * this.pixel, Math.min(0.1 * cell.size, 6 * this.pixel));
        found.push(svg("circle", { cx: cell.foot[0], cy: cell.foot[1], r: radius, fill: BLACK, opacity: 0.5 }));
      }
    }
    return [...this.segments(around(lined), LINES.next), ...found];
  }

  // The piece in hand where it would lie.
  held({ cells, colour, allowed }) {
    const polygons = cells.map((name) => this.cells.get(name)).filter(Boolean);
    return [
      svg("g", { opacity: 0.75 }, polygons.map((cell) => this.pieces.draw(cell, [colour, 1], true))),
      ...this.segments(around(polygons.map((cell) => cell.polygon)), [allowed ? BLUE : ORANGE, WHITE, 4]),
    ];
  }

  // -- hands ----------------------------------------------------------------------------------------------------------

  // Whether a point is on the board, not beside it in a tray that stands in the panel.
  shows([x, y]) {
    const [left, top, right, bottom] = this.edge, rim = EDGE / 2;
    return left + rim < x && x < right - rim && top + rim < y && y < bottom - rim;
  }

  hand(shape) {
    const pixel = this.pixel;
    if (shape.kind === "arrow") return this.arrow(shape);
    if (shape.kind === "outline") return this.segments(shape.lines.filter((line) => line.every((point) => this.shows(point))), [BLUE, WHITE, 4.5]);
    if (shape.kind === "cross") {
      const [x, y] = shape.at, by = 0.28 * UNIT;
      return this.segments([[[x - by, y - by], [x + by, y + by]], [[x - by, y + by], [x + by, y - by]]], [ORANGE, WHITE, 4.5]);
    }
    if (shape.kind === "seed") {
      const [cx, cy] = shape.at;
      return [svg("circle", { cx, cy, r: 6, fill: WHITE, stroke: BLUE, "stroke-width": 1.5 * pixel })];
    }
    const radius = Math.max(0.2 * UNIT, 9 * pixel), [cx, cy] = shape.at;
    return [svg("circle", { cx, cy, r: radius, fill: BLUE, stroke: WHITE, "stroke-width": 1.5 * pixel }), text(shape.at, 1.25 * radius, shape.text, WHITE)];
  }

  arrow({ points, curved }) {
    const line = Math.min(4 * this.pixel, 0.1 * UNIT), head = 4.2 * line, end = points.at(-1), before = points.at(-2);
    const length = distance(before, end) || 1, way = [0, 1].map((axis) => (end[axis] - before[axis]) / length);
    const at = (back, aside) => [end[0] - back * way[0] - aside * way[1], end[1] - back * way[1] + aside * way[0]];
    const stops = [...points.slice(0, -1), at(0.8 * head, 0)];
    let d = `M${stops[0].join(" ")}`;
    if (curved) {
      for (let n = 1; n < stops.length - 1; n++) {
        const to = n < stops.length - 2 ? centre([stops[n], stops[n + 1]]) : stops[n + 1];
        d += `Q${stops[n].join(" ")} ${to.join(" ")}`;
      }
    } else d += stops.slice(1).map((stop) => `L${stop.join(" ")}`).join("");
    const tip = path([end, at(head, head / 2), at(0.8 * head, 0), at(head, -head / 2)]);
    const round = { "stroke-linejoin": "round", "stroke-linecap": "round" };
    return [[WHITE, 2.4 * line, 1.4 * line], [BLUE, line, 0]].flatMap(([stroke, width, rim]) => [
      svg("path", { d, fill: "none", stroke, "stroke-width": width, ...round }),
      svg("path", { d: tip, fill: stroke, stroke, "stroke-width": rim, ...round }),
    ]);
  }

  // -- names ----------------------------------------------------------------------------------------------------------

  names({ names, hands, cells }) {
    const found = [], marked = hands.flatMap((shape) => (shape.points ? [shape.points[0], shape.points.at(-1)] : shape.lines ? shape.lines.map(centre) : [shape.at]));
    for (const label of this.board.labels) {
      const cell = this.cells.get(label.cell);
      if (label.cell && !cell) continue;
      const inside = cell && contains(cell.polygon, label.at), words = names[label.cell] || label.text;
      const height = Math.max(9 * this.pixel, Math.min((inside ? 0.19 : 0.3) * UNIT, 16 * this.pixel));
      const plain = { "font-weight": 400, class: inside ? null : "rim" };
      if (!inside || !cells[label.cell]) {
        found.push(text(label.at, height, words, inside ? mix(this.tones[cell.tone], "#000000", 0.62) : null, plain));
      } else if (marked.some((point) => contains(cell.polygon, point))) {
        const [x, y] = label.at, half = 0.36 * height * words.length; // above the piece that lies there
        found.push(svg("rect", { x: x - half, y: y - 0.62 * height, width: 2 * half, height: 1.24 * height, rx: 3, fill: BLACK }), text(label.at, height, words, WHITE));
      }
    }
    return found;
  }
}
