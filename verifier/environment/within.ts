/** The promise, or a rejection when it takes too long or is no longer wanted. */
export async function within<T>(ms: number, promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  const limit = AbortSignal.any([AbortSignal.timeout(ms), ...(signal === undefined ? [] : [signal])]);
  return await new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      reject(new Error(signal?.aborted === true ? 'the run was stopped' : `no answer within ${String(ms / 1000)} s`));
    };
    limit.addEventListener('abort', stop, { once: true });
    if (limit.aborted) stop();
    void promise.then(resolve, reject).finally(() => {
      limit.removeEventListener('abort', stop);
    });
  });
}
