import protobuf from 'protobufjs/minimal.js';

/** One of the lines in which the engine tells of a build. */
interface BuildEvent {
  readonly stream?: string;
  readonly error?: string;
  readonly id?: string;
  readonly aux?: unknown;
}

/** Reads what the engine tells of a build to its end; the error that ended it. */
export async function followBuild(
  stream: NodeJS.ReadableStream,
  told: (text: string) => void,
): Promise<string | undefined> {
  let rest = '';
  let error: string | undefined;
  const take = (line: string): void => {
    if (line.trim() === '') return;
    const event = JSON.parse(line) as BuildEvent;
    if (event.stream !== undefined) told(event.stream);
    if (event.id === 'moby.buildkit.trace' && typeof event.aux === 'string') told(readTrace(event.aux));
    if (event.error !== undefined) error ??= event.error;
  };
  stream.setEncoding('utf8');
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    lines.forEach(take);
  }
  take(rest);
  return error;
}

/**
 * The names of the steps that began and what they wrote, of a message of BuildKit: `StatusResponse` of moby.buildkit.v1, in base64, of which
 * field 1 are steps (3: name, 5: when it began, 6: when it ended) and field 3 are pieces of their output (4: bytes).
 */
export function readTrace(base64: string): string {
  const texts: string[] = [];
  for (const [field, message] of messagesIn(Buffer.from(base64, 'base64'))) {
    if (field !== 1 && field !== 3) continue;
    const parts = new Map(messagesIn(message));
    const text = Buffer.from(parts.get(field === 1 ? 3 : 4) ?? []).toString('utf8');
    if (field === 3) texts.push(text);
    else if (parts.has(5) && !parts.has(6)) texts.push(`${text}\n`);
  }
  return texts.join('');
}

/** The fields that have a length, by number, in order; those that have none are left out. */
function messagesIn(bytes: Uint8Array): [number, Uint8Array][] {
  const reader = protobuf.Reader.create(bytes);
  const found: [number, Uint8Array][] = [];
  while (reader.pos < reader.len) {
    const tag = reader.uint32();
    if ((tag & 7) === 2) found.push([tag >>> 3, reader.bytes()]);
    else reader.skipType(tag & 7);
  }
  return found;
}
