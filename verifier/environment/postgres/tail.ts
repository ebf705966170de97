/** Keeps the end of what a process writes. */
export interface Tail {
  readonly add: (chunk: Buffer) => void;
  readonly text: () => string;
}

/** Keeps the last `most` bytes. */
export function keepTail(most = 16_384): Tail {
  let kept = Buffer.alloc(0);
  return {
    add: (chunk) => {
      kept = Buffer.concat([kept, chunk]).subarray(-most);
    },
    text: () => kept.toString('utf8').trim(),
  };
}
