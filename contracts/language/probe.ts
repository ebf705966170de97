import type { Expression } from './expression.ts';
import type { ElementReading, Locator } from './locator.ts';
import type { Matcher } from './matcher.ts';
import type { Origin, Position } from './position.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/** A file that is handed to a page. */
export interface UploadFile<V> {
  readonly name: V;
  /** Media type; made from the name when left out. */
  readonly type?: string;
  readonly content:
    | { readonly kind: 'text'; readonly text: V }
    | { readonly kind: 'base64'; readonly base64: string }
    /** Relative to the repository; read from the contracts' side. */
    | { readonly kind: 'file'; readonly file: string };
}

/** How a call of the page is made to fail. `none`: no answer, the connection is refused. */
export type FailedAnswer<V> =
  | { readonly kind: 'none' }
  | { readonly kind: 'status'; readonly status: number; readonly json?: V; readonly text?: V };

/*
 * What a step does or looks at. `V` is `Expression` in a plan and `Value` once bound.
 *
 * Each verb's observation has a fixed shape, written beside it; the step's expectation is one matcher over that shape.
 * Acts in the browser observe `{ outcome: "done" | "not-found" | "ambiguous" | "not-possible" | "unreachable", detail?: text }`,
 * and the compiler demands `outcome: "done"` of each. Faults observe `{ outcome: "done" }` when they were set up.
 */
export type Probe<V> =
  | BrowserAct<V>
  | BrowserLook<V>
  | ApiProbe<V>
  | DatabaseProbe<V>
  | SystemProbe<V>
  | AgreeProbe<V>
  | TogetherProbe<V>
  | AlwaysProbe;

export type BrowserAct<V> =
  | { readonly verb: 'browser.open'; readonly actor: string; readonly path: V; readonly until?: Locator<V> }
  | {
      readonly verb: 'browser.click';
      readonly actor: string;
      readonly locator: Locator<V>;
      readonly look: boolean;
      /** Once when left out. The target is waited for once; then all clicks go to that place. */
      readonly times?: number;
      /** Between two clicks; as fast as it goes when left out. */
      readonly everyMs?: number;
      /** With the mouse when left out; else focused, and pressed with Enter. */
      readonly by?: 'keyboard';
    }
  | { readonly verb: 'browser.fill'; readonly actor: string; readonly locator: Locator<V>; readonly value: V }
  | { readonly verb: 'browser.press'; readonly actor: string; readonly key: string; readonly locator?: Locator<V> }
  | { readonly verb: 'browser.select'; readonly actor: string; readonly locator: Locator<V>; readonly option: V }
  | { readonly verb: 'browser.check'; readonly actor: string; readonly locator: Locator<V>; readonly checked: boolean }
  | {
      readonly verb: 'browser.upload';
      readonly actor: string;
      readonly locator: Locator<V>;
      readonly files: readonly UploadFile<V>[];
    }
  /** Says how the next dialog will be answered. */
  | {
      readonly verb: 'browser.dialog';
      readonly actor: string;
      readonly answer: 'accept' | 'dismiss';
      readonly text?: V;
    }
  | { readonly verb: 'browser.reload'; readonly actor: string }
  /** One step back in the history of the tab. */
  | { readonly verb: 'browser.back'; readonly actor: string }
  /** An empty browser (new context), with the actor's session again unless `signedIn` is false. */
  | { readonly verb: 'browser.fresh'; readonly actor: string; readonly signedIn: boolean }
  /** Fault: the next matching call of the actor's pages to the system's own hosts is answered so, once; it never reaches the network. */
  | {
      readonly verb: 'browser.fail';
      readonly actor: string;
      readonly method?: HttpMethod;
      readonly path?: Matcher<V>;
      readonly answer: FailedAnswer<V>;
    };

/*
 * A page that can't be read (none was opened, the last one could not be loaded, its script does not let go) observes
 * `{ failed: "no-page" | "no-frame" | "not-answering", detail }` instead: without a `count`, it meets no expectation, least of all one of absence.
 */
export type BrowserLook<V> =
  /** Observes `{ count, elements: [ { text, value, pressed, … } ], texts: [ text… ] }` of the visible elements, at most 100 of them read. */
  | {
      readonly verb: 'browser.see';
      readonly actor: string;
      readonly locator: Locator<V>;
      readonly read: ElementReading;
    }
  /** Observes `{ any: [ what browser.see observes, for each alternative, in order ] }`, all read from the same document. */
  | {
      readonly verb: 'browser.seeAny';
      readonly actor: string;
      readonly any: readonly { readonly locator: Locator<V>; readonly read: ElementReading }[];
    }
  /** Observes `{ count, texts }` of the visible elements; 0 is wanted, after settling. */
  | { readonly verb: 'browser.notSee'; readonly actor: string; readonly locator: Locator<V> }
  /** Observes `{ path, title }`; `path` is with query and fragment. */
  | { readonly verb: 'browser.at'; readonly actor: string }
  /** Observes `{ count, dialogs: [ { type, text, answer: "accepted" | "dismissed" } ] }` of the dialogs since `when` began. */
  | { readonly verb: 'browser.asked'; readonly actor: string }
  /** Observes `{ count, downloads: [ { name, bytes, text? } ] }` of files that the page handed out since `when` began; `text` when it is UTF-8 and not too large. */
  | { readonly verb: 'browser.downloaded'; readonly actor: string }
  /** Observes `{ count, calls: [ { method, path, status } ] }` of requests that reached the network, to the system's own hosts, since `when` began. */
  | {
      readonly verb: 'browser.requests';
      readonly actor: string;
      readonly method?: HttpMethod;
      readonly path?: Matcher<V>;
      readonly status?: Matcher<V>;
    };

/** Observes `{ status, headers: { lower-case name: text }, text, json?, notJson?, truncated?, unfinished? }` (why there is no JSON where the answer says so; why its body is not whole: by our limit, or since it had not ended), or `{ failed: "refused" | "reset" | "late" | "unreadable", detail }`. */
export interface ApiProbe<V> {
  readonly verb: 'api.request';
  readonly actor: string;
  readonly method: HttpMethod;
  /** Starts with "/"; its references were percent-encoded when bound. */
  readonly path: V;
  readonly query?: Readonly<Record<string, V>>;
  readonly headers?: Readonly<Record<string, V>>;
  readonly body?: { readonly kind: 'json' | 'text'; readonly content: V };
}

export type DatabaseProbe<V> =
  /** Observes `{ rows: [ { column: value } ] }`, or `{ failed: SQLSTATE, detail }` when the statement is refused. */
  | { readonly verb: 'db.query'; readonly service: string; readonly sql: string; readonly params: readonly V[] }
  /** Observes `{ rowCount }`, or `{ failed, detail }`. */
  | { readonly verb: 'db.exec'; readonly service: string; readonly sql: string; readonly params: readonly V[] }
  /** Observes `{ table: { inserted?: rows, updated?: rows, deleted?: rows } }`: net changes between `when` and `then`, only tables that changed; `$missing: { table: message }` of tables that the expectation names and that are not there. */
  | { readonly verb: 'db.delta'; readonly service: string }
  /** Fault: every such statement of the application on the table is refused, until the criterion ends. */
  | {
      readonly verb: 'db.reject';
      readonly service: string;
      readonly table: string;
      readonly on: readonly RowChange[];
    };

export type RowChange = 'insert' | 'update' | 'delete';

/**
 * Observes `{ outcome: "done" }`, or `{ outcome: "not-ready", detail }` when the service does not come (back).
 * A database is stopped, paused and restarted as the application meets it: on the way between the two. Other services are stopped themselves.
 */
export type SystemProbe<V> =
  /** Killed, and started again. */
  | { readonly verb: 'system.restart'; readonly service: string }
  | { readonly verb: 'system.start'; readonly service: string }
  /** Fault: connections are refused from now on. */
  | { readonly verb: 'system.stop'; readonly service: string }
  /** Fault: connections stay, and nothing answers. */
  | { readonly verb: 'system.pause'; readonly service: string }
  | { readonly verb: 'system.wait'; readonly forMs: number }
  /** Fault: everything that goes from one to the other comes later by this. `from` is `browser`, or the application. */
  | { readonly verb: 'system.latency'; readonly from: string; readonly to: string; readonly addMs: number }
  /** Observes `{ count, lines: [ text… ] }` of the lines that match, written since `when` began; the last 100 of them. */
  | { readonly verb: 'system.log'; readonly service: string; readonly line?: Matcher<V> };

/** Observes `{ browser?: value, api?: value, db?: value }`: one value, read in several places. What is not there is missing. */
export interface AgreeProbe<V> {
  readonly verb: 'values.agree';
  readonly readings: readonly AgreeReading<V>[];
}

/** Where a value is read: `pointer` (JSON Pointer) goes into what the probe observes. */
export interface AgreeReading<V> {
  readonly name: 'browser' | 'api' | 'db';
  readonly probe: Extract<BrowserLook<V>, { readonly verb: 'browser.see' }> | ApiProbe<V> | QueryProbe<V>;
  readonly pointer: string;
}

export type QueryProbe<V> = Extract<DatabaseProbe<V>, { readonly verb: 'db.query' }>;

/** Observes `{ answers: [ what each step observes, in order ] }`. All begin at the same moment. */
export interface TogetherProbe<V> {
  readonly verb: 'together';
  readonly steps: readonly Step<V>[];
}

/** From the weakest to the strongest. */
export type Claim = 'shown' | 'served' | 'persisted' | 'durable';

export type Section = 'create' | 'signIn' | 'given' | 'when' | 'then' | 'always';

/** One probe, with what is expected of what it observes. `V` as in `Probe`. */
export interface Step<V> {
  /** Unique in its criterion: `given.1`, `then.3`; `reader.create.1` for an actor's steps. */
  readonly id: string;
  readonly section: Section;
  /** The step in words, made from its verb and parameters: `see button “Favorite” (pressed) as reader`. */
  readonly words: string;
  readonly origin: Origin;
  readonly probe: Probe<V>;
  /** Judged against the observation. Every step has one; `stated` says whether the contract's author wrote it or the verb implies it. */
  readonly expectation: Matcher<V>;
  readonly stated: boolean;
  /** Whether it only looks (and may be polled), or acts (exactly once). */
  readonly kind: 'look' | 'act';
  /** Whether what is wanted is that something is not there: then it must hold after settling. */
  readonly absence: boolean;
  /** What its satisfaction can carry: undefined for acts and for steps that prove nothing of the claim. */
  readonly strength?: Claim;
  readonly save: readonly Save[];
  /** How long a look waits; for an act, how long it waits for its target. */
  readonly withinMs: number;
  /** Once it holds, it must hold that long. */
  readonly staysMs?: number;
  /** The page is loaded again between looks. */
  readonly reloads?: boolean;
  /** Over the same observation: once this holds there is nothing to wait for, and the look is violated. */
  readonly failIf?: Matcher<V>;
}

export type PlanStep = Step<Expression>;

/** Keeps the value at `pointer` (JSON Pointer into the response body, or into the rows) under `name`. */
export interface Save {
  readonly name: string;
  readonly pointer: string;
  readonly at: Position;
}

/** What holds in every criterion. Observes `{ count, errors: [ text… ] }` of what happened outside the time of injected faults. */
export interface AlwaysProbe {
  readonly verb: 'always.noServerErrors' | 'always.noScriptErrors';
}

/** Everything that a probe can be. */
export type ProbeVerb = Probe<never>['verb'];

/** The verbs that are written in contracts; the others are made by the compiler. */
export type Verb = Exclude<ProbeVerb, 'browser.seeAny' | 'together' | AlwaysProbe['verb']>;

const browserLooks: readonly ProbeVerb[] = [
  'browser.see',
  'browser.seeAny',
  'browser.notSee',
  'browser.at',
  'browser.asked',
  'browser.downloaded',
  'browser.requests',
];

/** Whether a probe looks in the browser, and does not act there. */
export function isBrowserLook<V>(probe: Probe<V>): probe is BrowserLook<V> {
  return browserLooks.includes(probe.verb);
}

/** Whether a probe acts or looks in the browser. */
export function isBrowserProbe<V>(probe: Probe<V>): probe is BrowserAct<V> | BrowserLook<V> {
  return probe.verb.startsWith('browser.');
}

const faults: readonly ProbeVerb[] = ['browser.fail', 'db.reject', 'system.stop', 'system.pause', 'system.latency'];

/** Whether a probe makes something fail that would work. */
export function isFault<V>(probe: Probe<V>): boolean {
  return faults.includes(probe.verb);
}

/** Who takes part in a probe; nobody in most that are neither in the browser nor by API. */
export function actorsOf<V>(probe: Probe<V>): readonly string[] {
  if (probe.verb === 'together') return probe.steps.flatMap((step) => actorsOf(step.probe));
  if (probe.verb === 'values.agree') return probe.readings.flatMap((reading) => actorsOf(reading.probe));
  return 'actor' in probe ? [probe.actor] : [];
}
