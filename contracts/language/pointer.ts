import { entryOf, isList, isMap, type Value } from './value.ts';

/** Whether the text is a JSON Pointer (RFC 6901): empty, or `/` before each name, with `~0` for `~` and `~1` for `/`. */
export function isPointer(text: string): boolean {
  return /^(\/([^~/]|~[01])*)*$/u.test(text);
}

/** The names that a pointer consists of. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** What is at the pointer, or undefined when nothing is there. `null` is something. */
export function resolvePointer(value: Value, pointer: string): Value | undefined {
  if (!isPointer(pointer)) return undefined;
  let current: Value | undefined = value;
  for (const token of pointerTokens(pointer)) {
    if (isList(current)) current = /^(0|[1-9]\d*)$/u.test(token) ? current[Number(token)] : undefined;
    else if (isMap(current)) current = entryOf(current, token);
    else return undefined;
  }
  return current;
}

/** A pointer one step further: escapes the name. */
export function pointerInto(pointer: string, name: string | number): string {
  return `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
