import type { Socket } from 'node:net';

/**
 * Resets a connection. One that is not made yet has nothing to reset, and may never be made. One that is being shut down can't be reset: Node 20
 * would never close its handle, and would wait for that for ever when the process ends.
 */
export function breakOff(socket: Socket): void {
  if (socket.connecting || socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
