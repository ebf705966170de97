import { stringify } from 'yaml';
import { dataOf, isRecord } from './corpus.ts';
import type { Random } from './random.ts';

/** A place in data that can hold something else. */
interface Slot {
  readonly holder: Record<string, unknown> | unknown[];
  readonly key: string;
}

const scalars: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  '',
  ' ',
  '{{x}}',
  '{{',
  'guest',
  'reader',
  '5s',
  [],
  {},
  '/a',
  '$x',
];

/** Damages what a text says in one place, and writes it again; the text itself when it can't be read. `parts` are of other texts. */
export function mutateTree(text: string, parts: readonly unknown[], random: Random): string {
  const data = dataOf(text);
  const slots = slotsIn(data);
  if (slots.length === 0) return text;
  change(random.pick(slots), { slots, parts, random });
  return write(data, random) ?? text;
}

// The library refuses what is nested in itself, which some changes bring about.
function write(data: unknown, random: Random): string | undefined {
  try {
    return stringify(data, random.chance(30) ? { collectionStyle: 'flow', lineWidth: 0 } : {});
  } catch {
    return undefined;
  }
}

/** All places in data, each once. */
export function slotsIn(data: unknown): Slot[] {
  const slots: Slot[] = [];
  const seen = new Set<unknown>();
  const visit = (value: unknown): void => {
    if ((!Array.isArray(value) && !isRecord(value)) || seen.has(value)) return;
    seen.add(value);
    for (const key of Object.keys(value)) {
      slots.push({ holder: value as Slot['holder'], key });
      visit(valueAt({ holder: value as Slot['holder'], key }));
    }
  };
  visit(data);
  return slots;
}

/** What stands at a place. */
export function valueAt({ holder, key }: Slot): unknown {
  return Array.isArray(holder) ? holder[Number(key)] : holder[key];
}

function put({ holder, key }: Slot, value: unknown): void {
  if (Array.isArray(holder)) holder[Number(key)] = value;
  else holder[key] = value;
}

function remove({ holder, key }: Slot): void {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else Reflect.deleteProperty(holder, key);
}

interface Change {
  readonly slots: readonly Slot[];
  readonly parts: readonly unknown[];
  readonly random: Random;
}

/** Ways to change what stands at a place. */
const changes: readonly ((slot: Slot, context: Change) => void)[] = [
  remove,
  (slot, { parts, random }) => {
    put(slot, structuredClone(random.pick(parts)));
  },
  (slot, { random }) => {
    put(slot, structuredClone(random.pick(scalars)));
  },
  (slot, { slots, random }) => {
    const value = valueAt(slot);
    put(slot, random.chance(50) ? [value] : { [random.pick(slots).key]: value });
  },
  // Under another key: an unknown one there, or one of another meaning.
  (slot, { slots, random }) => {
    const value = valueAt(slot);
    remove(slot);
    put({ holder: slot.holder, key: Array.isArray(slot.holder) ? '0' : random.pick(slots).key }, value);
  },
  // At two places: that is written as an alias, also inside of its own anchor.
  (slot, { slots, random }) => {
    put(slot, valueAt(random.pick(slots)));
  },
  (slot) => {
    const copy: unknown = structuredClone(valueAt(slot));
    if (Array.isArray(slot.holder)) slot.holder.push(copy);
    else slot.holder[`${slot.key}2`] = copy;
  },
];

function change(slot: Slot, context: Change): void {
  context.random.pick(changes)(slot, context);
}
