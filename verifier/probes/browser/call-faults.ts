import { stringifyJson, type BrowserAct, type FailedAnswer, type Value } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import {
  isPreflight,
  literalPattern,
  readableFrom,
  type CallAnswer,
  type Interception,
  type Interceptor,
  type PausedCall,
} from './interception.ts';
import type { MatchValue } from './looks.ts';
import type { NetworkRecord } from './network-record.ts';
import { isLoopback, pathOf } from './own-hosts.ts';
import { textOf } from './value-text.ts';

export type FailProbe = Extract<BrowserAct<Value>, { readonly verb: 'browser.fail' }>;

/** What the faults of a criterion need to know of it. */
export interface FaultGround {
  readonly interception: Interception;
  readonly appUrl: string;
  readonly clock: Clock;
  readonly isOwn: (url: string) => boolean;
  readonly matches: MatchValue;
  /** Whose browser a frame or a service worker belongs to. */
  readonly actorOf: (frameId: string) => Promise<string | undefined>;
  readonly networkOf: (actor: string) => NetworkRecord;
}

interface Armed {
  readonly id: string;
  readonly probe: FailProbe;
}

/** A frame that is new is known a moment later than its first call. */
const newFrameMs = 50;

/** The calls of one criterion that are to fail: each fault answers one, the first that is what it speaks of, and is over. */
export class CallFaults implements Interceptor {
  readonly #ground: FaultGround;
  #armed: readonly Armed[] = [];
  readonly #unmet = new Set<string>();
  /** Those that answered a call: whose it was, and when the page was done with it. */
  readonly #met = new Map<string, { readonly actor: string; overMs?: number }>();

  constructor(ground: FaultGround) {
    this.#ground = ground;
  }

  /** Holds for calls that begin from now on. Of several that speak of the same call, the one that was armed first answers it. */
  async arm(id: string, probe: FailProbe): Promise<void> {
    this.#armed = [...this.#armed, { id, probe }];
    this.#unmet.add(id);
    await this.#ground.interception.add(this);
  }

  /** Those that answered no call. */
  unmet(): readonly string[] {
    return [...this.#unmet];
  }

  /** The actor's page has settled: whatever came of calls that were answered so far is over. */
  noteSettled(actor: string): void {
    const overMs = this.#ground.clock.monotonicMs();
    for (const met of this.#met.values()) if (met.actor === actor) met.overMs ??= overMs;
  }

  /** When pages were done with what was answered (monotonic), by the id of the step; without those that are not. */
  ends(): ReadonlyMap<string, number> {
    return new Map([...this.#met].flatMap(([id, { overMs }]) => (overMs === undefined ? [] : [[id, overMs] as const])));
  }

  /** Ends all of them. */
  clear(): void {
    this.#armed = [];
    this.#unmet.clear();
    void this.#switchOff();
  }

  readonly patterns = (): readonly string[] => this.#armed.flatMap(({ probe }) => this.#patternsOf(probe));

  readonly answer = async (call: PausedCall): Promise<CallAnswer | undefined> => {
    const candidates = this.#armed.filter(({ probe }) => this.#speaksOf(probe, call));
    if (candidates.length === 0) return undefined;
    const actor = await this.#actorOf(call.frameId);
    const fault = candidates.find((each) => each.probe.actor === actor && this.#armed.includes(each));
    if (fault === undefined) return undefined;
    // Before anything is waited for: another call may be asking at the same time.
    this.#armed = this.#armed.filter((each) => each !== fault);
    this.#unmet.delete(fault.id);
    this.#met.set(fault.id, { actor: fault.probe.actor });
    this.#ground.networkOf(fault.probe.actor).noteFault(call);
    void this.#switchOff();
    return answerOf(fault.probe.answer, call);
  };

  async #switchOff(): Promise<void> {
    const { interception } = this.#ground;
    // A browser that is gone stops nothing either.
    await (this.#armed.length === 0 ? interception.remove(this) : interception.refresh()).catch(() => undefined);
  }

  #speaksOf({ method, path }: FailProbe, call: PausedCall): boolean {
    if (!this.#ground.isOwn(call.url) || isPreflight(call)) return false;
    if (method !== undefined && method !== call.method) return false;
    return path === undefined || this.#ground.matches(path, pathOf(call.url));
  }

  async #actorOf(frameId: string): Promise<string | undefined> {
    const known = await this.#ground.actorOf(frameId);
    if (known !== undefined) return known;
    await this.#ground.clock.sleep(newFrameMs);
    return await this.#ground.actorOf(frameId);
  }

  /** A path that is said in full stops nothing but itself. */
  #patternsOf({ path }: FailProbe): readonly string[] {
    const { protocol, hostname, port } = new URL(this.#ground.appUrl);
    const hosts = isLoopback(hostname) ? ['localhost', '127.0.0.1', '[::1]'] : [hostname];
    const rest = path?.is === 'equal' && typeof path.value === 'string' ? literalPattern(path.value) : '/*';
    return hosts.map((host) => `${protocol}//${host}${port === '' ? '' : `:${port}`}${rest}`);
  }
}

function answerOf(answer: FailedAnswer<Value>, call: PausedCall): CallAnswer {
  if (answer.kind === 'none') return { kind: 'none' };
  const { type, text } = contentOf(answer);
  const headers = { ...readableFrom(call), ...type, 'cache-control': 'no-store' };
  return { kind: 'answer', status: answer.status, headers, body: Buffer.from(text) };
}

function contentOf({ json, text }: Extract<FailedAnswer<Value>, { kind: 'status' }>): {
  readonly type: Readonly<Record<string, string>>;
  readonly text: string;
} {
  if (json !== undefined) return { type: { 'content-type': 'application/json' }, text: stringifyJson(json) };
  if (text === undefined) return { type: {}, text: '' };
  return { type: { 'content-type': 'text/plain; charset=utf-8' }, text: textOf(text) };
}
