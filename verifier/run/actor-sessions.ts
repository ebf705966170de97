import type { Step, Value } from '../../contracts/language/index.ts';
import type { BrowserSessionState } from '../probes/browser/index.ts';
import type { ApiAgents } from './api-agents.ts';
import type { ActorSession } from './surfaces.ts';

/** What signed-in actors carry into their browsers and API agents. */
export class ActorSessions {
  readonly #agents: ApiAgents;
  readonly #states = new Map<string, BrowserSessionState>();
  readonly #signIns = new Map<string, readonly Step<Value>[]>();

  constructor(agents: ApiAgents) {
    this.#agents = agents;
  }

  /** Keeps what signIn brought. */
  start(actor: string, session: ActorSession): void {
    const cookies = session.browserCookies ? this.#agents.of(actor).cookies() : [];
    this.#states.set(actor, { cookies, localStorage: session.localStorage });
    this.#signIns.set(actor, session.browserSignIn);
    // A session that is no cookie must not be carried by one all the same.
    if (!session.apiCookies) this.#agents.forget(actor);
    for (const [name, value] of Object.entries(session.apiHeaders)) this.#agents.of(actor).setHeader(name, value);
  }

  /** What the actor's browser starts with. */
  stateOf(actor: string): BrowserSessionState | undefined {
    return this.#states.get(actor);
  }

  /** The steps by which the actor signs in in each fresh browser. */
  signInsOf(actor: string): readonly Step<Value>[] {
    return this.#signIns.get(actor) ?? [];
  }
}
