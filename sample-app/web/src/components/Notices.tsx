import type { VNode } from 'preact';
import { clearNotice, notice } from '../notice';
import { useStore } from '../store';

export function Notices(): VNode | null {
  const current = useStore(notice);
  if (!current) return null;
  return (
    <div class="notice" key={current.id}>
      <p role="alert">{current.text}</p>
      <button type="button" onClick={clearNotice}>
        Dismiss
      </button>
    </div>
  );
}
