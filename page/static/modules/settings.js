// What this phone remembers of its own: how the page looks and sounds here.

const KEY = "fourth-seat", BOARD = "fourth-seat-board";
const USUAL = { look: "auto", text: "medium", contrast: false, letters: true, eyes: "usual", speech: false, sound: false, vibration: true, motion: true, turns: 0 };
export const LOOKS = ["auto", "light", "dark"];
export const EYES = ["usual", "red-green", "blue-yellow"];
export const TEXTS = ["small", "medium", "large", "huge"];
const night = matchMedia("(prefers-color-scheme: dark)");

function stored(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) || {};
  } catch {
    return {}; // private browsing may refuse; then nothing is remembered
  }
}

function store(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // as above
  }
}

export const settings = { ...USUAL, ...stored(KEY) };

// The board of the last message, which is large and stays the same: the table sends only its tag where that is this one.
export const keptBoard = () => stored(BOARD);

export const keepBoard = (board) => store(BOARD, board);

export const isNight = () => (settings.look === "auto" ? night.matches : settings.look === "dark");

// Change settings, and show them; `changed` is called with what is drawn by scripts.
export function set(changes, changed) {
  Object.assign(settings, changes);
  store(KEY, settings);
  apply();
  changed();
}

export function apply() {
  const root = document.documentElement;
  root.dataset.look = isNight() ? "dark" : "light";
  root.dataset.text = settings.text;
  root.dataset.contrast = settings.contrast ? "more" : "usual";
}

export function follow(changed) {
  night.addEventListener("change", () => {
    apply();
    changed();
  });
}
