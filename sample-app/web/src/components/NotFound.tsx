import type { VNode } from 'preact';
import { usePage } from '../page';

export function NotFound(): VNode {
  usePage('Page not found');
  return (
    <div class="frame plain-page">
      <h1 tabIndex={-1}>Page not found</h1>
      <p>Nothing is kept at this address. It may have been deleted, or the address may be mistyped.</p>
      <p>
        <a href="/">Go to the front page</a>
      </p>
    </div>
  );
}
