/** Lone halves of surrogate pairs can't be written as UTF-8. */
const LONE_SURROGATES = /\p{Surrogate}/gu;
/** Everything that moves the cursor, changes colours or rings; not tab and line feed. */
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/gu;
/** Signs that turn the direction of the text that follows, so that it reads as something else. */
const DIRECTION = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function controlPicture(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code === 0x7f) return '␡';
  return code < 0x20 ? String.fromCodePoint(0x2400 + code) : `\\u${code.toString(16).padStart(4, '0')}`;
}

/**
 * The same text without signs that act instead of being seen: what an application or a contract wrote can't clear the
 * screen, colour it, or read backwards. Tabs and line feeds stay.
 */
export function makePrintable(text: string): string {
  return text
    .replace(LONE_SURROGATES, '\ufffd')
    .replace(CONTROLS, controlPicture)
    .replace(DIRECTION, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}

/** Printable, and on one line: white-space runs are one space. */
export function makeOneLine(text: string): string {
  return makePrintable(text.replace(/\s+/gu, ' ').trim());
}
