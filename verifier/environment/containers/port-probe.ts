import { createConnection } from 'node:net';

const CONNECTS_WITHIN_MS = 1_000;
/** An engine takes connections for a container before that listens, and gives them up at once. */
const STAYS_FOR_MS = 100;

/** Whether somebody behind this port keeps a connection, or says something on it. */
export function isServed(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ host, port });
    const answer = (served: boolean): void => {
      clearTimeout(timer);
      resolve(served);
      socket.destroy();
    };
    let timer = setTimeout(() => {
      answer(false);
    }, CONNECTS_WITHIN_MS);
    socket.once('connect', () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        answer(true);
      }, STAYS_FOR_MS);
    });
    socket.once('data', () => {
      answer(true);
    });
    for (const event of ['end', 'error', 'close'] as const)
      socket.once(event, () => {
        answer(false);
      });
  });
}
