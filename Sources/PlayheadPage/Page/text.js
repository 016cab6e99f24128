// Formats texts, numbers and times for people.

// Characters that are invisible, or change how others are shown: controls, direction marks, line separators,
// and halves of characters.
const invisible = /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0001}]/gu;

// The text on one line, with such characters as escapes.
export function visibleText(text) {
  return text.replace(invisible, escapedCharacter);
}

// The same, but keeps line breaks.
export function visibleLines(text) {
  return text.replace(invisible, (character) => (character === "\n" ? character : escapedCharacter(character)));
}

function escapedCharacter(character) {
  const short = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" }[character];
  return short ?? `\\u{${character.codePointAt(0).toString(16)}}`;
}

// The beginning of a text, up to a length. Does not end within a character.
export function cutText(text, limit) {
  if (text.length <= limit) return text;
  const isHalf = /[\ud800-\udbff]/.test(text[limit - 1]);
  return text.slice(0, isHalf ? limit - 1 : limit);
}

export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}

export function counted(number, singular, plural = `${singular}s`) {
  return `${grouped(number)} ${number === 1 ? singular : plural}`;
}

const nanosecondsPerSecond = 1e9;
const minutesPerDay = 24 * 60;

// A time since the start as a step that commands take, cut to milliseconds: "+83.200s", "+2h03m04.000s".
export function offsetText(nanoseconds) {
  const milliseconds = Math.floor((nanoseconds % nanosecondsPerSecond) / 1e6);
  return `+${clockOf(nanoseconds)}.${String(milliseconds).padStart(3, "0")}s`;
}

// The same, exact: "+83.2s", "+2h03m04s".
export function exactOffsetText(nanoseconds) {
  const fraction = String(nanoseconds % nanosecondsPerSecond).padStart(9, "0").replace(/0+$/, "");
  return `+${clockOf(nanoseconds)}${fraction && `.${fraction}`}s`;
}

// Whole seconds: "83"; "2h03m04" or "1d02h03m04" for an hour or more.
function clockOf(nanoseconds) {
  const seconds = Math.floor(nanoseconds / nanosecondsPerSecond);
  if (seconds < 3600) return String(seconds);
  const hours = Math.floor(seconds / 3600);
  const rest = `${twoDigits(Math.floor(seconds / 60) % 60)}m${twoDigits(seconds % 60)}`;
  return hours < 24 ? `${hours}h${rest}` : `${Math.floor(hours / 24)}d${twoDigits(hours % 24)}h${rest}`;
}

function twoDigits(number) {
  return String(number).padStart(2, "0");
}

// A label of the time axis, as exact as the `distance` to the next one needs: "150 ms", "12 s", "3:30", "2:00:00.5", "10 d".
export function tickText(nanoseconds, distance) {
  const digits = digitsFor(distance, nanosecondsPerSecond);
  const seconds = Number((nanoseconds / nanosecondsPerSecond).toFixed(digits));
  if (seconds < 60) {
    const [unit, size] = unitOf(nanoseconds);
    return `${Number((nanoseconds / size).toFixed(digitsFor(distance, size)))} ${unit}`;
  }
  const minutes = Math.floor(seconds / 60);
  const rest = (seconds - minutes * 60).toFixed(digits).padStart(digits > 0 ? 3 + digits : 2, "0");
  if (minutes < 60) return `${minutes}:${rest}`;
  if (minutes % minutesPerDay === 0 && seconds % 60 === 0) return `${minutes / minutesPerDay} d`;
  return `${Math.floor(minutes / 60)}:${twoDigits(minutes % 60)}:${rest}`;
}

// How many digits after the point tell numbers apart that are `distance` apart.
function digitsFor(distance, size) {
  return Math.max(0, -Math.floor(Math.log10(distance / size) + 1e-9));
}

const units = [["ns", 1], ["µs", 1e3], ["ms", 1e6], ["s", nanosecondsPerSecond]];

// The largest unit, with its size, in which a duration is at least 1.
function unitOf(nanoseconds) {
  if (nanoseconds === 0) return units.at(-1);
  return units.findLast(([, size]) => nanoseconds >= size) ?? units[0];
}

// A duration with three digits: "38.1 µs".
export function durationText(nanoseconds) {
  const [unit, size] = unitOf(nanoseconds);
  const number = nanoseconds / size;
  if (number >= 1000) return `${grouped(Math.round(number))} ${unit}`;
  return `${Number(number.toPrecision(3))} ${unit}`;
}

// The time on the recording device's clock, or in UTC if its time zone is not known.
export function clockText(start, offset, timeZone) {
  return clockFormat(timeZone)(new Date((start + offset) / 1e6));
}

// Kept, because making a format takes longer than everything else at a step.
const clockFormats = new Map();

function clockFormat(timeZone) {
  if (!clockFormats.has(timeZone)) clockFormats.set(timeZone, newClockFormat(timeZone));
  return clockFormats.get(timeZone);
}

function newClockFormat(timeZone) {
  const formatIn = (timeZone) => new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "medium", timeZone });
  if (timeZone) {
    try {
      return formatIn(timeZone).format;
    } catch {
      // The browser does not know the time zone.
    }
  }
  const { format } = formatIn("UTC");
  return (date) => `${format(date)} UTC`;
}
