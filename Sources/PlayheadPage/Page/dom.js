// @ts-check
// Makes elements. Data only becomes text: no function here takes markup.

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  setAttributes(node, attributes);
  node.append(...children.filter((child) => child !== undefined && child !== null));
  return node;
}

// `on…` adds a listener. Undefined and false leave an attribute out.
function setAttributes(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
}

export function span(className, text) {
  return element("span", { class: className }, text);
}

// Text from the session, isolated so that it cannot change the direction of the text around it.
export function dataText(className, text) {
  return element("span", { class: `data ${className}` }, text);
}

export function button(label, onclick, attributes = {}) {
  return element("button", { type: "button", onclick, ...attributes }, label);
}

// An icon with one path, on a grid of 16 by 16.
export function icon(path) {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.append(svgPath(path));
  return svg;
}

export function svgPath(path, className) {
  const node = document.createElementNS(svgNamespace, "path");
  node.setAttribute("d", path);
  if (className) node.setAttribute("class", className);
  return node;
}

export const svgNamespace = "http://www.w3.org/2000/svg";

/** @returns {any} */
export function byID(id) {
  return document.getElementById(id);
}

let announcementTimer;

// Announces a text to screen readers, and shows it for a moment.
export function announce(text) {
  const place = byID("announcement");
  place.textContent = text;
  place.classList.add("shown");
  clearTimeout(announcementTimer);
  announcementTimer = setTimeout(() => place.classList.remove("shown"), 2000);
}
