// Elements are made of names, attributes and text; nothing that arrives is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value === true) node.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) node.setAttribute(name, value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

export const html = (name, attributes = {}, ...children) => fill(document.createElement(name), attributes, children);

export const svg = (name, attributes = {}, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

export const by = (id) => document.getElementById(id);

// Change a text only where it differs: screen readers say again what is written again.
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

export const setHidden = (node, hidden) => {
  if (node.hidden !== hidden) node.hidden = hidden;
};
