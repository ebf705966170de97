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

/** Shadow trees are documents of their own to an observer, so each open one is observed when it comes. */
const watcher = `(() => {
  let last = performance.now();
  const options = { subtree: true, childList: true, attributes: true, characterData: true };
  const observer = new MutationObserver((records) => {
    last = performance.now();
    for (const record of records) for (const node of record.addedNodes) watchShadows(node);
  });
  const watchShadow = (element) => {
    if (element.shadowRoot === null) return;
    observer.observe(element.shadowRoot, options);
    watchShadows(element.shadowRoot);
  };
  const watchShadows = (node) => {
    if (node.nodeType === 1) watchShadow(node);
    if (node.firstElementChild) for (const element of node.querySelectorAll('*')) watchShadow(element);
  };
  observer.observe(document, options);
  globalThis.quietForMs = () => performance.now() - last;
})()`;
