import type { CDPSession } from '@playwright/test';
import type { Clock } from '../../clock.ts';

/** The isolated world in which the document is watched: it shares the document with the page, and nothing else. */
const worldName = 'assay';

/** Knows how long a page's documents have not changed, without the page being able to notice. */
export interface MutationWatch {
  /**
   * Milliseconds since the last change of the page's document, or of one in its frames whose origin counts; 0 when the page is just being
   * replaced. Hangs while the page's script does.
   */
  quietForMs(counts: (origin: string) => boolean): Promise<number>;
}

interface World {
  readonly frameId: string;
  readonly origin: string;
  readonly madeMs: number;
}

/** Starts watching; every document that is made from now on is watched from its beginning. */
export async function watchMutations(cdp: CDPSession, clock: Clock): Promise<MutationWatch> {
  const worlds = new Map<number, World>();
  let replacedMs = Number.NEGATIVE_INFINITY;
  cdp.on('Runtime.executionContextCreated', ({ context }) => {
    if (context.name !== worldName) return;
    worlds.set(context.id, {
      frameId: String((context.auxData as { readonly frameId?: unknown } | undefined)?.frameId),
      origin: context.origin,
      madeMs: clock.monotonicMs(),
    });
  });
  cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => worlds.delete(executionContextId));
  cdp.on('Runtime.executionContextsCleared', () => {
    worlds.clear();
    replacedMs = clock.monotonicMs();
  });
  const [{ frameTree }] = await Promise.all([
    cdp.send('Page.getFrameTree'),
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
    quietForMs: async (counts) => {
      const counting = [...worlds].filter(
        ([, { frameId, origin }]) => frameId === frameTree.frame.id || counts(origin),
      );
      const madeMs = Math.max(replacedMs, ...counting.map(([, world]) => world.madeMs));
      const quiet = await Promise.all(counting.map(([contextId]) => quietIn(contextId)));
      return Math.min(clock.monotonicMs() - madeMs, ...quiet);
    },
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
