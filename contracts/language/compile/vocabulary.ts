import { looksLikeVerb, verbSchemas, type WrittenVerb } from '../schema/verbs.ts';
import type { NamedUse } from '../position.ts';
import { listWords, nameHint, nearestName, quote } from '../wording.ts';
import {
  entriesOf,
  field,
  isNull,
  itemsOf,
  nodeKind,
  textOf,
  type Entry,
  type MapNode,
  type Node,
  type Span,
} from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import type { WrittenStep } from './context.ts';
import { parameterNames, substitute, weightOf } from './substitute.ts';

/** What one criterion's steps may grow to; named steps of named steps grow exponentially. */
const mostSteps = 1_000;

/** In characters and parts. */
const largestParameters = 100_000;

/** The named steps of a contract, its own and those that it shares with others. */
export class Vocabulary {
  readonly #own: readonly Entry[];
  readonly #steps: ReadonlyMap<string, Entry>;
  readonly #used = new Set<string>();

  constructor(steps: Node | undefined, shared: readonly Entry[] = []) {
    this.#own = entriesOf(steps);
    this.#steps = new Map([...shared, ...this.#own].map((step) => [step.key, step]));
  }

  find(name: string): Entry | undefined {
    const step = this.#steps.get(name);
    if (step !== undefined) this.#used.add(name);
    return step;
  }

  names(): Iterable<string> {
    return this.#steps.keys();
  }

  /** Of its own. */
  unused(): Entry[] {
    return this.#own.filter((step) => !this.#used.has(step.key));
  }
}

/** Steps written out, and whether one of them could not be: then later steps may miss what it saves. */
export interface Expansion {
  readonly steps: readonly WrittenStep[];
  readonly complete: boolean;
}

interface Place {
  readonly vocabulary: Vocabulary;
  readonly problems: Problems;
  readonly via: readonly NamedUse[];
  readonly out: WrittenStep[];
  readonly state: { complete: boolean; count: number };
}

/** Writes out a list of steps: every named step is replaced by what it stands for, with its parameters in place. */
export function expandSteps(list: Node | undefined, vocabulary: Vocabulary, problems: Problems): Expansion {
  const place: Place = { vocabulary, problems, via: [], out: [], state: { complete: true, count: 0 } };
  if (list !== undefined) expandList(list, place);
  return { steps: place.out, complete: place.state.complete };
}

function expandList(list: Node, place: Place): void {
  if (list.kind !== 'list') {
    fail(place, {
      code: 'wrong-type',
      message: `steps must be a list, not ${nodeKind(list)}`,
      span: list.span,
      hint: 'write [ … ], or each step on a line with “- ”',
    });
    return;
  }
  for (const item of itemsOf(list)) expandStep(item, place);
}

function fail(place: Place, problem: Parameters<Problems['error']>[0]): void {
  place.state.complete = false;
  place.problems.error(problem);
}

function expandStep(step: Node, place: Place): void {
  if (place.state.count >= mostSteps) {
    fail(place, { code: 'too-many-steps', message: `more than ${String(mostSteps)} steps`, span: step.span });
    return;
  }
  const name = textOf(step);
  if (name !== undefined) {
    if (looksLikeVerb(name)) expandVerb({ key: name, keySpan: step.span, value: emptyMap(step.span) }, place);
    else expandNamed({ name, span: step.span, parameters: undefined }, place);
    return;
  }
  const [only, ...others] = entriesOf(step);
  if (only === undefined) {
    fail(place, {
      code: 'wrong-type',
      message: `a step must be a name or a mapping with one key, not ${nodeKind(step)}`,
      span: step.span,
    });
  } else if (others.length > 0) {
    rejectKeys([only, ...others], place);
  } else if (looksLikeVerb(only.key)) {
    expandVerb(only, place);
  } else {
    expandNamed({ name: only.key, span: only.keySpan, parameters: only.value }, place);
  }
}

function emptyMap(span: Span): MapNode {
  return { kind: 'map', entries: [], span };
}

function rejectKeys(entries: readonly Entry[], place: Place): void {
  const verb = entries.find(({ key }) => looksLikeVerb(key));
  const extra = entries.find((each) => each !== (verb ?? entries[0]));
  const isSecondVerb = extra !== undefined && looksLikeVerb(extra.key);
  fail(place, {
    code: 'several-keys',
    message: `a step has exactly one key, not ${listWords(
      entries.map(({ key }) => quote(key)),
      'and',
    )}`,
    span: extra?.keySpan ?? entries[0]?.keySpan ?? { at: { file: '', line: 1, column: 1 } },
    hint:
      verb === undefined || isSecondVerb
        ? 'write each step as an item of its own'
        : `${quote(extra?.key ?? '')} belongs inside the braces of ${verb.key}`,
  });
}

function expandVerb({ key, keySpan, value }: Entry, place: Place): void {
  if (Object.hasOwn(verbSchemas, key)) {
    const parameters = isNull(value) ? emptyMap(keySpan) : value;
    const { via, problems } = place;
    place.state.count += 1;
    place.out.push({
      verb: key as WrittenVerb,
      verbSpan: keySpan,
      parameters,
      via,
      problems,
      ...(key === 'together' ? { inner: expandInner(parameters, place) } : {}),
    });
    return;
  }
  fail(place, {
    code: 'unknown-verb',
    message: `there is no verb ${quote(key)}`,
    span: keySpan,
    hint: nameHint(key, Object.keys(verbSchemas)),
  });
}

/** The steps of a `together`, written out. */
function expandInner(parameters: Node, place: Place): WrittenStep[] {
  const out: WrittenStep[] = [];
  const steps = field(parameters, 'steps');
  if (steps !== undefined) expandList(steps, { ...place, out });
  return out;
}

interface Use {
  readonly name: string;
  readonly span: Span;
  readonly parameters: Node | undefined;
}

function expandNamed(use: Use, place: Place): void {
  const { name, span } = use;
  const definition = place.vocabulary.find(name);
  if (definition === undefined) {
    fail(place, {
      code: 'unknown-step',
      message: `there is no step ${quote(name)}`,
      span,
      hint: nameHint(name, stepNames(name, place)),
    });
    return;
  }
  const cycle = place.via.findIndex((outer) => outer.name === name);
  if (cycle >= 0) {
    const names = [...place.via.slice(cycle).map((outer) => outer.name), name];
    fail(place, {
      code: 'recursive-step',
      message: `a named step uses itself: ${names.map(quote).join(' → ')}`,
      span,
      hint: 'one of them must write its steps out',
    });
    return;
  }
  // Without a verb in them, named steps of named steps would never reach the limit.
  place.state.count += 1;
  const parameters = parametersOf(use, place);
  if (parameters !== undefined && !isTooLarge(use, place)) expandBody(definition, parameters, { use, place });
}

// Parameters that stand twice in those of the next step grow exponentially.
function isTooLarge({ name, span, parameters }: Use, place: Place): boolean {
  if (parameters === undefined || weightOf(parameters) <= largestParameters) return false;
  fail(place, { code: 'too-large', message: `the parameters of ${quote(name)} are too large`, span });
  return true;
}

// Few know `together`; it is offered when it is near.
function stepNames(name: string, { vocabulary }: Place): readonly string[] {
  const names = [...vocabulary.names()];
  return nearestName(name, ['together']) === undefined ? names : [...names, 'together'];
}

function parametersOf({ name, parameters, span }: Use, place: Place): Map<string, Node> | undefined {
  if (parameters === undefined || isNull(parameters)) return new Map();
  if (parameters.kind === 'map') return new Map(parameters.entries.map(({ key, value }) => [key, value]));
  fail(place, {
    code: 'wrong-type',
    message: `the parameters of ${quote(name)} must be a mapping, not ${nodeKind(parameters)}`,
    span: parameters.span.at.line > 0 ? parameters.span : span,
    hint: `- ${name}: { parameter: value }`,
  });
  return undefined;
}

function expandBody(
  definition: Entry,
  values: ReadonlyMap<string, Node>,
  { use, place }: { use: Use; place: Place },
): void {
  const via = [...place.via, { name: use.name, at: use.span.at }];
  const problems = place.problems.relatedTo([{ message: `used here by ${quote(use.name)}`, at: use.span.at }]);
  const used = new Set<string>();
  const body = substitute(definition.value, { values, used, problems });
  for (const entry of entriesOf(use.parameters)) {
    if (!used.has(entry.key)) {
      fail(place, {
        code: 'unknown-parameter',
        message: `the step ${quote(use.name)} has no parameter ${quote(entry.key)}`,
        span: entry.keySpan,
        related: [{ message: 'the step is written here', at: definition.keySpan.at }],
        hint: nameHint(entry.key, parameterNames(definition.value)),
      });
    }
  }
  expandList(body, { ...place, via, problems });
}
