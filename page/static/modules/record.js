// How the game went: scores, the curve of who stood better, and the moves.

import { html, svg } from "./elements.js";
import { t } from "./words.js";

export function swatch(pieces, colours, more = {}) {
  const drawn = (colours.length ? colours : [0]).map((side, n) =>
    svg("circle", { class: "rimmed", cx: 50 + 62 * n, cy: 50, r: 46, fill: pieces.colour(side), "stroke-width": 7 }),
  );
  return svg("svg", { class: "swatch", viewBox: `0 0 ${100 + 62 * (drawn.length - 1)} 100`, "aria-hidden": "true", ...more }, drawn);
}

// Who has what; once the game is over, in the order in which they have ended.
export function scores({ scene, hello, pieces }) {
  const titles = scene.players[0].scores.map(([title]) => title);
  return html(
    "table",
    {},
    html("caption", { class: "unseen" }, t("scores")),
    html("thead", {}, html("tr", {}, html("td"), titles.map((title) => html("th", { scope: "col" }, title)))),
    html(
      "tbody",
      {},
      ranked(scene.players).map((player) =>
        html(
          "tr",
          { class: player.seat === scene.turn.seat ? "turn" : null },
          html("th", { scope: "row" }, html("span", { class: "who" }, swatch(pieces, player.colours), player.place ? html("span", { class: "place" }, `${player.place}.`) : null, html("span", { class: "called" }, html("bdi", {}, player.name), called(player)), hello.seats.includes(player.seat) && html("span", { class: "you" }, t("you")))),
          player.scores.map(([, figure]) => html("td", {}, html("bdi", { dir: "ltr" }, String(figure)))),
        ),
      ),
    ),
  );
}

// By which name the board and its sentences call somebody, where it is not their own.
function called({ name, sides }) {
  const others = sides.filter((side) => side.toLowerCase() !== name.toLowerCase());
  return others.length ? html("span", { class: "side" }, others.join(", ")) : null;
}

const ranked = (players) => [...players].sort((one, two) => one.place - two.place || one.seat - two.seat);

// A line for each seat; where two play, one says it all.
export function curve({ scene, pieces }) {
  const points = scene.curve;
  if (points.length < 2) return null;
  const last = points.at(-1)[0] || 1;
  const lines = scene.players.map((player, n) => {
    const line = points.map((point) => `${((300 * point[0]) / last).toFixed(1)},${(70 - 66 * point[n + 1]).toFixed(1)}`).join(" ");
    const colour = pieces.colour(player.colours[0]), shape = { points: line, fill: "none", "vector-effect": "non-scaling-stroke", "stroke-linejoin": "round" };
    return [svg("polyline", { ...shape, class: "rimmed", "stroke-width": 4.5 }), svg("polyline", { ...shape, stroke: colour, "stroke-width": 3 })];
  });
  const middle = svg("line", { x1: 0, x2: 300, y1: 37, y2: 37, class: "middle", "vector-effect": "non-scaling-stroke" });
  return svg("svg", { class: "curve", viewBox: "0 0 300 74", preserveAspectRatio: "none", role: "img", "aria-label": t("curve") }, middle, lines);
}

export function moves({ scene, pieces }) {
  const newest = [...scene.moves].reverse();
  return html(
    "ol",
    { class: "moves" },
    newest.map((move) => html("li", {}, swatch(pieces, move.colour ? [move.colour] : []), html("bdi", {}, move.text))),
  );
}
