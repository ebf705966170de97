import type { VNode } from 'preact';
import { sentence } from '../format';
import type { Failure } from '../http';

/** Says why something could not be shown, and offers to try again. */
export function Failed({ error, retry }: { error: Failure; retry: () => void }): VNode {
  return (
    <div class="failed">
      <p role="alert">{sentence(error.message)}</p>
      <button type="button" class="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
