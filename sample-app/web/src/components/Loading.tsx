import type { VNode } from 'preact';

export function Loading(): VNode {
  return (
    <p class="loading" role="status">
      Loading…
    </p>
  );
}
