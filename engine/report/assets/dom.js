// Elements in one expression, and the words that the page uses for its own things.

const SVG = "http://www.w3.org/2000/svg";

/** An element. `on...` properties are listeners, `class` and `data-...` attributes, null and false leave an attribute out. */
export function h(tag, properties = {}, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for a drawing. */
export function svg(tag, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

function fill(element, properties, children) {
  for (const [name, value] of Object.entries(properties)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...shown(children));
  return element;
}

/** Put other children into an element; null and false are none. */
export function put(element, ...children) {
  element.replaceChildren(...shown(children));
}

function shown(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** `1 tile`, `2 tiles`. */
export function count(number, noun) {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}

/** Bytes as people read them. */
export function bytes(number) {
  if (number < 0) return "unknown";
  return number < 1024 ? `${number} B` : `${(number / 1024).toLocaleString("en", {maximumFractionDigits: 1})} KiB`;
}
