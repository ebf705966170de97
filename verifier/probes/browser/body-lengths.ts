/** How much of the bodies is still to come whose length was said beforehand, by request id. */
export class BodyLengths {
  readonly #left = new Map<string, number>();

  /** The headers of an answer came. */
  expect(requestId: string, headers: Readonly<Record<string, string>>): void {
    const said = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-length')?.[1];
    if (said !== undefined && /^[1-9]\d*$/u.test(said)) this.#left.set(requestId, Number(said));
  }

  /** So many bytes came, as they were sent; says whether that was the last of a body that was said to have a length. */
  isWhole(requestId: string, bytes: number): boolean {
    const left = this.#left.get(requestId);
    if (left === undefined) return false;
    this.#left.set(requestId, left - bytes);
    return left - bytes <= 0;
  }
}
