import { faker } from '@faker-js/faker/locale/en';
import { nameHint } from '../wording.ts';

let methods: ReadonlySet<string> | undefined;

/** Whether @faker-js/faker has a generator of that name, such as `internet.email`. */
export function isFakeMethod(name: string): boolean {
  return fakeMethods().has(name);
}

/** The nearest generator's name. */
export function fakeMethodHint(name: string): string {
  return nameHint(name, fakeMethods()) ?? 'the generators of @faker-js/faker, such as internet.email or lorem.sentence';
}

function fakeMethods(): ReadonlySet<string> {
  methods ??= new Set(
    Object.entries(faker).flatMap(([module, owner]) => methodsOf(owner).map((method) => `${module}.${method}`)),
  );
  return methods;
}

function methodsOf(owner: unknown): string[] {
  if (typeof owner !== 'object' || owner === null) return [];
  const names = new Set<string>();
  for (
    let level: object | null = owner;
    level !== null && level !== Object.prototype;
    level = Object.getPrototypeOf(level) as object | null
  ) {
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(level))) {
      if (typeof value === 'function' && name !== 'constructor' && !name.startsWith('_')) names.add(name);
    }
  }
  return [...names];
}
