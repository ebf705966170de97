/** Ours, not the application's: the browser or its page died, so nothing can be observed. */
export class BrowserLost extends Error {
  override readonly name = 'BrowserLost';
}

/** The run was stopped while a probe waited. */
export class ProbeStopped extends Error {
  override readonly name = 'ProbeStopped';
}

/** The criterion's time was over while a probe waited. */
export class OutOfTime extends Error {
  override readonly name = 'OutOfTime';
}

/** One way to say that something is over, which everything that waits can race against. The first reason stays. */
export class SessionEnd {
  readonly #waiting = new Set<(reason: Error) => void>();
  #reason: Error | undefined;

  get reason(): Error | undefined {
    return this.#reason;
  }

  end(reason: Error): void {
    if (this.#reason !== undefined) return;
    this.#reason = reason;
    for (const reject of this.#waiting) reject(reason);
    this.#waiting.clear();
  }

  /** The work's own result, or a rejection with the reason as soon as there is one. Nothing is left behind when the work ends first. */
  async race<T>(work: Promise<T>): Promise<T> {
    let leave: (reason: Error) => void = () => undefined;
    const over = new Promise<never>((_, reject) => {
      leave = reject;
    });
    if (this.#reason === undefined) this.#waiting.add(leave);
    else leave(this.#reason);
    try {
      return await Promise.race([work, over]);
    } catch (error) {
      // Playwright's own rejection can overtake the event that says why; the reason says more.
      throw this.#reason ?? error;
    } finally {
      this.#waiting.delete(leave);
      work.catch(() => undefined);
    }
  }
}
