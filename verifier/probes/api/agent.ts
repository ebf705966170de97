import { wordsOfError, type ApiProbe, type Value } from '../../../contracts/language/index.ts';
import type { Clock } from '../../clock.ts';
import type { EvidenceSink } from '../../evidence/sink.ts';
import type { Observation } from '../observation.ts';
import { observe } from './answer.ts';
import { CookieJar, type AgentCookie } from './cookies.ts';
import { exchange } from './exchange.ts';
import { recordExchange } from './record.ts';
import { writeRequest, type WireRequest } from './request.ts';

export interface ApiAgentOptions {
  /** Where the application is: `http://127.0.0.1:40123`. */
  readonly baseUrl: string;
  readonly sink: EvidenceSink;
  readonly clock: Clock;
  /** Aborted when the run is stopped; requests on the way then end as skipped. */
  readonly signal: AbortSignal;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** By default an ordinary browser's. */
  readonly userAgent?: string;
}

/** One actor's way to the API, for one criterion: keeps its cookies and headers to itself. */
export interface ApiAgent {
  /**
   * Sends the request exactly once. Whatever the application answers, or fails to, is observed. Never rejects.
   *
   * @param withinMs how long the whole answer may take, at least `FAIR_MS`; later is `late`
   */
  perform(probe: ApiProbe<Value>, withinMs: number): Promise<Observation>;
  /** The cookies that the application has set so far, for the actor's browser. */
  cookies(): readonly AgentCookie[];
  /** Sends this header with every request from now on. */
  setHeader(name: string, value: string): void;
}

/** The last look of a poll begins when hardly any time is left; a healthy answer must not be called late for that. */
const FAIR_MS = 1_000;

const ORDINARY_BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

/** Makes an agent without cookies. */
export function createApiAgent(options: ApiAgentOptions): ApiAgent {
  return new SupertestAgent(options);
}

class SupertestAgent implements ApiAgent {
  readonly #options: ApiAgentOptions;
  readonly #origin: string;
  readonly #jar: CookieJar;
  readonly #headers: Record<string, string>;

  constructor(options: ApiAgentOptions) {
    this.#options = options;
    this.#origin = options.baseUrl.replace(/\/+$/u, '');
    this.#jar = new CookieJar(new URL(options.baseUrl), options.clock);
    this.#headers = {
      accept: 'application/json, text/plain, */*',
      'accept-encoding': 'gzip, deflate',
      'user-agent': options.userAgent ?? ORDINARY_BROWSER,
    };
    for (const [name, value] of Object.entries(options.headers ?? {})) this.setHeader(name, value);
  }

  setHeader(name: string, value: string): void {
    this.#headers[name.toLowerCase()] = value;
  }

  cookies(): readonly AgentCookie[] {
    return this.#jar.all();
  }

  async perform(probe: ApiProbe<Value>, withinMs: number): Promise<Observation> {
    try {
      const request = writeRequest(probe, this.#headers);
      if ('impossible' in request) return errored('not-run', request.impossible);
      return await this.#send(probe.actor, this.#withCookies(request), withinMs);
    } catch (error) {
      // The edge of the probe: whatever breaks in here is ours.
      return errored('environment', `the API probe broke: ${wordsOfError(error)}`);
    }
  }

  async #send(actor: string, request: WireRequest, withinMs: number): Promise<Observation> {
    const { clock, signal, sink } = this.#options;
    const startedAt = clock.now();
    const startMs = clock.monotonicMs();
    const limits = { withinMs: Math.max(withinMs, FAIR_MS), clock, signal };
    const outcome = await exchange(this.#origin, request, limits);
    if (outcome.kind === 'stopped') {
      return { kind: 'skipped', cause: 'skipped', why: 'the run was stopped', evidence: [] };
    }
    if (outcome.kind === 'impossible') return errored(outcome.cause, outcome.why);
    for (const cookie of outcome.head?.setCookies ?? []) this.#jar.store(cookie, pathOf(request));
    const durationMs = clock.monotonicMs() - startMs;
    const recorded = { actor, origin: this.#origin, request, exchange: outcome, startedAt, durationMs };
    const evidence = await sink.keep(recordExchange(recorded));
    return { kind: 'observed', value: observe(outcome), evidence: [evidence] };
  }

  /** A Cookie header that the contract writes itself stands for all. */
  #withCookies(request: WireRequest): WireRequest {
    const cookie = this.#jar.headerFor(pathOf(request));
    if (cookie === undefined || Object.hasOwn(request.headers, 'cookie')) return request;
    return { ...request, headers: { ...request.headers, cookie } };
  }
}

function pathOf(request: WireRequest): string {
  return request.path.replace(/\?.*$/su, '');
}

function errored(cause: 'environment' | 'not-run', why: string): Observation {
  return { kind: 'errored', cause, why, evidence: [] };
}
