// What hands did last, drawn as it happens: pieces go from where they were to where they lie now, over the board as it is.
//
// The board shows what is so from the first moment on; what still moves is hidden there and drawn above it, out of reach of
// fingers. So nothing waits for a motion, and its last frame is the board.

import { svg } from "./elements.js";
import { centre, distance, extent, outlineOf, seedPlaces, topOf } from "./geometry.js";

const WHOLE_MS = 350, LEAST_MS = 150; // of all that a move does; of one way
const still = matchMedia("(prefers-reduced-motion: reduce)");

const count = (content) => (content ? content[1] : 0);

export class Motion {
  constructor(board) {
    this.board = board;
    this.layer = svg("g", { "aria-hidden": "true", "pointer-events": "none" });
    board.root.insertBefore(this.layer, board.layers.places);
    this.running = [];
  }

  // Show the steps of a move that has led from `before` to what the board shows now.
  play(steps, before, wanted) {
    this.stop();
    if (!wanted || still.matches || document.visibilityState !== "visible") return;
    const ways = steps.flatMap((step, n) => this.ways(step, before[n]));
    const going = ways.filter((way) => way.from), each = Math.max(LEAST_MS, WHOLE_MS / Math.max(1, going.length));
    const pause = going.length > 1 ? (WHOLE_MS - each) / (going.length - 1) : 0; // one after the other
    for (const way of ways) this.run(way, each, Math.max(0, going.indexOf(way)) * pause);
  }

  stop() {
    for (const running of this.running) running.cancel();
    this.running = [];
    this.layer.replaceChildren();
  }

  // The ways that pieces go in a step, from `cells`, what lay there before it: [what, from, to, the cell it comes to].
  ways({ cells: names, leaves }, cells) {
    const { board } = this, shown = (name) => board.cells.has(name);
    const more = names.filter((name) => leaves[name] && changes(cells[name], leaves[name]) > 0);
    const source = names.find((name) => name in leaves && changes(cells[name], leaves[name]) < 0 && shown(name));
    return [...new Set(more)].filter(shown).map((name) => {
      const cell = board.cells.get(name), now = leaves[name], to = this.spot(cell, now);
      const from = source ? this.spot(board.cells.get(source), cells[source]) : this.above(cell, to);
      return { cell, content: cell.holds === "pile" ? null : [now[0], 1, now[2]], from, to };
    });
  }

  // Where the newest piece of a content lies.
  spot(cell, content) {
    if (cell.holds === "stack") return topOf(cell, Math.max(1, count(content)));
    if (cell.holds !== "pile") return centre(outlineOf(cell));
    const [left, top, right, bottom] = extent(cell.polygon), places = seedPlaces(right - left, bottom - top, Math.min(24, Math.max(1, count(content))));
    return (places.at(-1) || [0, 0]).map((value, axis) => value + ([left, top][axis] + [right, bottom][axis]) / 2);
  }

  // Where a piece comes from that lay nowhere: the end at which its column is open; elsewhere it comes down on its place.
  above(cell, to) {
    const column = [...this.board.places.values()].find((place) => place.cells.length > 1 && place.cells.includes(cell));
    if (!column) return null;
    const [, top] = extent(column.polygon);
    return [to[0], top - cell.size / 2];
  }

  run({ cell, content, from, to }, duration, delay) {
    const { board } = this, timing = { duration, delay, fill: "backwards" };
    const drawn = svg("g", {}, content ? this.single(cell, content, to) : svg("use", { href: "#seed", transform: `translate(${to[0]} ${to[1]}) scale(0.09)` }));
    const under = board.nodeOf(cell.name);
    this.layer.append(drawn);
    const rolls = !from && cell.holds === "die" ? "rotate(-200deg) " : "";
    const start = from ? `translate(${(from[0] - to[0]).toFixed(1)}px, ${(from[1] - to[1]).toFixed(1)}px)` : `${rolls}scale(1.35)`;
    const falls = from && from[0] === to[0] && distance(from, to) > cell.size;
    drawn.style.transformOrigin = `${to[0]}px ${to[1]}px`;
    const moving = drawn.animate([{ transform: start, opacity: from ? 1 : 0 }, { transform: "none", opacity: 1 }], { ...timing, easing: falls ? "cubic-bezier(.5,0,.9,.6)" : "cubic-bezier(.3,0,.2,1)" });
    this.running.push(moving);
    if (under && content && count(board.view.cells[cell.name]) <= 1) this.running.push(under.animate([{ opacity: 0 }, { opacity: 0 }], { duration: duration + delay }));
    moving.onfinish = moving.oncancel = () => drawn.remove();
  }

  // One piece of a content where it comes to lie.
  single(cell, content, [x, y]) {
    if (cell.holds !== "stack") return this.board.pieces.draw(cell, content);
    return this.board.pieces.stamp("disc", content[0], [x, y], cell.size);
  }
}

// By how many pieces a content grows; another piece in its place has come, too.
function changes(before, now) {
  if (!now) return -count(before);
  if (!before) return count(now);
  if (before[0] !== now[0] || JSON.stringify(before[2]) !== JSON.stringify(now[2])) return 1;
  return now[1] - before[1];
}
