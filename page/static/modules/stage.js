// The stage: one thing at a time. What is to be done now, step by step; dice to tap, pieces to take, a piece in hand.

import { BLACK, WHITE } from "./colours.js";
import { html, svg } from "./elements.js";
import { centre, extent, outlineOf } from "./geometry.js";
import { ICONS } from "./icons.js";
import { scores, swatch } from "./record.js";
import { t } from "./words.js";

export const icon = (name) =>
  svg("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, svg("path", { d: ICONS[name], fill: "none", stroke: "currentColor", "stroke-width": 2, "stroke-linecap": "round", "stroke-linejoin": "round" }));

const button = (text, action, more = {}) => html("button", { type: "button", onclick: action, ...more }, text);
const signed = (name, action, more = {}, sign = name) => html("button", { type: "button", onclick: action, "aria-label": t(name), ...more }, icon(sign));

// What hands are to do on the real board; `at` is the step shown alone, 0 for all of them.
export function placement(page) {
  const { todo } = page.scene, several = todo.steps.length > 1, at = page.step;
  const text = at ? html("p", { class: "step" }, todo.steps[at - 1].text) : several ? html("ol", { class: "step" }, todo.steps.map((step) => html("li", {}, step.text))) : html("p", { class: "step" }, todo.steps[0]?.text || todo.title);
  const walk =
    several &&
    html(
      "div",
      { class: "walk" },
      signed("left", () => page.walk(-1), { "aria-label": t("step_back"), class: "way" }),
      html("span", {}, at ? t("step", { n: at, all: todo.steps.length }) : t("all_steps")),
      signed("right", () => page.walk(1), { "aria-label": t("step_on"), class: "way" }),
    );
  return html("div", { class: "card todo" }, text, todo.why && html("p", { class: "why" }, todo.why), walk);
}

// Numbers of the dice to tap, and what was tapped so far.
export function dicePad(page) {
  const cells = page.board.throws.map((name) => page.board.cells.find((cell) => cell.name === name));
  const dice = cells.map((cell) => {
    const die = svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, page.pieces.field(cell.label));
    return html("button", { type: "button", class: "die", "aria-label": cell.label, onclick: () => page.send("tap", { cell: cell.name }) }, die);
  });
  const { thrown } = page.scene.entry;
  return html("div", { class: "card" }, html("p", { class: "step" }, thrown.length ? t("thrown", { faces: thrown.join(" ") }) : t("dice")), html("div", { class: "dice" }, dice));
}

// The pieces of a colour that are still to be played, as large as a finger.
export function tray(page, side) {
  const cells = page.board.cells.filter((cell) => cell.zone === "tray" && page.scene.cells[cell.name]?.[0] === side);
  if (!cells.length) return null;
  const widest = Math.max(...cells.map((cell) => Math.max(...size(cell))));
  const pieces = cells.map((cell) => {
    const [left, top, right, bottom] = extent(outlineOf(cell)); // all of them in the same scale
    const box = [(left + right - widest) / 2, (top + bottom - widest) / 2, widest, widest];
    const drawn = svg("svg", { viewBox: box.map((value) => value.toFixed(1)).join(" "), "aria-hidden": "true" }, page.pieces.draw(cell, page.scene.cells[cell.name]));
    const looks = ["piece", page.scene.marks.unfit.includes(cell.name) && "unfit", page.scene.marks.hint.includes(cell.name) && "proposed"];
    return button(drawn, () => page.take(cell.name), { class: looks.filter(Boolean).join(" "), "aria-label": t("piece", { name: cell.label || cell.name }), "aria-pressed": String(page.scene.entry?.in_hand === cell.name) });
  });
  return html("div", { class: "tray", role: "group", "aria-label": t("pieces_of", { colour: page.spoken().colour(side) }) }, pieces);
}

const size = (cell) => {
  const [left, top, right, bottom] = extent(outlineOf(cell));
  return [right - left, bottom - top];
};

// The piece in hand: shown large, turned, turned over, moved by a place at a time.
export function handPad(page) {
  const squares = page.scene.entry.held, [left, top, right, bottom] = extent(squares.flat()), box = [(left + right) / 2 - 250, (top + bottom) / 2 - 250, 500, 500];
  const picture = svg("svg", { viewBox: box.join(" "), class: "preview", "aria-hidden": "true" }, squares.map((square) => page.pieces.stamp("tile", page.scene.turn.colour, centre(square), 100)));
  const nudge = (name, way) => signed(name, () => page.nudge(way));
  const pad = html(
    "div",
    { class: "pad", role: "group", "aria-label": t("in_hand") },
    signed("turn_left", () => page.send("turn", { quarters: -1 })),
    nudge("up", [0, -1]),
    signed("turn_right", () => page.send("turn", { quarters: 1 })),
    signed("flip_piece", () => page.send("flip"), {}, "flip"),
    nudge("left", [-1, 0]),
    nudge("down", [0, 1]),
    nudge("right", [1, 0]),
    signed("put_back", () => page.send("clear"), {}, "close"),
  );
  const { said, scene } = page;
  const why = html("p", { class: said.wrong ? "why wrong" : "why", role: "status" }, said.text || scene.entry.laid?.why || "");
  return html("div", { class: "holding" }, html("div", { class: "in-hand" }, picture, pad), why);
}

// What can be said now that is no place on the board, such as to double: a button each, a cube drawn on it where it turns one.
function calls(page) {
  const cells = page.board.cells.filter((cell) => cell.name in page.scene.buttons);
  const drawn = (content) => content && svg("svg", { viewBox: "-50 -50 100 100", class: "icon", "aria-hidden": "true" }, page.pieces.cube([0, 0], 96, content[2][0], WHITE, BLACK, false));
  const main = cells.length > 1 ? cells[0] : null; // of two answers
  return cells.length ? html("div", { class: "calls" }, cells.map((cell) => html("button", { type: "button", class: cell === main ? "main" : "", onclick: () => page.send("tap", { cell: cell.name }) }, drawn(page.scene.buttons[cell.name]), cell.label))) : null;
}

// What the player is to do; of somebody who rolls only what can be said before that.
export function prompt(page) {
  const { text, dice } = page.scene.entry, buttons = calls(page);
  if (buttons) return html("div", { class: "card" }, html("p", { class: dice ? "note" : "step" }, text), buttons);
  return dice ? null : html("p", { class: "note" }, text);
}

// How the game has ended: who has won, as this phone's player reads it, and all in their order.
export function result(page) {
  const { over, players } = page.scene, { seats } = page.hello, mine = over.won.some((seat) => seats.includes(seat));
  const people = players.filter((player) => player.person), alone = seats.length < people.length || people.length === 1;
  const title = mine && alone && over.won.every((seat) => seats.includes(seat)) ? t("you_win") : over.title;
  const colours = players.filter((player) => over.won.includes(player.seat)).flatMap((player) => player.colours);
  const text = over.text === title ? null : html("p", { class: "why" }, over.text);
  return html("div", { class: mine ? "card over won" : "card over" }, colours.length ? swatch(page.pieces, colours) : null, html("p", { class: "step" }, title), text, scores(page));
}
