import type { Matcher } from './matcher.ts';

/** How an element's text, name or label is compared: whole (white-space runs are one, private-use signs dropped), a part, or a pattern. */
export type TextMatch<V> =
  { readonly how: 'whole' | 'contains'; readonly text: V } | { readonly how: 'matches'; readonly pattern: V };

/** Which elements of the page are meant. */
export interface Locator<V> {
  readonly by:
    | { readonly kind: 'role'; readonly role: string; readonly name?: TextMatch<V> }
    | { readonly kind: 'label' | 'text' | 'placeholder' | 'alt' | 'title'; readonly text: TextMatch<V> }
    | { readonly kind: 'testId'; readonly id: V }
    | { readonly kind: 'css'; readonly selector: V };
  /** Only inside an element that this finds. */
  readonly inside?: Locator<V>;
  /** Only elements that hold one of these. */
  readonly has?: Locator<V>;
  /** Counts from 1. */
  readonly nth?: number | 'first' | 'last';
}

/** What `browser.see` reads of each element that it finds. */
export type ElementProperty =
  'text' | 'number' | 'value' | 'class' | 'attribute' | 'style' | 'pressed' | 'checked' | 'disabled' | 'focused';

/** Names of attributes or CSS properties that an expectation speaks of. */
export interface ElementReading {
  readonly properties: readonly ElementProperty[];
  readonly attributes: readonly string[];
  readonly styles: readonly string[];
}

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/*
 * What a step does or looks at. `V` is `Expression` in a plan and `Value` once bound.
 *
 * Each verb's observation has a fixed shape, written beside it; the step's expectation is one matcher over that shape.
 * Acts in the browser observe `{ outcome: "done" | "not-found" | "ambiguous" | "not-possible" | "unreachable", detail?: text }`,
 * and the compiler demands `outcome: "done"` of each.
 */
export type Probe<V> = BrowserAct<V> | BrowserLook<V> | ApiProbe<V> | DatabaseProbe<V> | SystemProbe;

export type BrowserAct<V> =
  | { readonly verb: 'browser.open'; readonly actor: string; readonly path: V; readonly until?: Locator<V> }
  | { readonly verb: 'browser.click'; readonly actor: string; readonly locator: Locator<V>; readonly look: boolean }
  | { readonly verb: 'browser.fill'; readonly actor: string; readonly locator: Locator<V>; readonly value: V }
  | { readonly verb: 'browser.press'; readonly actor: string; readonly key: string; readonly locator?: Locator<V> }
  | { readonly verb: 'browser.select'; readonly actor: string; readonly locator: Locator<V>; readonly option: V }
  /** Says how the next dialog will be answered. */
  | {
      readonly verb: 'browser.dialog';
      readonly actor: string;
      readonly answer: 'accept' | 'dismiss';
      readonly text?: V;
    }
  | { readonly verb: 'browser.reload'; readonly actor: string }
  /** An empty browser (new context), with the actor's session again unless `signedIn` is false. */
  | { readonly verb: 'browser.fresh'; readonly actor: string; readonly signedIn: boolean };

/*
 * A page that can't be read (none was opened, the last one could not be loaded, its script does not let go) observes
 * `{ failed: "no-page" | "not-answering", detail }` instead: without a `count`, it meets no expectation, least of all one of absence.
 */
export type BrowserLook<V> =
  /** Observes `{ count, elements: [ { text, value, pressed, … } ], texts: [ text… ] }` of the visible elements, at most 100 of them read. */
  | {
      readonly verb: 'browser.see';
      readonly actor: string;
      readonly locator: Locator<V>;
      readonly read: ElementReading;
    }
  /** Observes `{ count, texts }` of the visible elements; 0 is wanted, after settling. */
  | { readonly verb: 'browser.notSee'; readonly actor: string; readonly locator: Locator<V> }
  /** Observes `{ path, title }`; `path` is with query and fragment. */
  | { readonly verb: 'browser.at'; readonly actor: string }
  /** Observes `{ count, calls: [ { method, path, status } ] }` of requests that reached the network, to the system's own hosts, since `when` began. */
  | {
      readonly verb: 'browser.requests';
      readonly actor: string;
      readonly method?: HttpMethod;
      readonly path?: Matcher<V>;
      readonly status?: Matcher<V>;
    };

/** Observes `{ status, headers: { lower-case name: text }, text, json? }`, or `{ failed: "refused" | "reset" | "late" | "unreadable", detail }`. */
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
  | { readonly verb: 'db.delta'; readonly service: string };

/** Observes `{ outcome: "done" }`, or `{ outcome: "not-ready", detail }` when the service does not come back. */
export interface SystemProbe {
  readonly verb: 'system.restart';
  readonly service: string;
}

export type Verb = Probe<never>['verb'];

const browserLooks: readonly Verb[] = ['browser.see', 'browser.notSee', 'browser.at', 'browser.requests'];

/** Whether a probe looks in the browser, and does not act there. */
export function isBrowserLook<V>(probe: Probe<V>): probe is BrowserLook<V> {
  return browserLooks.includes(probe.verb);
}
