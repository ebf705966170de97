import type { Step, Value } from '../../contracts/language/index.ts';
import { browserForBoth } from '../ground.ts';
import { spreadOf, type Spread } from '../statistics.ts';
import { openByHand, type HandLooks } from './by-hand.ts';
import { planOf, verbs, type MeasuredVerb } from './contract.ts';
import { engineMs } from './engine.ts';
import { startGround, type StepGround } from './ground.ts';
import { boundSteps, openProbes, type BareProbes } from './probes.ts';

/** What one step of a kind takes, in milliseconds: as written by hand, by the verifier's probe alone, and by the whole engine. */
export interface StepFigures {
  readonly verb: MeasuredVerb;
  readonly byHandMs: Spread;
  readonly probeMs: Spread;
  readonly engineMs: Spread;
  /** What the engine adds to its probe: binding, judging, bookkeeping. Round by round. */
  readonly ownMs: Spread;
}

const stepsPerRound = 100;

interface Round {
  readonly verb: MeasuredVerb;
  readonly byHand: number;
  readonly probe: number;
  readonly engine: number;
}

/** Takes the same looks in three ways, in turn, round by round. */
export async function measureSteps(
  rounds: number,
  scratch: string,
  note: (message: string) => void,
): Promise<readonly StepFigures[]> {
  const browser = await browserForBoth();
  await using ground = await startGround(planOf(stepsPerRound), { scratch, browser });
  const measured: Round[] = [];
  // The first round warms up, and is not counted.
  for (let round = 0; round <= rounds; round += 1) {
    note(round === 0 ? 'steps: warming up' : `steps: round ${String(round)} of ${String(rounds)}`);
    const figures = await measureRound(ground, browser);
    if (round > 0) measured.push(...figures);
  }
  return verbs.map((verb) =>
    figuresOf(
      verb,
      measured.filter((round) => round.verb === verb),
    ),
  );
}

function figuresOf(verb: MeasuredVerb, rounds: readonly Round[]): StepFigures {
  return {
    verb,
    byHandMs: spreadOf(rounds.map(({ byHand }) => byHand)),
    probeMs: spreadOf(rounds.map(({ probe }) => probe)),
    engineMs: spreadOf(rounds.map(({ engine }) => engine)),
    ownMs: spreadOf(rounds.map(({ engine, probe }) => engine - probe)),
  };
}

async function measureRound(ground: StepGround, browser: string): Promise<readonly Round[]> {
  const rounds: Round[] = [];
  for (const verb of verbs) {
    const { byHand, probe } = await measureBare(ground, verb, browser);
    rounds.push({ verb, byHand, probe, engine: await engineMs(ground, verb) });
  }
  return rounds;
}

async function measureBare(
  ground: StepGround,
  verb: MeasuredVerb,
  browser: string,
): Promise<{ readonly byHand: number; readonly probe: number }> {
  const made = await ground.environment.createStack({ links: [] });
  if (!made.ok) throw new Error(made.failure.why);
  await using stack = made.value;
  const database = stack.databases.get('db')?.address.url ?? '';
  await using looks = await openByHand({ database, app: stack.app.url, browser, folder: ground.folder });
  await using probes = openProbes(ground, stack);
  return { byHand: await timeByHand(looks, verb), probe: await timeProbes(probes, boundSteps(ground, verb)) };
}

async function timeByHand(looks: HandLooks, verb: MeasuredVerb): Promise<number> {
  await looks.look(verb, 0);
  const startedMs = performance.now();
  for (let n = 1; n <= stepsPerRound; n += 1) await looks.look(verb, n);
  return (performance.now() - startedMs) / stepsPerRound;
}

/** The first look is not counted: it pays for what all others use. */
async function timeProbes(probes: BareProbes, steps: readonly Step<Value>[]): Promise<number> {
  const [opening, first, ...rest] = steps;
  if (opening === undefined || first === undefined) throw new Error('there are no steps to measure');
  await probes.perform(opening);
  await probes.perform(first);
  const startedMs = performance.now();
  for (const step of rest) {
    const observation = await probes.perform(step);
    if (observation.kind !== 'observed') throw new Error(observation.why);
  }
  return (performance.now() - startedMs) / rest.length;
}
