// The board in words: names of places with what lies there, for those who hear the page or ask it.

import { UNIT, centre } from "./geometry.js";
import { t } from "./words.js";

const FEW = 40; // cells of a board of which each can be asked about

const join = (parts) => parts.filter(Boolean).join(", ");

export class Spoken {
  // `enters`: whether this phone may enter the move.
  constructor(board, places, scene, enters) {
    this.enters = enters;
    this.board = board;
    this.places = places;
    this.scene = scene;
    this.cells = new Map(board.cells.map((cell) => [cell.name, cell]));
  }

  colour(side) {
    return this.board.sides[side - 1]?.name || "";
  }

  // A name as it is drawn on the board now; of two that sound the same, also which of them.
  name(place) {
    const name = this.plain(place), alike = this.alike(name).filter((each) => each !== place), here = this.places.get(place);
    if (!here || !alike.length) return name;
    const other = this.places.get(alike[0]);
    const [right, down] = centre(here.polygon).map((value, axis) => value - centre(other.polygon)[axis]);
    if (Math.abs(down) > UNIT / 2) return t(down > 0 ? "below" : "above", { name });
    return t(right > 0 ? "on_right" : "on_left", { name });
  }

  alike(name) {
    if (!this.sounds) {
      this.sounds = new Map();
      for (const place of this.places.keys()) {
        const sound = this.plain(place).toLowerCase();
        this.sounds.set(sound, [...(this.sounds.get(sound) || []), place]);
      }
    }
    return this.sounds.get(name.toLowerCase()) || [];
  }

  plain(place) {
    const cell = this.cells.get(place), area = this.places.get(place);
    const name = this.scene.names[place] || cell?.label || (cell?.holds === "die" && cell.zone !== "board" ? t("die") : place);
    return area && area.cells.length > 1 ? t("column", { name }) : name;
  }

  content([side, count, faces = []], holds) {
    const colour = this.colour(side);
    if (holds === "pile") return String(count);
    if (holds === "die") return join([colour, faces.length ? t("shows", { faces: faces.join(" ") }) : t("die")]);
    return holds === "stack" ? `${count} ${colour}` : colour;
  }

  // What lies on some cells, one after the other.
  contents(cells) {
    const lying = cells.filter((cell) => this.scene.cells[cell.name]).map((cell) => this.content(this.scene.cells[cell.name], cell.holds));
    return lying.length ? join(lying) : t("empty");
  }

  // What may be tapped next: what is marked, and where a tapped piece is drawn pale.
  offered() {
    return this.scene.todo ? [] : [...this.scene.marks.next, ...Object.keys(this.scene.coming)];
  }

  // A place with what lies there and what is to be known about it.
  place(name, place) {
    const { marks, coming } = this.scene, has = (list) => list.includes(name) || place.cells.some((cell) => list.includes(cell.name));
    return join([
      `${this.name(name)}: ${this.contents(place.cells)}`,
      coming[name] && t("comes", { content: this.content(coming[name], place.cells[0].holds) }),
      this.enters && has(this.offered()) && t("can_tap"),
      has(marks.tapped) && t("tapped"),
      has(marks.hint) && t("proposed"),
      has(marks.last) && t("last_move"),
    ]);
  }

  // -- questions --------------------------------------------------------------------------------------------------------

  // The lines of the board that can be asked about: [title, cells].
  lines() {
    const cells = this.board.cells.filter((cell) => cell.zone === "board"), found = [];
    for (const [key, names] of [["row", this.board.rows], ["column", this.board.columns]]) {
      const labels = this.board.labels.filter((label) => !label.cell && names.includes(label.text));
      if (labels.length < 2) continue;
      const axis = Math.abs(labels[0].at[0] - labels[1].at[0]) > UNIT / 4 ? 0 : 1;
      for (const label of labels) {
        found.push([t(key, { name: label.text }), cells.filter((cell) => Math.abs(centre(cell.polygon)[axis] - label.at[axis]) < UNIT / 2)]);
      }
    }
    for (const [name, place] of this.places) {
      if (place.cells.length > 1) found.push([this.name(name), place.cells]);
      else if (cells.length <= FEW) found.push([this.name(name), place.cells]);
    }
    return found;
  }

  // What lies on a line, by what it is: "blue: d12, e12; red: h12".
  line([title, cells]) {
    return `${title}: ${this.grouped(cells)}`;
  }

  grouped(cells) {
    const groups = new Map();
    for (const cell of cells) {
      const content = this.scene.cells[cell.name];
      if (!content) continue;
      const words = this.content(content, cell.holds);
      groups.set(words, [...(groups.get(words) || []), this.name(cell.name)]);
    }
    if (!groups.size) return t("empty");
    if (cells.length === 1) return [...groups.keys()][0];
    return [...groups].map(([words, names]) => `${words}: ${names.join(" ")}`).join("; ");
  }

  whole() {
    const inTray = (cell) => cell.zone === "tray" || cell.zone === "hand" || Boolean(cell.zone === "dice" && cell.label);
    return this.grouped(this.board.cells.filter((cell) => !inTray(cell)));
  }

  // Where whose turn it is can go, as far as the table shows it.
  next() {
    const names = this.offered().map((name) => this.name(name));
    return names.length ? t("can_go", { places: names.join(" ") }) : t("nothing_offered");
  }

  score() {
    return [this.scene.turn.text, ...this.scene.players.map((player) => `${player.name}: ${player.scores.map(([title, figure]) => `${title} ${figure}`).join(", ")}`)].join(" ");
  }
}
