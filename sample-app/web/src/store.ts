import { useEffect, useState } from 'preact/hooks';

export interface Store<T> {
  get(): T;
  set(next: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Renders again whenever the store holds another value. */
export function useStore<T>(store: Store<T>): T {
  const [, redraw] = useState<unknown>(store.get());
  useEffect(() => {
    const update = (): void => {
      redraw(() => store.get());
    };
    update(); // the store may have changed between rendering and subscribing
    return store.subscribe(update);
  }, [store]);
  return store.get();
}
