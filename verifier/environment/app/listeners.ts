import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** The state of a socket in Linux' own tables. */
const LISTENS = '0A';

/** Where these processes accept connections, like `127.0.0.1:3000`; none where the system does not tell: only Linux does. */
export function listenersOf(pids: readonly number[]): readonly string[] {
  const theirs = new Set(pids.flatMap(socketsOf));
  const rows = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap(rowsOf);
  return rows.flatMap(([, local = '', , state, , , , , , inode]) =>
    state === LISTENS && theirs.has(`socket:[${String(inode)}]`) ? [readAddress(local)] : [],
  );
}

function socketsOf(pid: number): readonly string[] {
  return quietly(() =>
    readdirSync(`/proc/${String(pid)}/fd`).flatMap((fd) =>
      quietly(() => [readlinkSync(`/proc/${String(pid)}/fd/${fd}`)]),
    ),
  );
}

function rowsOf(path: string): readonly (readonly string[])[] {
  return quietly(() => readFileSync(path, 'utf8').trim().split('\n').slice(1)).map((line) => line.trim().split(/\s+/u));
}

/** A process may end, and other systems have no such files. */
function quietly(read: () => readonly string[]): readonly string[] {
  try {
    return read();
  } catch {
    return [];
  }
}

/** `0100007F:0BB8` is 127.0.0.1:3000: each group of four bytes stands the other way round. */
function readAddress(text: string): string {
  const [hex = '', port = ''] = text.split(':');
  const bytes = (hex.match(/.{8}/gu) ?? []).flatMap((group) => (group.match(/../gu) ?? []).reverse());
  return `${bytes.length === 4 ? bytes.map((byte) => Number.parseInt(byte, 16)).join('.') : inColons(bytes)}:${String(Number.parseInt(port, 16))}`;
}

function inColons(bytes: readonly string[]): string {
  const groups = bytes.flatMap((byte, index) => (index % 2 === 0 ? [`${byte}${bytes[index + 1] ?? ''}`] : []));
  return new URL(`http://[${groups.join(':').toLowerCase()}]`).hostname;
}
