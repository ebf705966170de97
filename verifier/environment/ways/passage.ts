import type { Socket } from 'node:net';

/** How a passage treats what goes through it, at this moment. */
export interface PassageRules {
  /** How long each piece is held. */
  readonly delayMs: () => number;
  readonly isHeld: () => boolean;
  readonly nowMs: () => number;
}

/** One direction of a connection. */
export interface Passage {
  /** Lets go what is due; to be called when the rules have changed. */
  flush(): void;
}

type Piece = { readonly dueMs: number; readonly chunk: Buffer } | { readonly dueMs: number; readonly ends: true };

/** More than that waiting, and the sender has to wait, too. */
const MOST_WAITING_BYTES = 8_000_000;

/** Carries what one socket receives to another, in its order, later by what the rules say; its end, too. */
export function carry(from: Socket, to: Socket, rules: PassageRules): Passage {
  const waiting: Piece[] = [];
  let waitingBytes = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    while (!rules.isHeld()) {
      const [next] = waiting;
      if (next === undefined) break;
      const missingMs = next.dueMs - rules.nowMs();
      if (missingMs > 0) {
        timer = setTimeout(flush, missingMs);
        break;
      }
      waiting.shift();
      send(next);
    }
    if (waitingBytes > MOST_WAITING_BYTES) from.pause();
    else if (to.writableLength <= MOST_WAITING_BYTES) from.resume();
  };
  const send = (piece: Piece): void => {
    if (to.destroyed || to.writableEnded) return;
    if ('ends' in piece) {
      to.end();
      return;
    }
    waitingBytes -= piece.chunk.length;
    to.write(piece.chunk);
  };
  from.on('data', (chunk) => {
    waiting.push({ dueMs: rules.nowMs() + rules.delayMs(), chunk });
    waitingBytes += chunk.length;
    flush();
    if (to.writableLength > MOST_WAITING_BYTES) from.pause();
  });
  from.on('end', () => {
    waiting.push({ dueMs: rules.nowMs() + rules.delayMs(), ends: true });
    flush();
  });
  to.on('close', () => {
    clearTimeout(timer);
    waiting.length = 0;
  });
  to.on('drain', flush);
  return { flush };
}
