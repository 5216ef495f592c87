// The page: takes what the table sends, shows it, and sends what this phone wants. It knows no rules.

import { Board } from "./board.js";
import { Connection } from "./connection.js";
import { by, html, setHidden, write } from "./elements.js";
import { Film } from "./film.js";
import { centre, neighbour, turned } from "./geometry.js";
import { takeOtherPlace } from "./joining.js";
import { Motion } from "./motion.js";
import { Pieces } from "./pieces.js";
import { curve, moves, scores, swatch } from "./record.js";
import { buzz, sound, speak, stayAwake } from "./senses.js";
import { apply, follow, isNight, keepBoard, keptBoard, set, settings } from "./settings.js";
import { close, mindBack, showMore, showQuestions } from "./sheets.js";
import { Spoken } from "./spoken.js";
import { dicePad, handPad, placement, prompt, result, tray } from "./stage.js";
import { canFilm } from "./trust.js";
import { known, learn, t } from "./words.js";
import { BoardView, DOUBLE_MS } from "./view.js";

const WIDE = 1.8; // how many times as wide as high a board is that a panel beside it would make too small
const HOLD_MS = 50; // between two questions where a piece would lie

class Page {
  constructor() {
    this.sent = { board: null, scene: null }; // as they came
    this.kept = keptBoard();
    this.hello = this.board = this.scene = this.held = null;
    this.nothing = this.ended = "";
    this.said = { text: "", wrong: false, anyway: "" };
    this.step = this.taking = 0;
    this.firstAt = this.wanted = "";
    this.untouched = false; // whether a piece in hand lies where the table laid it: a tap on it says where, it does not play it
    this.dragged = null; // the piece as it lay when a finger began to drag it
    this.filming = null; // while this phone is the camera
    this.elected = false; // whether the table would have it so
    this.leaving = false; // whether this phone has stopped being the camera and waits for the table's answer
    this.announced = ""; // the sentence that was spoken last
    this.opened = new Set(matchMedia("(orientation: portrait) and (min-height: 800px)").matches ? ["course"] : []);
    this.redraw = () => this.takeBoard();
    this.drawing = new Board(by("board"));
    this.motion = new Motion(this.drawing);
    this.moving = null; // shows what hands did last, once the board is drawn
    this.view = new BoardView(this.drawing, {
      tap: (name, double, soon) => this.tap(name, double, soon),
      focus: (name) => this.inHand() && !this.scene.entry.laid && this.hold(name), // one that was laid stays there
      key: (event) => this.key(event),
      holds: (point) => Boolean(this.inHand() && this.held && this.view.nearest(point) && this.held.cells.includes(this.view.nearest(point))),
      drag: (by) => this.shift(by),
      dropped: () => this.dropped(),
      zoomed: (large) => by("zoom").setAttribute("aria-label", t(large ? "zoom_out" : "zoom_in")),
    });
    this.line = new Connection({ message: (message) => this.receive(message), state: (connected) => this.reached(connected), board: () => this.kept.tag || "" });
    by("zoom").onclick = () => this.zoom();
    by("menu").onclick = () => showMore(this);
    by("sheet").addEventListener("click", (event) => event.target === by("sheet") && close());
    for (const kind of ["visibilitychange", "pointerdown"]) document.addEventListener(kind, stayAwake);
    follow(this.redraw);
    mindBack();
    stayAwake();
  }

  // -- what comes ---------------------------------------------------------------------------------------------------------

  receive(message) {
    const take = {
      hello: () => this.greet(message),
      board: () => ((this.nothing = ""), (this.sent.board = this.known(message)), (this.sent.scene = null)),
      scene: () => this.takeScene(message),
      nothing: () => ((this.nothing = message.text), (this.sent.scene = this.scene = null)),
      refused: () => this.refuse(message),
      preview: () => this.preview(message),
      said: () => this.tell(message.text),
      camera: () => this.takeCamera(message),
      photo: () => (message.wrong ? this.refuse({ text: message.text, anyway: "" }) : this.tell(message.text)),
      secure: () => location.assign(message.link),
      bye: () => (close(), this.filming?.stop(), (this.ended = message.text || t("gone"))),
    }[message.type];
    if (message.id && message.id === this.taking) this.taking = 0;
    if (take) take();
    if (!["done", "preview"].includes(message.type)) this.show();
  }

  // The board that a message says, or names by its tag where this phone has kept it.
  known(message) {
    if (!message.cells) return this.kept;
    if (message.tag !== this.kept.tag) keepBoard((this.kept = message));
    return message;
  }

  reached(connected) {
    if (connected) {
      // What was sent before a cut may be lost.
      if (this.leaving) this.leave();
      this.filming?.ask();
    }
    this.show();
  }

  greet(hello) {
    const other = this.hello?.language !== hello.language;
    this.hello = hello;
    this.ended = "";
    learn(hello.words);
    if (!other) return;
    const root = document.documentElement;
    root.lang = hello.language;
    root.dir = hello.rtl ? "rtl" : "ltr";
    for (const [id, key] of [["menu", "more"], ["board", "board"]]) by(id).setAttribute("aria-label", t(key));
    by("keys").textContent = t("keys");
    close();
  }

  takeScene(scene) {
    const before = this.sent.scene, fresh = !this.board || !before || !this.scene;
    this.sent.scene = scene;
    if (fresh) this.takeBoard(false);
    else this.turnScene();
    const mine = (each) => this.hello.seats.includes(each.turn.seat) && !each.over && !each.todo;
    if (JSON.stringify(before?.todo) !== JSON.stringify(scene.todo)) this.step = scene.todo && scene.todo.steps.length > 1 ? 1 : 0;
    if (before && before.moment !== scene.moment) this.said = { text: "", wrong: false, anyway: "" };
    if (before && scene.over && !before.over) sound("over");
    else if (before && mine(scene) && !mine(before)) {
      sound("turn");
      buzz();
    }
    if (before) this.move(before, scene);
    if (before?.moment !== scene.moment) this.wanted = "";
    if (!this.inHand() || !this.dragged) this.held = this.laid();
    if (this.inHand() && this.firstAt) this.send("tap", { cell: this.firstAt });
    if (!this.taking || this.inHand()) this.firstAt = "";
  }

  // The piece that lies on the board and is not played yet, if this phone may play it.
  laid() {
    const laid = this.inHand() ? this.scene.entry.laid : null;
    return laid && { place: laid.middle, cells: laid.covers, colour: this.scene.turn.colour, allowed: laid.fits };
  }

  takeBoard(shows = true) {
    if (!this.sent.board || !this.sent.scene) return;
    const { bounds } = this.sent.board, middle = [(bounds[0] + bounds[2]) / 2, (bounds[1] + bounds[3]) / 2];
    this.middle = middle;
    this.board = turned(this.sent.board, middle, settings.turns);
    this.turnScene();
    this.pieces = new Pieces(this.board, settings.letters, settings.eyes);
    by("symbols").replaceChildren(...this.pieces.symbols());
    this.drawing.take(this.board, this.pieces, isNight());
    const [left, top, right, bottom] = this.drawing.window;
    const aspect = (right - left) / (bottom - top);
    document.documentElement.style.setProperty("--aspect", aspect.toFixed(4));
    document.body.dataset.shape = aspect > WIDE ? "wide" : "high";
    this.view.reset();
    if (shows) this.show();
  }

  // Draw what hands did since the scene before, where that is one move.
  move(before, scene) {
    const { motion } = scene;
    if (!this.board || motion.number !== before.motion.number + 1) return;
    const lying = [before.cells];
    for (const step of motion.steps) lying.push({ ...lying.at(-1), ...step.leaves });
    this.moving = () => this.motion.play(motion.steps, lying, settings.motion);
  }

  turnScene() {
    this.scene = turned(this.sent.scene, this.middle, settings.turns);
  }

  turnView() {
    set({ turns: (settings.turns + 1) % 4 }, this.redraw);
  }

  // The table says something about its camera, which this phone is, or may be.
  takeCamera(seen) {
    if (this.leaving) {
      this.leaving = seen.on; // sent before the table knew
      return;
    }
    if (this.filming) this.filming.receive(seen);
    else if (seen.on && !this.elected) this.tell(t(canFilm ? "film_wanted" : "film_trust"));
    else if (!seen.on && this.elected) this.tell(seen.text);
    this.elected = seen.on;
  }

  // Tell the table that this phone is not its camera any more; what it sends until it answers is ignored.
  leave() {
    this.leaving = true;
    this.say({ type: "film", on: false });
  }

  async film() {
    this.filming = new Film(this, (why) => {
      this.filming = null;
      this.elected = false;
      this.leave();
      if (why) this.tell(why);
      this.show();
    });
    await this.filming.start();
  }

  refuse({ text, anyway }) {
    this.said = { text, wrong: true, anyway };
    sound("refused");
    speak(text, this.hello.language, true);
  }

  tell(text) {
    this.said = { text, wrong: false, anyway: "" };
    speak(text, this.hello.language, true);
  }

  // -- what this phone wants ----------------------------------------------------------------------------------------------

  say(message) {
    this.line.send(message);
  }

  // `moment` is the one that the command is meant for, where that is not the one on the screen.
  send(what, details = {}, moment = this.scene?.moment) {
    this.said = { text: "", wrong: false, anyway: "" };
    this.untouched = false;
    return this.line.command(what, moment || 0, details);
  }

  mayAct() {
    return Boolean(this.hello?.seats.length);
  }

  mayEnter() {
    const entry = this.scene?.entry;
    return Boolean(entry && this.mayAct() && (!entry.seat || this.hello.seats.includes(entry.seat)));
  }

  inHand() {
    return this.mayEnter() ? this.scene.entry.in_hand : "";
  }

  spoken() {
    return new Spoken(this.board, this.drawing.places, this.scene, this.mayEnter());
  }

  // `soon`: it came so soon after another tap that both may have been meant as one.
  tap(name, double, soon) {
    if (this.scene?.over) return;
    if (this.taking && this.mayAct()) this.firstAt = name; // the piece is on its way into the hand
    else if (this.untouched && this.inHand() && this.scene.entry.laid?.covers.includes(name)) this.send("lay", { cell: name });
    else if (!this.scene.todo || this.scene.marks.tapped.length) this.send("tap", { cell: name, ...(double && { double }), ...(soon && { soon }) });
    else this.tell(t("first_done"));
    this.show();
  }

  take(name) {
    const before = this.took, now = performance.now();
    this.took = [name, now];
    if (before?.[0] === name && now - before[1] < DOUBLE_MS) return; // the second half of a double tap
    this.taking = this.send("take", { cell: name });
    this.untouched = true;
    this.firstAt = "";
    by("panel").scrollTop = 0;
  }

  key(event) {
    const keys = { "?": () => showQuestions(this), "+": () => this.view.zoom(1.6, this.focusPoint()), "-": () => this.view.zoom(1 / 1.6) };
    if (this.inHand()) Object.assign(keys, { r: () => this.send("turn", { quarters: 1 }), R: () => this.send("turn", { quarters: -1 }), f: () => this.send("flip"), Escape: () => this.send("clear") });
    const laid = this.inHand() && this.scene.entry.laid;
    if (laid && [...laid.covers, laid.over].includes(this.view.here)) for (const name of ["Enter", " "]) keys[name] = () => this.send("place");
    keys[event.key]?.();
    return event.key in keys;
  }

  // -- a piece in hand ----------------------------------------------------------------------------------------------------

  // Ask what a piece in hand would cover with its middle over a place; what is likely is shown until the answer comes.
  hold(place) {
    if (this.held && this.held.place !== place) this.held = { ...this.held, ...this.moved(place) };
    this.wanted = place;
    this.asks = true;
    if (!this.holding) this.ask();
    this.showBoard();
  }

  ask() {
    const place = this.wanted;
    this.asks = false;
    this.asked = [this.line.command("hold", this.scene.moment, { cell: place }), place];
    this.holding = setTimeout(() => {
      this.holding = 0;
      if (this.asks && this.inHand()) this.ask();
    }, HOLD_MS);
  }

  preview({ id, cells, allowed }) {
    // The piece may have gone on since it was asked about; then another answer is on its way.
    if (!this.inHand() || id !== this.asked?.[0] || this.asked[1] !== this.wanted) return;
    const names = Object.keys(cells), colour = Object.values(cells)[0]?.[0] || this.scene.turn.colour;
    if (names.length) this.held = { place: this.asked[1], cells: names, colour, allowed };
    this.show();
  }

  // The piece where a finger has dragged it, before the table says how it would lie there.
  moved(place) {
    const lying = this.dragged || this.held, middles = this.drawing.middles(), from = middles.get(lying.place), to = middles.get(place);
    const at = new Map([...middles].map(([name, point]) => [point.map(Math.round).join(), name]));
    const cells = lying.cells.map((name) => at.get(middles.get(name).map((value, axis) => Math.round(value + to[axis] - from[axis])).join())).filter(Boolean);
    return { place, cells, allowed: false };
  }

  // Move the piece by a place; the first time, it comes to the middle of the board.
  nudge(way) {
    const [left, top, right, bottom] = this.board.area, from = this.wanted || this.scene.entry.laid?.over;
    this.wanted = from ? neighbour(this.drawing.middles(), from, way) : this.view.nearest([(left + right) / 2, (top + bottom) / 2]);
    this.send("lay", { cell: this.wanted });
    this.view.reveal(centre(this.drawing.places.get(this.wanted).polygon));
  }

  // Drag the piece along by a vector; whether it went.
  shift([right, down]) {
    this.dragged ||= this.held;
    const [x, y] = this.drawing.middles().get(this.held.place), place = this.view.nearest([x + right, y + down]);
    if (this.drawing.cells.get(place)?.zone !== "board") return false;
    this.hold(place);
    return true;
  }

  dropped() {
    if (this.dragged && this.inHand()) this.send("lay", { cell: this.held.place });
    this.dragged = null;
  }

  focusPoint() {
    const place = this.held?.place || this.view.here;
    return this.drawing.places.has(place) ? centre(this.drawing.places.get(place).polygon) : undefined;
  }

  zoom() {
    if (this.view.scale > 1) this.view.zoom(0);
    else this.view.zoom(2.2, this.focusPoint());
  }

  walk(way) {
    this.step = (this.step + way + this.scene.todo.steps.length + 1) % (this.scene.todo.steps.length + 1);
    this.show();
  }

  // -- what is shown ------------------------------------------------------------------------------------------------------

  show() {
    const away = !this.line?.connected, scene = this.scene;
    document.body.dataset.state = this.ended || this.nothing || !scene ? "empty" : "game";
    if (known()) write(by("away"), this.ended ? "" : away ? t("not_connected") : "");
    if (away) this.filming?.tell(t("not_connected"), true);
    setHidden(by("away"), !away || Boolean(this.ended) || !known());
    if (this.ended || this.nothing || !scene) return this.showEmpty();
    by("zoom").setAttribute("aria-label", t(this.view.scale > 1 ? "zoom_out" : "zoom_in"));
    this.showTurn();
    this.showBoard();
    this.showStage();
    this.showBar();
    requestAnimationFrame(() => this.showScroll());
    return null;
  }

  // What scrolls can be reached by the keyboard, too.
  showScroll() {
    const panel = by("panel");
    if (panel.scrollHeight > panel.clientHeight) panel.tabIndex = 0;
    else panel.removeAttribute("tabindex");
  }

  showEmpty() {
    write(by("turn"), "Fourth Seat");
    by("swatch").replaceChildren();
    by("stage").replaceChildren(html("p", { class: "step" }, this.ended || this.nothing || ""));
    for (const id of ["hand", "record", "actions"]) by(id).replaceChildren();
    setHidden(by("main-action"), true);
  }

  showTurn() {
    const { turn, over } = this.scene, text = over ? t("over") : this.own() || turn.text;
    write(by("turn"), text);
    by("swatch").replaceChildren(turn.colour && !over ? swatch(this.pieces, [turn.colour]) : "");
    by("swatch").classList.toggle("thinking", turn.thinking);
    document.title = this.own() ? `● ${text}` : text;
    this.tint();
    const { todo } = this.scene, spoken = todo ? (this.step ? todo.steps[this.step - 1].text : [todo.title, ...todo.steps.map((step) => step.text)].join(" ")) : over ? over.text : text;
    write(by("polite"), spoken === text ? "" : spoken);
    if (spoken !== this.announced) speak(spoken, this.hello.language);
    this.announced = spoken;
  }

  // What is said to the one player of this phone when it is their turn; empty at any other time, and where several play here.
  own() {
    const { seats } = this.hello, { turn, over } = this.scene;
    return !over && seats.length === 1 && seats[0] === turn.seat ? turn.own : "";
  }

  // The page has the colours of who plays on this phone, and is full of them when it is their turn.
  tint() {
    const { seats } = this.hello, hues = this.scene.players.filter((player) => seats.includes(player.seat)).flatMap((player) => player.colours).map((side) => this.pieces.colour(side));
    const { style } = document.body, stripes = hues.map((hue, n) => `${hue} ${(100 * n) / hues.length}% ${(100 * (n + 1)) / hues.length}%`);
    style.setProperty("--you", stripes.length ? `linear-gradient(90deg, ${stripes.join(", ")})` : "none");
    style.setProperty("--tint", hues[0] || "transparent");
    document.body.classList.toggle("my-turn", this.mayEnter() && seats.length > 0 && seats.includes(this.scene.turn.seat));
  }

  showBoard() {
    const { scene } = this, step = this.step && scene.todo?.steps[this.step - 1];
    const cells = { ...scene.cells };
    for (const [name, content] of Object.entries(step ? step.changes : {})) {
      if (content) cells[name] = content;
      else delete cells[name];
    }
    const held = this.inHand() ? this.held : null;
    const marks = { ...scene.marks, ...(scene.todo && { next: [] }), ...(held && { tapped: [] }) };
    const coming = step ? step.coming : held ? {} : scene.coming;
    this.drawing.show({ cells, coming, marks, hands: step ? step.hands : scene.hands, names: scene.names, held });
    this.moving?.();
    this.moving = null;
    this.label(held);
    this.drawing.root.classList.toggle("holding", Boolean(held));
  }

  // Say of each place what lies there; while a piece is held, only what it covers changes.
  label(held) {
    if (this.labelled?.scene !== this.scene || this.labelled.board !== this.board) {
      const spoken = this.spoken();
      this.labelled = { scene: this.scene, board: this.board, words: new Map([...this.drawing.places].map(([name, place]) => [name, spoken.place(name, place)])), covered: this.drawing.places.keys() };
    }
    const { words, covered } = this.labelled, now = new Set(held ? held.cells : []);
    for (const name of new Set([...covered, ...now])) {
      const node = this.drawing.nodes.get(name), text = words.get(name) + (now.has(name) ? `, ${t(held.allowed ? "would_lie" : "would_not")}` : "");
      if (node && node.getAttribute("aria-label") !== text) node.setAttribute("aria-label", text);
    }
    this.labelled.covered = now;
  }

  showStage() {
    const { scene, hello } = this, enters = this.mayEnter(), parts = [];
    if (scene.over) parts.push(result(this));
    else if (scene.todo) parts.push(placement(this));
    else if (enters && scene.entry.dice) parts.push(dicePad(this), prompt(this));
    else if (enters && !scene.entry.in_hand) parts.push(prompt(this));
    else if (!hello.seats.length) parts.push(html("p", { class: "note" }, t("watching")));
    this.fill("stage", parts);
    this.fill("hand", [enters && scene.entry.in_hand ? handPad(this) : null, enters && !scene.entry.dice ? tray(this, scene.turn.colour) : null]);
    by("said").classList.toggle("wrong", this.said.wrong);
    write(by("said"), this.inHand() ? "" : this.said.text); // beside a piece in hand it has a place of its own
    const { anyway } = this.said;
    setHidden(by("anyway"), !anyway);
    write(by("anyway"), t("anyway"));
    by("anyway").onclick = () => this.send("anyway", { text: anyway });
    const opens = this.opened.has("course");
    const course = html("details", { open: opens, ontoggle: (event) => this.opened[event.target.open ? "add" : "delete"]("course") }, html("summary", {}, t("course")), curve(this), moves(this));
    this.fill("record", [scene.over ? null : scores(this), scene.moves.length ? course : null]);
  }

  // Put parts in a place unless they are there already: what is pressed or focused stays.
  fill(id, parts) {
    const wanted = parts.filter(Boolean), now = [...by(id).children];
    const focused = now.length && by(id).contains(document.activeElement) ? [...by(id).querySelectorAll("button, summary")].indexOf(document.activeElement) : -1;
    if (wanted.length === now.length && wanted.every((node, n) => node.isEqualNode(now[n]))) return;
    by(id).replaceChildren(...wanted);
    if (focused >= 0) [...by(id).querySelectorAll("button, summary")][focused]?.focus({ preventScroll: true });
  }

  can(name) {
    return this.mayAct() && this.scene.can.includes(name);
  }

  // The main thing to do now: its words, what it does, and the look of its button if that is not the usual one.
  mainAction() {
    const { scene } = this, enters = this.mayEnter();
    const does = (name, look = "") => ({ text: t(name), act: () => this.send(name), look });
    if (this.can("next")) return does("next");
    if (scene.todo && this.mayAct()) return { text: t("done"), act: () => this.send("set_down") };
    if (this.inHand()) return { text: t("place"), act: () => this.send("place"), look: this.can("place") ? "" : "pale" }; // pressed, the table says why not
    if (!enters) return null;
    if (this.can("place")) return does("place");
    return this.can("roll") ? does("roll", "plain") : null;
  }

  showBar() {
    const can = (name) => this.can(name), enters = this.mayEnter(), main = this.mainAction(), action = by("main-action");
    setHidden(action, !main);
    if (main) {
      write(action, main.text);
      action.onclick = main.act;
      for (const look of ["pale", "plain"]) action.classList.toggle(look, main.look === look);
    }
    const small = [enters && can("untap") && ["untap"], enters && can("clear") && !this.inHand() && ["clear"], can("undo") && ["undo"], can("redo") && ["redo"], can("hint") && enters && ["hint"]].filter(Boolean);
    const buttons = small.map(([name]) => html("button", { type: "button", "data-action": name, onclick: () => this.send(name) }, t(name)));
    const { proposed } = this.scene;
    if (enters && proposed) buttons.unshift(html("button", { type: "button", "data-action": "play_hint", onclick: () => this.send("type", { text: proposed }) }, t("play_hint")));
    buttons.push(html("button", { type: "button", "data-action": "ask", onclick: () => showQuestions(this) }, t("ask_short")));
    this.fill("actions", buttons);
  }
}

apply();
const before = { text: "", wrong: true, anyway: "" };
takeOtherPlace((text) => (before.text = text)).then((leaves) => {
  if (leaves) return;
  const page = (window.fourthSeat = new Page());
  page.said = before;
  window.addEventListener("hashchange", () => takeOtherPlace((text) => (page.refuse({ text, anyway: "" }), page.show())));
});
