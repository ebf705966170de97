import assert from 'node:assert/strict';
import type { PlanStep } from '../../../contracts/language/index.ts';
import { contractText, planOf, systemText } from './sources.ts';

/** The system of the other tests, with a service in a container. */
export const system = systemText().replace(
  '  app:\n',
  '  cache: { container: { image: "redis:7", port: 6379 } }\n  app:\n',
);

/** A contract whose criterion has this step at the end of a section; `slug` is saved in given. */
export function contractWith(section: 'given' | 'when' | 'then', step: string): string {
  const own = (name: string): string => (name === section ? `\n  - ${step}` : '');
  return contractText(`as: reader
claim: persisted
repeat: 5
deadline: 5m
given:
  - browser.open: { path: / }
  - api.request: { method: GET, path: /, save: { slug: /slug } }${own('given')}
when:
  - api.request: { as: author, method: POST, path: "/{{slug}}" }${own('when')}
then:
  - db.delta: { notes: { inserted: 1 } }${own('then')}`);
}

/** That step, compiled. */
export function compiledStep(section: 'given' | 'when' | 'then', step: string): PlanStep {
  const criterion = planOf(contractWith(section, step), system).contracts[0]?.criteria[0];
  return criterion?.[section].at(-1) ?? assert.fail();
}

/** A plan's expression without the places of references, which are in no test of what is meant. */
export function withoutPlaces(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, inner: unknown) => (key === 'at' ? undefined : inner)));
}

export const literal = (value: unknown): object => ({ kind: 'literal', value });
export const equal = (value: unknown): object => ({ is: 'equal', value: literal(value) });
export const having = (entries: object): object => ({ is: 'object', entries, exactly: false });
export const slug = { kind: 'reference', path: ['slug'] };
export const whole = (text: string): object => ({ how: 'whole', text: literal(text) });
