import { entryOf, isMap, type Value, type ValueMap } from '../value.ts';

/** The names that references may mean while steps run. */
export interface Scope {
  /** The value at the path, or undefined when there is none. `null` is a value. */
  lookup(path: readonly string[]): Value | undefined;
}

/** A scope of these values; a first name that it does not have is looked up in `outer`. */
export function scopeOf(values: ValueMap, outer?: Scope): Scope {
  return {
    lookup(path) {
      const [name, ...rest] = path;
      if (name === undefined) return undefined;
      if (!Object.hasOwn(values, name)) return outer?.lookup(path);
      return rest.reduce<Value | undefined>(
        (value, key) => (isMap(value) ? entryOf(value, key) : undefined),
        values[name],
      );
    },
  };
}
