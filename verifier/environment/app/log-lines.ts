import { StringDecoder } from 'node:string_decoder';
import type { Clock } from '../../clock.ts';
import type { LogLine } from '../environment.ts';
import { KeptLines } from './kept-lines.ts';

/** Collects what a process writes, line by line, with the time of each. */
export interface LogLines {
  /** `source` tells writers of one stream apart, whose lines may be half written at the same time. */
  add(stream: LogLine['stream'], chunk: Buffer, source?: string): void;
  /** Something that was written can't be known: what the source writes next may be the end of a line. */
  skip(stream: LogLine['stream'], source: string, missing: string): void;
  /** All lines that are kept, and the beginnings of those that are still being written. */
  lines(): readonly LogLine[];
  /** The last lines as one text, for messages. */
  tail(): string;
}

const LONGEST_LINE = 6_000_000;
const TAIL_LINES = 40;

/** Keeps the last 16 million characters; of a longer line than 6 million, the beginning. What is not kept is said where it was. */
export function collectLines(clock: Clock): LogLines {
  const kept = new KeptLines();
  const sources = new Map<string, { readonly stream: LogLine['stream']; readonly partial: PartialLine }>();
  const partialOf = (stream: LogLine['stream'], source: string): PartialLine => {
    const known = sources.get(source);
    if (known !== undefined) return known.partial;
    const partial = partialLine();
    sources.set(source, { stream, partial });
    return partial;
  };
  const lines = (): readonly LogLine[] => {
    const unfinished = [...sources.values()].flatMap(({ stream, partial }) => {
      const { at, ...line } = partial.rest();
      return at === undefined ? [] : [{ at, stream, ...line }];
    });
    return [...kept.all(), ...unfinished];
  };
  return {
    add: (stream, chunk, source = stream) => {
      for (const line of partialOf(stream, source).add(chunk, clock.now())) kept.add({ stream, ...line });
    },
    skip: (stream, source, missing) => {
      for (const line of partialOf(stream, source).cut(clock.now())) kept.add({ stream, ...line });
      kept.add({ at: clock.now(), stream, text: `… (${missing})`, missing });
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
  add(chunk: Buffer, now: Date): Omit<LogLine, 'stream'>[];
  rest(): Omit<LogLine, 'stream' | 'at'> & { readonly at: Date | undefined };
  /** Ends what is half written; what is added next may be the end of another line. */
  cut(now: Date): Omit<LogLine, 'stream'>[];
}

function partialLine(): PartialLine {
  // A character may come in two chunks.
  let decoder = new StringDecoder('utf8');
  let at: Date | undefined;
  let text = '';
  let dropped = 0;
  let beginning = '';
  const extend = (part: string): void => {
    const room = LONGEST_LINE - text.length;
    text += part.slice(0, Math.max(room, 0));
    dropped += Math.max(part.length - Math.max(room, 0), 0);
  };
  const shown = (
    end = dropped === 0 ? '' : `${String(dropped)} more characters`,
  ): Pick<LogLine, 'text' | 'missing'> => {
    const missing = [beginning, end].filter((part) => part !== '').join(', ');
    return missing === '' ? { text: text.replace(/\r$/, '') } : { text: `${text}… (${missing})`, missing };
  };
  const begin = (): void => {
    at = undefined;
    text = '';
    dropped = 0;
    beginning = '';
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
        begin();
      }
      return ended;
    },
    rest: () => ({ at, ...shown() }),
    cut: (now) => {
      const ended = text === '' ? [] : [{ at: at ?? now, ...shown('the rest of a line') }];
      decoder = new StringDecoder('utf8');
      begin();
      beginning = 'the beginning of a line';
      return ended;
    },
  };
}
