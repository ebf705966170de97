import type { VNode } from 'preact';

export function Footer(): VNode {
  return (
    <footer class="site-footer">
      <div class="frame">
        <p>The Fieldnote. Look closely, write it down.</p>
      </div>
    </footer>
  );
}
