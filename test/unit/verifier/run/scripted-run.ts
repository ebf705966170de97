import { compile, type CriterionPlan, type Plan, type Step, type Value } from '../../../../contracts/language/index.ts';
import type { EvidenceRef } from '../../../../reports/index.ts';
import type { Clock } from '../../../../verifier/clock.ts';
import type { Observation } from '../../../../verifier/probes/observation.ts';
import { runCriterion } from '../../../../verifier/run/criterion-run.ts';
import { CriterionScope } from '../../../../verifier/run/scope.ts';
import type { CriterionOutcome } from '../../../../verifier/run/index.ts';
import type { Surfaces } from '../../../../verifier/run/surfaces.ts';

/** A clock that stands still but for sleeping and for what a test adds. */
export class TestClock implements Clock {
  ms = 0;
  now(): Date {
    return new Date(this.ms);
  }
  monotonicMs(): number {
    return this.ms;
  }
  sleep(ms: number): Promise<void> {
    this.ms += ms;
    return Promise.resolve();
  }
}

export const evidence: EvidenceRef = {
  kind: 'observation',
  title: 'seen',
  path: `evidence/00/${'0'.repeat(64)}.json`,
  sha256: '0'.repeat(64),
  bytes: 2,
  mediaType: 'application/json',
};

export const saw = (value: Value): Observation => ({ kind: 'observed', value, evidence: [evidence] });

/** What a step observes: asked each time it is performed. */
export type Script = (step: Step<Value>, clock: TestClock) => Observation | Promise<Observation>;

const system = `
system: scripted
root: .
services:
  db: { postgres: { image: postgres:16 } }
  app: { start: { run: node server.js }, ready: { path: /healthz } }
actors:
  reader:
    let: { email: { fake: internet.email } }
    create: [ { api.request: { method: POST, path: /users, json: { email: "{{email}}" }, expect: { status: 201 } } } ]
    session: { api: { cookies: true } }
`;

/** Compiles one criterion, given as the lines below \`- id: X-01\`. */
export function planOf(criterion: string): { readonly plan: Plan; readonly criterion: CriterionPlan } {
  const lines = criterion
    .trim()
    .split('\n')
    .map((line) => `    ${line.trim()}`)
    .join('\n');
  const text = `contract: scripted\nversion: 1\ntitle: Scripted\nsystem: system.yaml\ncriteria:\n  - id: X-01\n    title: A criterion\n${lines}\n`;
  const compiled = compile({
    system: { file: 'system.yaml', text: system },
    contracts: [{ file: 'scripted.contract.yaml', text }],
    vocabularies: [],
    heldOut: [],
  });
  if (!compiled.ok) throw new Error(compiled.diagnostics.map(({ message }) => message).join('; '));
  const plan = compiled.plan.contracts[0]?.criteria[0];
  if (plan === undefined) throw new Error('no criterion');
  return { plan: compiled.plan, criterion: plan };
}

/** Everything that was asked of the surfaces, in order. */
export interface ScriptedRun {
  readonly outcome: CriterionOutcome;
  readonly calls: readonly string[];
}

/** Runs a criterion of which each step observes what the script says. */
export async function runScripted(
  text: string,
  script: Script,
  options: {
    readonly down?: string;
    readonly signal?: AbortSignal;
    /** Parts of the surfaces that behave otherwise. */
    readonly broken?: Partial<Surfaces>;
  } = {},
): Promise<ScriptedRun> {
  const { plan, criterion } = planOf(text);
  const [contract] = plan.contracts;
  if (contract === undefined) throw new Error('no contract');
  const clock = new TestClock();
  const calls: string[] = [];
  const surfaces: Surfaces = {
    perform: async (step) => {
      calls.push(step.id);
      return await script(step, clock);
    },
    settle: () => Promise.resolve(void calls.push('settle')),
    finishWrites: () => Promise.resolve([]),
    markWhen: () => Promise.resolve(void calls.push('mark')),
    startSession: () => undefined,
    capture: () => Promise.resolve([evidence]),
    reload: (actor) => {
      calls.push(`reload ${actor}`);
      return Promise.resolve(undefined);
    },
    liftFaults: () => Promise.resolve(new Map<string, string>()),
    appEnd: () => undefined,
    browserEnd: () => Promise.resolve(undefined),
    finish: () => Promise.resolve([]),
    ...options.broken,
  };
  const outcome = await runCriterion({
    system: plan.system,
    contract,
    criterion,
    surfaces,
    scope: new CriterionScope({}),
    clock,
    signal: options.signal ?? new AbortController().signal,
    worker: 1,
    generate: (named) => ({ ok: true, values: Object.fromEntries(named.map(({ name }) => [name, `a ${name}`])) }),
    controls: () => Promise.resolve(options.down),
  });
  return { outcome, calls };
}
