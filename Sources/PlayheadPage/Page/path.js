// Paths as people write them (`cart.items[3].sku`, `byID["a b"]`), JSON pointers (`/cart/items/3/sku`), and
// the lists of tokens that both stand for.

export function tokensOfPointer(pointer) {
  if (pointer === "") return [];
  const tokens = pointer.slice(1).split("/");
  return pointer.includes("~") ? tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~")) : tokens;
}

export function pointerOf(tokens) {
  return tokens.map((token) => `/${token.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
}

export function areSameTokens(one, other) {
  return one.length === other.length && isPrefix(one, other);
}

export function isPrefix(start, tokens) {
  return start.length <= tokens.length && start.every((token, i) => token === tokens[i]);
}

// The path to the value at `tokens` in `state`. JSON does not distinguish a record's field from a
// dictionary's text key. The tool accepts either form for both, so the shorter one is written.
export function pathText(tokens, state) {
  let text = "";
  let value = state;
  for (const token of tokens) {
    text += pathComponent(token, Array.isArray(value), text === "");
    value = value instanceof Map ? value.get(token) : value?.[token];
  }
  return text;
}

function pathComponent(token, isIndex, isFirst) {
  if (isIndex) return `[${token}]`;
  if (pathIdentifier.test(token)) return isFirst ? token : `.${token}`;
  return `[${quotedKey(token)}]`;
}

const pathIdentifier = /^[_\p{XIDS}][\p{XIDC}]*$/u;

// Escaped as in Swift, because the tool reads it so.
function quotedKey(text) {
  const escaped = text.replace(keyEscapes, (character) => keyEscape(character));
  return `"${escaped}"`;
}

const keyEscapes = /["\\\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

function keyEscape(character) {
  const short = { '"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" }[character];
  return short ?? `\\u{${character.codePointAt(0).toString(16)}}`;
}

// The tokens of a path; undefined if the text is not a path.
export function tokensOfPath(text) {
  const tokens = [];
  let rest = text;
  while (rest !== "") {
    const match = pathPart.exec(rest);
    if (!match || !isJoined(match, tokens.length === 0)) return undefined;
    const token = match[2] ?? match[3] ?? unquotedKey(match[4]);
    if (token === undefined) return undefined;
    tokens.push(token);
    rest = rest.slice(match[0].length);
  }
  return tokens;
}

// A dot comes before every name but the first.
function isJoined(match, isFirst) {
  return match[2] === undefined || (match[1] === ".") !== isFirst;
}

const pathPart = /^(?:(\.?)([_\p{XIDS}][\p{XIDC}]*)|\[(?:Int\()?(-?\d+)\)?\]|\[\.?"((?:[^"\\]|\\.)*)"\])/u;

function unquotedKey(text) {
  let isValid = true;
  const key = text.replace(/\\(u\{([0-9a-fA-F]{1,6})\}|.)/gu, (escape, letter, digits) => {
    const code = digits && parseInt(digits, 16);
    const character = digits ? code <= 0x10ffff && String.fromCodePoint(code) : keyLetters[letter];
    if (character === undefined || character === false) isValid = false;
    return character;
  });
  return isValid ? key : undefined;
}

const keyLetters = { '"': '"', "\\": "\\", n: "\n", r: "\r", t: "\t", 0: "\0" };
