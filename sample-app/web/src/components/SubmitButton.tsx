import type { VNode } from 'preact';

/** Keeps its name and the focus while the form is on its way; the form ignores it then. */
export function SubmitButton({ text, busy }: { text: string; busy: boolean }): VNode {
  return (
    <button type="submit" class="button primary" aria-disabled={busy}>
      {text}
    </button>
  );
}
