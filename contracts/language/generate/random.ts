import { createHash } from 'node:crypto';

/** Seeds for a name's generator: the same run seed, key and name give the same values, whatever else is generated before. */
export function seedsFor(seed: number, key: string, name: string): number[] {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, key, name]))
    .digest();
  return [0, 4, 8, 12].map((offset) => digest.readUInt32LE(offset));
}
