/** Waits for both, also when one of them fails: whoever frees what they made has nothing of them behind their back. Rejects as the first one does. */
export async function together<A, B>(a: Promise<A>, b: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([a, b]);
  return await Promise.all([a, b]);
}
