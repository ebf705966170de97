import type { Place } from '../../../contracts/language/index.ts';
import { ActorPage, type ActorPageOptions } from './actor-page.ts';
import type { ActorRecords } from './actor-records.ts';
import type { BrowserSessionState } from './session-state.ts';

/** What the pages of all actors have in common, and how those of one actor differ. */
export interface ActorPagesOptions extends Omit<ActorPageOptions, 'state' | 'place' | 'records'> {
  /** What the actor's browser starts with; asked each time it is made anew. Nothing for a guest. */
  readonly sessionOf: (actor: string) => BrowserSessionState | undefined | Promise<BrowserSessionState | undefined>;
  /** Where the actor is, as pages are told. */
  readonly placeOf: (actor: string) => Place;
  readonly recordsOf: (actor: string) => ActorRecords;
}

/** The browsers of one criterion's actors, each made when it is first needed. Disposing them closes them. */
export class ActorPages implements AsyncDisposable {
  readonly #options: ActorPagesOptions;
  readonly #pages = new Map<string, Promise<ActorPage>>();
  #latencyMs = 0;

  constructor(options: ActorPagesOptions) {
    this.#options = options;
  }

  /** Actors whose page was made, or could not be. */
  get actors(): readonly string[] {
    return [...this.#pages.keys()];
  }

  /** The actor's page, made now if it was not. */
  async of(actor: string): Promise<ActorPage> {
    return await (this.#pages.get(actor) ?? this.#make(actor, true));
  }

  /** The actor's page, if it was made and could be. */
  async ifOpen(actor: string): Promise<ActorPage | undefined> {
    return await this.#pages.get(actor)?.catch(() => undefined);
  }

  /** An empty browser in place of the actor's, which first finishes what it sends. */
  async renew(actor: string, signedIn: boolean, deadlineMs: number): Promise<void> {
    const old = this.#pages.get(actor);
    if (old !== undefined) {
      // One that died has nothing to finish; if the whole browser did, making the next one says so.
      await old.then((page) => page.finishUp(deadlineMs)).catch(() => undefined);
      await close(old);
    }
    await this.#make(actor, signedIn);
  }

  /** From now on everything between the browsers and any network takes longer by this, in the tabs that are open and in those to come. */
  async setLatency(ms: number): Promise<void> {
    this.#latencyMs = ms;
    const open = await Promise.all(this.actors.map((actor) => this.ifOpen(actor)));
    await Promise.all(open.flatMap((page) => (page === undefined ? [] : [page.setLatency(ms)])));
  }

  /** Whose browser has this frame, or is this context. */
  async actorOf(
    frameId: string,
    contextOf: (frameId: string) => Promise<string | undefined>,
  ): Promise<string | undefined> {
    const made = this.actors.map(async (actor) => ({ actor, page: await this.ifOpen(actor) }));
    const open = await Promise.all(made);
    const known = open.find(({ page }) => page?.hasFrame(frameId) === true)?.actor;
    if (known !== undefined) return known;
    const contextId = await contextOf(frameId);
    return contextId === undefined ? undefined : open.find(({ page }) => page?.contextId === contextId)?.actor;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const pages = [...this.#pages.values()];
    this.#pages.clear();
    await Promise.all(pages.map(close));
  }

  async #make(actor: string, signedIn: boolean): Promise<ActorPage> {
    const made = this.#open(actor, signedIn);
    this.#pages.set(actor, made);
    return await made;
  }

  async #open(actor: string, signedIn: boolean): Promise<ActorPage> {
    const { sessionOf, placeOf, recordsOf } = this.#options;
    const state = signedIn ? await sessionOf(actor) : undefined;
    const opened = await ActorPage.open({
      ...this.#options,
      state,
      place: placeOf(actor),
      records: recordsOf(actor),
    });
    // It may have been said while the browser was made.
    await opened.setLatency(this.#latencyMs);
    return opened;
  }
}

async function close(page: Promise<ActorPage>): Promise<void> {
  const open = await page.catch(() => undefined);
  await open?.[Symbol.asyncDispose]();
}
