/**
 * The promise, or a rejection when it takes too long or is no longer wanted.
 *
 * By a timer, not by `AbortSignal.any` over `AbortSignal.timeout`: what is held only by the former may be collected as garbage (Node 20), and
 * then never tells that the time is over.
 */
export async function within<T>(ms: number, promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let stop = (): void => undefined;
  const ending = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`no answer within ${String(ms / 1000)} s`));
    }, ms);
    stop = (): void => {
      reject(new Error('the run was stopped'));
    };
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted === true) stop();
  });
  try {
    return await Promise.race([promise, ending]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}
