// The page's sentences, which come from the table in this phone's language.

let words = {};

export function learn(received) {
  words = received;
}

// A sentence by its key, {names} in it filled in.
export const t = (key, values = {}) => (words[key] || "").replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

export const known = () => Object.keys(words).length > 0;
