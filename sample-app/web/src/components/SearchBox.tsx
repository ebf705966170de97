import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

const PAUSE_MS = 350;

interface SearchBoxProps {
  q: string;
  /** `again` tells a refinement of the same search from a new one. */
  search: (q: string, again: boolean) => void;
}

/** Searches on Enter, and by itself once the typing pauses. */
export function SearchBox({ q, search }: SearchBoxProps): VNode {
  const [text, setText] = useState(q);
  const timer = useRef<number | undefined>(undefined);
  const refining = useRef(false);

  useEffect(() => {
    if (timer.current === undefined) setText((now) => (now.trim() === q ? now : q));
  }, [q]);
  useEffect(() => () => {
    window.clearTimeout(timer.current);
  }, []);

  const send = (value: string): void => {
    window.clearTimeout(timer.current);
    timer.current = undefined;
    if (value.trim() === q) return;
    search(value.trim(), refining.current);
    refining.current = true;
  };
  const type = (value: string): void => {
    setText(value);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      send(value);
    }, PAUSE_MS);
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    send(text);
    refining.current = false;
  };

  return (
    <form class="search" role="search" onSubmit={submit}>
      <label for="q">Search articles</label>
      <input
        id="q"
        name="q"
        type="search"
        autoComplete="off"
        value={text}
        onInput={(event) => {
          type(event.currentTarget.value);
        }}
        onBlur={() => {
          refining.current = false;
        }}
      />
    </form>
  );
}
