import { entryOf, isMap, type ApiProbe, type Matcher, type Step, type Value } from '../../contracts/language/index.ts';
import { holds } from '../judge/index.ts';
import { createApiAgent, type ApiAgent, type ApiAgentOptions } from '../probes/api/index.ts';
import type { Observation } from '../probes/observation.ts';
import type { TimedError } from './criterion-faults.ts';

/** The API agents of one criterion's actors, each with its own cookies and headers, and the server errors that they met. */
export class ApiAgents {
  readonly #options: ApiAgentOptions;
  readonly #agents = new Map<string, ApiAgent>();
  readonly #errors: TimedError[] = [];

  constructor(options: ApiAgentOptions) {
    this.#options = options;
  }

  /** Answers of 5xx that the contract did not ask for. */
  get errors(): readonly TimedError[] {
    return this.#errors;
  }

  /** The actor's agent, made when it is first asked for. */
  of(actor: string): ApiAgent {
    const known = this.#agents.get(actor);
    if (known !== undefined) return known;
    const agent = createApiAgent(this.#options);
    this.#agents.set(actor, agent);
    return agent;
  }

  /** The actor's next request begins without cookies and headers. */
  forget(actor: string): void {
    this.#agents.delete(actor);
  }

  /** One request, sent once. */
  async perform(step: Step<Value> & { readonly probe: ApiProbe<Value> }, withinMs: number): Promise<Observation> {
    const { probe, expectation } = step;
    const sinceMs = this.#options.clock.monotonicMs();
    const observation = await this.of(probe.actor).perform(probe, withinMs);
    if (observation.kind !== 'observed' || !isMap(observation.value)) return observation;
    const status = entryOf(observation.value, 'status');
    if (typeof status === 'number' && status >= 500 && !demands(expectation, status)) {
      const path = typeof probe.path === 'string' ? probe.path : '';
      const atMs = this.#options.clock.monotonicMs();
      this.#errors.push({ atMs, sinceMs, actor: probe.actor, text: `${probe.method} ${path}: ${String(status)}` });
    }
    return observation;
  }
}

/** Whether an expectation asks for this status, and not just for any. */
function demands(expectation: Matcher<Value>, status: number): boolean {
  const own = expectation.is === 'object' ? expectation.entries['status'] : undefined;
  return own !== undefined && holds(own, status) && !holds(own, 200);
}
