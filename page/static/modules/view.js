// What part of the board is seen, and fingers on it: taps, drags, pinches; and the keyboard's way from place to place.

import { UNIT, centre, contains, neighbour } from "./geometry.js";

const STILL = 9; // pixels that a finger may move in a tap
export const DOUBLE_MS = 400; // between the two halves of a double tap, at most
const MOST = 5; // times enlarged
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class BoardView {
  // `handlers`: tap(name, double, soon), focus(name), key(event) -> handled, holds(point) -> whether a piece is dragged from there, drag(by), dropped(), zoomed(whether)
  constructor(board, handlers) {
    this.board = board;
    this.handlers = handlers;
    this.scale = 1;
    this.middle = null;
    this.fingers = new Map();
    this.released = -Infinity;
    this.here = "";
    const root = board.root;
    root.addEventListener("click", (event) => this.click(event));
    root.addEventListener("pointerdown", (event) => this.down(event));
    root.addEventListener("pointermove", (event) => this.move(event));
    for (const kind of ["pointerup", "pointercancel"]) root.addEventListener(kind, (event) => this.up(event));
    root.addEventListener("keydown", (event) => this.key(event));
    root.addEventListener("focusin", (event) => this.focused(event.target.dataset.place || ""));
    new ResizeObserver(() => this.lay()).observe(root);
  }

  // -- what is seen ---------------------------------------------------------------------------------------------------

  reset() {
    this.middle = null;
    this.zoom(0);
    this.rove(this.board.nodes.has(this.here) ? this.here : this.nearest(centre([this.board.board.area.slice(0, 2), this.board.board.area.slice(2)])));
  }

  lay() {
    if (!this.board.window) return;
    const [left, top, right, bottom] = this.board.window, width = right - left, height = bottom - top;
    const seen = [width / this.scale, height / this.scale], middle = this.middle || [(left + right) / 2, (top + bottom) / 2];
    const inside = (value, half, low, high) => Math.min(Math.max(value, low + half), high - half);
    this.middle = [inside(middle[0], seen[0] / 2, left, right), inside(middle[1], seen[1] / 2, top, bottom)];
    this.seen = [this.middle[0] - seen[0] / 2, this.middle[1] - seen[1] / 2, ...seen];
    this.board.root.setAttribute("viewBox", this.seen.map((value) => value.toFixed(1)).join(" "));
    const box = this.board.root.getBoundingClientRect();
    if (box.width) {
      this.pixel = Math.max(seen[0] / box.width, seen[1] / box.height);
      this.board.resize(this.pixel);
    }
  }

  // Enlarge; 0 shows the whole board again.
  zoom(factor, about) {
    const before = this.scale;
    this.scale = Math.min(MOST, Math.max(1, this.scale * factor));
    const part = 1 - before / this.scale;
    if (about && this.middle) this.middle = [0, 1].map((axis) => this.middle[axis] + part * (about[axis] - this.middle[axis]));
    this.lay();
    document.body.classList.toggle("zoomed", this.scale > 1);
    this.handlers.zoomed(this.scale > 1);
  }

  // Bring a point into sight.
  reveal(point) {
    const [left, top, width, height] = this.seen, room = 0.2;
    if (this.scale === 1 || contains([[left + room * width, top + room * height], [left + (1 - room) * width, top + room * height], [left + (1 - room) * width, top + (1 - room) * height], [left + room * width, top + (1 - room) * height]], point)) return;
    this.middle = point;
    this.lay();
  }

  point({ clientX, clientY }) {
    const matrix = this.board.root.getScreenCTM();
    return [(clientX - matrix.e) / matrix.a, (clientY - matrix.f) / matrix.d];
  }

  nearest(point) {
    let best = "", least = Infinity;
    for (const [name, [x, y]] of this.board.middles()) {
      const away = Math.hypot(x - point[0], y - point[1]);
      if (away < least) [best, least] = [name, away];
    }
    return best;
  }

  // -- fingers --------------------------------------------------------------------------------------------------------

  down(event) {
    if (event.button) return;
    if (!this.fingers.size) this.dragged = false;
    const start = this.point(event);
    this.fingers.set(event.pointerId, { start, at: [event.clientX, event.clientY], from: [event.clientX, event.clientY] });
    this.carries = this.fingers.size === 1 && this.handlers.holds(start) ? { done: [0, 0] } : null;
  }

  move(event) {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const now = [event.clientX, event.clientY];
    if (Math.hypot(now[0] - finger.from[0], now[1] - finger.from[1]) > STILL && !this.dragged) {
      this.dragged = true;
      this.board.root.setPointerCapture(event.pointerId);
    }
    if (this.dragged && this.fingers.size === 2) this.pinch(event.pointerId, now);
    else if (this.dragged && this.carries) this.carry(finger, this.point(event));
    else if (this.dragged && this.scale > 1) {
      this.middle = this.middle.map((value, axis) => value - (now[axis] - finger.at[axis]) * this.pixel);
      this.lay();
    }
    finger.at = now;
  }

  pinch(moved, now) {
    const [one, two] = [...this.fingers].map(([id, finger]) => [finger.at, id === moved ? now : finger.at]);
    const apart = (place) => Math.hypot(one[place][0] - two[place][0], one[place][1] - two[place][1]);
    const middle = this.point({ clientX: (one[1][0] + two[1][0]) / 2, clientY: (one[1][1] + two[1][1]) / 2 });
    if (apart(0)) this.zoom(apart(1) / apart(0), middle);
  }

  carry(finger, point) {
    const steps = point.map((value, axis) => Math.round((value - finger.start[axis]) / UNIT));
    const by = steps.map((value, axis) => value - this.carries.done[axis]);
    if ((by[0] || by[1]) && this.handlers.drag(by.map((value) => value * UNIT))) this.carries.done = steps;
  }

  up(event) {
    this.fingers.delete(event.pointerId);
    if (this.carries && this.dragged) this.handlers.dropped();
    this.carries = null;
    if (this.dragged) this.released = performance.now();
  }

  click(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    const place = event.target.closest("[data-place]");
    if (!place) return;
    const name = place.dataset.place, now = performance.now();
    const double = this.clicked && this.clicked[0] === name && now - this.clicked[1] < DOUBLE_MS;
    const soon = now - this.released < DOUBLE_MS; // wherever the last tap was
    this.clicked = double ? null : [name, now];
    this.released = now;
    this.rove(name);
    this.handlers.tap(name, Boolean(double), soon);
  }

  // -- keyboard -------------------------------------------------------------------------------------------------------

  rove(name) {
    if (!this.board.nodes.has(name)) return;
    this.board.nodes.get(this.here)?.setAttribute("tabindex", -1);
    this.here = name;
    this.board.nodes.get(name).setAttribute("tabindex", 0);
  }

  focused(name) {
    if (!name) return;
    this.rove(name);
    this.reveal(centre(this.board.places.get(name).polygon));
    if (this.board.nodes.get(name).matches(":focus-visible")) this.handlers.focus(name); // not by a finger, which taps
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (this.handlers.key(event)) event.preventDefault();
    else if (way) {
      event.preventDefault();
      const to = neighbour(this.board.middles(), this.here, way);
      this.board.nodes.get(to).focus({ preventScroll: true });
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.tap(this.here, false, false);
    }
  }
}
