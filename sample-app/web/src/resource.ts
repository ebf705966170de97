import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Failure, Result } from './http';

interface Loaded<T> {
  key: string;
  result: Result<T>;
}

export interface Resource<T> {
  /** The value for the key; while another one loads, the one before. */
  value: T | undefined;
  error: Failure | undefined;
  loading: boolean;
  reload: () => void;
  change: (edit: (value: T) => T) => void;
}

export type Loader<T> = (signal: AbortSignal) => Promise<Result<T>>;

/** Loads a value whenever its key changes; a late answer to an old question is dropped. */
export function useResource<T>(key: string, load: Loader<T>): Resource<T> {
  const [loaded, setLoaded] = useState<Loaded<T>>();
  const [attempt, setAttempt] = useState(0);
  const latest = useRef(load);
  latest.current = load;
  const wanted = `${String(attempt)} ${key}`;

  useEffect(() => {
    const controller = new AbortController();
    void latest.current(controller.signal).then((result) => {
      if (!controller.signal.aborted) setLoaded({ key: wanted, result });
    });
    return () => {
      controller.abort();
    };
  }, [wanted]);

  const reload = useCallback(() => {
    setAttempt((count) => count + 1);
  }, []);
  const change = useCallback((edit: (value: T) => T) => {
    setLoaded((now) => (now?.result.ok ? { ...now, result: { ok: true, value: edit(now.result.value) } } : now));
  }, []);

  const loading = loaded?.key !== wanted;
  const result = loaded?.result;
  return {
    value: result?.ok ? result.value : undefined,
    error: result?.ok === false && !loading ? result.error : undefined,
    loading,
    reload,
    change,
  };
}
