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

const MOST_CHARACTERS = 16_000_000;
const LONGEST_LINE = 6_000_000;
const TAIL_LINES = 40;

/** Keeps the last 16 million characters; of a longer line than 6 million, the beginning. What is not kept is said where it was. */
export function collectLines(clock: Clock): LogLines {
  const kept: LogLine[] = [];
  let size = 0;
  let lost: { readonly count: number; readonly last: LogLine } | undefined;
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
    while (size > MOST_CHARACTERS) {
      const last = kept.shift();
      if (last === undefined) break;
      lost = { count: (lost?.count ?? 0) + 1, last };
      size -= last.text.length + 1;
    }
  };
  const lines = (): readonly LogLine[] => {
    const unfinished = [...sources.values()].flatMap(({ stream, partial }) => {
      const { at, ...line } = partial.rest();
      return at === undefined ? [] : [{ at, stream, ...line }];
    });
    return [...(lost === undefined ? [] : [gapOf(lost)]), ...kept, ...unfinished];
  };
  return {
    add: (stream, chunk, source = stream) => {
      for (const line of partialOf(stream, source).add(chunk, clock.now())) keep({ stream, ...line });
    },
    lines,
    tail: () =>
      lines()
        .slice(-TAIL_LINES)
        .map(({ text }) => text.slice(0, 2_000))
        .join('\n'),
  };
}

function gapOf({ count, last: { at, stream } }: { readonly count: number; readonly last: LogLine }): LogLine {
  const missing = `${String(count)} earlier lines`;
  return { at, stream, text: `… (${missing} are not kept)`, missing };
}

interface PartialLine {
  add(chunk: Buffer, now: Date): Omit<LogLine, 'stream'>[];
  rest(): Omit<LogLine, 'stream' | 'at'> & { readonly at: Date | undefined };
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
  const shown = (): Pick<LogLine, 'text' | 'missing'> => {
    if (dropped === 0) return { text: text.replace(/\r$/, '') };
    const missing = `${String(dropped)} more characters`;
    return { text: `${text}… (${missing})`, missing };
  };
  return {
    add: (chunk, now) => {
      const ended: Omit<LogLine, 'stream'>[] = [];
      const parts = decoder.write(chunk).split('\n');
      for (const [index, part] of parts.entries()) {
        if (part !== '') at ??= now;
        extend(part);
        if (index === parts.length - 1) break;
        ended.push({ at: at ?? now, ...shown() });
        at = undefined;
        text = '';
        dropped = 0;
      }
      return ended;
    },
    rest: () => ({ at, ...shown() }),
  };
}
