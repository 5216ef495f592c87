// What opens over the page: everything that can be done, settings of this phone, questions about the board.

import { by, html } from "./elements.js";
import { takePhoto } from "./photo.js";
import { canSpeak, canStayAwake, canVibrate, hush, isKeptAwake, speak } from "./senses.js";
import { EYES, LOOKS, TEXTS, set, settings } from "./settings.js";
import { canFilm, isSecure, sleepNote, trustSteps } from "./trust.js";
import { t } from "./words.js";

const LANGUAGES = { en: "English", de: "Deutsch", he: "עברית" };

const sheet = () => by("sheet");

export function close() {
  if (sheet().open) sheet().close();
}

// The browser's Back closes a sheet and nothing else: an open one is a step in the browser's history, taken back as it closes.
export function mindBack() {
  if (history.state?.sheet) history.replaceState(null, ""); // loaded again with a sheet open
  sheet().addEventListener("close", () => history.state?.sheet && history.back());
  window.addEventListener("popstate", () => history.state?.sheet || close());
}

function open(title, ...content) {
  const heading = html("h2", { id: "sheet-title" }, title);
  sheet().replaceChildren(
    html("div", { class: "head" }, heading, html("button", { type: "button", class: "quiet", "aria-label": t("close"), onclick: close }, "✕")),
    ...content.flat().filter(Boolean),
  );
  if (!sheet().open) {
    sheet().showModal();
    if (!history.state?.sheet) history.pushState({ sheet: true }, "");
  }
  sheet().scrollTop = 0;
}

const button = (text, action, more = {}) => html("button", { type: "button", onclick: action, ...more }, text);

// What is chosen in a sheet is meant for the moment at which it was opened: nobody saw in it what has happened since.
export function showMore(page) {
  const moment = page.scene?.moment, can = (name) => page.mayAct() && page.scene?.can.includes(name);
  const does = (name) => can(name) && button(t(name), () => (close(), page.send(name, {}, moment)));
  const asks = (name, choices) => can(name) && button(t(name), () => confirm(page, name, choices, moment));
  open(
    t("more"),
    html(
      "div",
      { class: "list" },
      does("undo"),
      does("redo"),
      does("hint"),
      does("roll"),
      can("type") && page.mayEnter() && button(t("type"), () => showTyping(page, moment)),
      does("out"),
      page.scene && button(t("ask"), () => showQuestions(page)),
      button(t("turn_view"), () => (close(), page.turnView())),
      does("next"),
      asks("stop", [[t("stop_yes"), {}]]),
      asks("resign", resignations(page)),
      can("photo") && button(t("photo"), () => (close(), takePhoto(page))),
      canFilm && button(t("film"), () => (close(), page.film())),
      canTrust(page) && button(t("trust"), () => showTrust(page)),
      button(t("settings"), () => showSettings(page)),
    ),
  );
}

const canTrust = (page) => !isSecure && page.hello.secure_port > 0;

function showTrust(page) {
  open(t("trust").replace(/[ .]+$/, ""), ...trustSteps(page));
}

// Who gives up on this phone: whose turn it is, if they play here.
function resigning(page) {
  const { seats } = page.hello, { seat } = page.scene.turn;
  return seats.includes(seat) ? seat : seats[0];
}

// What can be given up: where wins differ in worth, each of them.
function resignations(page) {
  const titles = page.board?.resignations || [], seat = page.scene && resigning(page);
  return titles.length > 1 ? titles.map((title, n) => [title, { worth: n + 1, seat }]) : [[t("resign_yes"), { worth: null, seat }]];
}

// Ask once more before something that ends the game; `choices` are the ways to do it: a text and the command's details.
function confirm(page, name, choices, moment) {
  const { seat } = choices[0][1], who = page.hello.seats.length > 1 && page.scene.players.find((player) => player.seat === seat);
  const buttons = choices.map(([text, details]) => button(text, () => (close(), page.send(name, details, moment)), { class: "main" }));
  open(t(`${name}_sure`), who && html("p", {}, who.name), html("div", { class: buttons.length > 1 ? "list" : "pair" }, button(t("cancel"), close), buttons));
}

function showTyping(page, moment) {
  const field = html("input", { id: "typed", type: "text", maxlength: 200, autocomplete: "off", autocapitalize: "off", spellcheck: "false", dir: "ltr" });
  const enter = (event) => {
    event.preventDefault();
    close();
    if (field.value.trim()) page.send("type", { text: field.value.trim() }, moment);
  };
  open(
    t("type"),
    html("form", { onsubmit: enter }, html("label", { for: "typed" }, t("type_label")), field, html("button", { type: "submit", class: "main wide" }, t("send"))),
  );
  field.focus();
}

// -- settings -----------------------------------------------------------------------------------------------------------------

function choice(id, title, options, chosen, changed) {
  const select = html("select", { id, onchange: () => changed(select.value) }, options.map(([value, text]) => html("option", { value, selected: value === chosen }, text)));
  return html("div", { class: "row" }, html("label", { for: id }, title), select);
}

function toggle(id, title, name, page, extra = () => {}) {
  const box = html("input", { id, type: "checkbox", role: "switch", checked: settings[name] });
  box.addEventListener("change", () => {
    set({ [name]: box.checked }, page.redraw);
    extra(box.checked);
  });
  return html("div", { class: "row" }, html("label", { for: id }, title), box);
}

export function showSettings(page) {
  const { hello } = page, spoken = (on) => (on ? speak(t("speech_on"), hello.language, true) : hush());
  const name = html("input", { id: "name", type: "text", maxlength: 40, value: hello.name, autocomplete: "nickname", dir: "auto" });
  name.addEventListener("change", () => page.say({ type: "name", name: name.value.trim() }));
  open(
    t("settings"),
    choice("language", t("language"), hello.languages.map((each) => [each, LANGUAGES[each] || each]), hello.language, (language) => page.say({ type: "language", language })),
    html("div", { class: "row" }, html("label", { for: "name" }, t("name")), name),
    choice("look", t("look"), LOOKS.map((each) => [each, t(`look_${each}`)]), settings.look, (look) => set({ look }, page.redraw)),
    choice("text", t("text"), TEXTS.map((each) => [each, t(`text_${each}`)]), settings.text, (text) => set({ text }, page.redraw)),
    toggle("contrast", t("contrast"), "contrast", page),
    toggle("letters", t("letters"), "letters", page),
    choice("eyes", t("eyes"), EYES.map((each) => [each, t(`eyes_${each}`)]), settings.eyes, (eyes) => set({ eyes }, page.redraw)),
    toggle("motion", t("motion"), "motion", page),
    toggle("sound", t("sound"), "sound", page),
    canVibrate && toggle("vibration", t("vibration"), "vibration", page),
    canSpeak ? toggle("speech", t("speech"), "speech", page, spoken) : html("p", { class: "note" }, t("speech_missing")),
    html("p", { class: "note" }, canStayAwake ? t(isKeptAwake() ? "awake" : "awake_later") : [t(isSecure ? "awake_missing" : "sleep_plain"), sleepNote()].join(" ")),
    canTrust(page) && button(t("trust"), () => showTrust(page), { class: "wide" }),
  );
}

// -- questions ----------------------------------------------------------------------------------------------------------------

export function showQuestions(page) {
  const answer = html("p", { class: "answer", role: "status" });
  const say = (sentence) => {
    answer.textContent = sentence;
    speak(sentence, page.hello.language, true);
  };
  const spoken = page.spoken(), lines = spoken.lines();
  const select = html("select", { id: "line" }, lines.map(([title], n) => html("option", { value: n }, title)));
  const colour = spoken.colour(page.scene.turn.colour);
  open(
    t("ask"),
    answer,
    html(
      "div",
      { class: "list" },
      html("div", { class: "row" }, html("label", { for: "line" }, t("what_lies")), select, button(t("tell"), () => say(page.spoken().line(lines[select.value])))),
      button(colour ? t("where_can", { colour }) : t("where_next"), () => say(page.spoken().next())),
      button(t("whole_board"), () => say(page.spoken().whole())),
      button(t("how_stands"), () => say(page.spoken().score())),
    ),
  );
}
