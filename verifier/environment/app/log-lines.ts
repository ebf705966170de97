import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../clock.ts';
import type { LogLine } from '../environment.ts';

/** Collects what a process writes, line by line, with the time of each. */
export interface LogLines {
  /** `source` tells writers of one stream apart, whose lines may be half written at the same time. */
  add(stream: LogLine['stream'], chunk: Buffer, source?: string): void;
  /** All lines that are kept, and the beginnings of those that are still being written. */
  lines(): readonly LogLine[];
  /** The last lines as one text, for messages. */
  tail(): string;
}

const MOST_CHARACTERS = 1_000_000;
const LONGEST_LINE = 64_000;
const TAIL_LINES = 40;

/** Keeps the last million characters; of a longer line than 64,000, the beginning. */
export function collectLines(clock: Clock): LogLines {
  const kept: LogLine[] = [];
  let size = 0;
  const sources = new Map<string, { readonly stream: LogLine['stream']; readonly partial: PartialLine }>();
  const partialOf = (stream: LogLine['stream'], source: string): PartialLine => {
    const known = sources.get(source);
    if (known !== undefined) return known.partial;
    const partial = partialLine();
    sources.set(source, { stream, partial });
    return partial;
  };
  const keep = (line: LogLine): void => {
    kept.push(line);
    size += line.text.length + 1;
    while (size > MOST_CHARACTERS) size -= (kept.shift()?.text.length ?? 0) + 1;
  };
  const lines = (): readonly LogLine[] => {
    const unfinished = [...sources.values()].flatMap(({ stream, partial }) => {
      const { at, text } = partial.rest();
      return at === undefined ? [] : [{ at, stream, text }];
    });
    return [...kept, ...unfinished];
  };
  return {
    add: (stream, chunk, source = stream) => {
      for (const { at, text } of partialOf(stream, source).add(chunk, clock.now())) keep({ at, stream, text });
    },
    lines,
    tail: () =>
      lines()
        .slice(-TAIL_LINES)
        .map(({ text }) => text.slice(0, 2_000))
        .join('\n'),
  };
}

interface PartialLine {
  add(chunk: Buffer, now: Date): { readonly at: Date; readonly text: string }[];
  rest(): { readonly at: Date | undefined; readonly text: string };
}

function partialLine(): PartialLine {
  // A character may come in two chunks.
  const decoder = new StringDecoder('utf8');
  let at: Date | undefined;
  let text = '';
  let dropped = 0;
  const extend = (part: string): void => {
    const room = LONGEST_LINE - text.length;
    text += part.slice(0, Math.max(room, 0));
    dropped += Math.max(part.length - Math.max(room, 0), 0);
  };
  const shown = (): string =>
    (dropped === 0 ? text : `${text}… (${String(dropped)} more characters)`).replace(/\r$/, '');
  return {
    add: (chunk, now) => {
      const ended: { at: Date; text: string }[] = [];
      const parts = decoder.write(chunk).split('\n');
      for (const [index, part] of parts.entries()) {
        if (part !== '') at ??= now;
        extend(part);
        if (index === parts.length - 1) break;
        ended.push({ at: at ?? now, text: shown() });
        at = undefined;
        text = '';
        dropped = 0;
      }
      return ended;
    },
    rest: () => ({ at, text: shown() }),
  };
}
