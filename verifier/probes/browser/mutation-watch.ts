import type { CDPSession } from '@playwright/test';
import type { Clock } from '../../clock.ts';

/** The isolated world in which the document is watched: it shares the document with the page, and nothing else. */
const worldName = 'assay';

/** Knows how long a page's documents have not changed, without the page being able to notice. */
export interface MutationWatch {
  /** Milliseconds since the last change of any document of the page; 0 when a document is just being replaced. Hangs while the page's script does. */
  quietForMs(): Promise<number>;
}

/** Starts watching; every document that is made from now on is watched from its beginning. */
export async function watchMutations(cdp: CDPSession, clock: Clock): Promise<MutationWatch> {
  const worlds = new Set<number>();
  let replacedMs = Number.NEGATIVE_INFINITY;
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name !== worldName) return;
    worlds.add(context.id);
    replacedMs = clock.monotonicMs();
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => worlds.delete(executionContextId));
  cdp.on('Runtime.executionContextsCleared', () => {
    worlds.clear();
    replacedMs = clock.monotonicMs();
  });
  await Promise.all([
    cdp.send('Page.enable'),
    cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: watcher, worldName, runImmediately: true }),
    cdp.send('Runtime.enable'),
  ]);
  const quietIn = async (contextId: number): Promise<number> => {
    try {
      const { result } = await cdp.send('Runtime.evaluate', {
        contextId,
        expression: 'quietForMs()',
        returnByValue: true,
      });
      return typeof result.value === 'number' ? result.value : 0;
    } catch {
      // The document went away while it was asked: that is a change.
      return 0;
    }
  };
  return {
    quietForMs: async () =>
      Math.min(clock.monotonicMs() - replacedMs, ...(await Promise.all([...worlds].map(quietIn)))),
  };
}

/**
 * An observer does not see into shadow trees, nor when an element gets one: open ones are looked for whenever it is asked.
 * A tree that is new counts as a change, so what happens in it from then on is noticed.
 */
const watcher = `(() => {
  let last = performance.now();
  const observer = new MutationObserver(() => { last = performance.now(); });
  const watched = new Set();
  const watch = (root) => {
    watched.add(root);
    observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  };
  const watchShadows = (root) => {
    for (const { shadowRoot } of root.querySelectorAll('*')) {
      if (shadowRoot === null) continue;
      if (!watched.has(shadowRoot)) { watch(shadowRoot); last = performance.now(); }
      watchShadows(shadowRoot);
    }
  };
  watch(document);
  globalThis.quietForMs = () => { watchShadows(document); return performance.now() - last; };
})()`;
