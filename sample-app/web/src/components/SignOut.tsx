import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { signOut } from '../session';

export function SignOut(): VNode {
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const click = async (): Promise<void> => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    await signOut();
    running.current = false;
    setBusy(false);
  };
  return (
    <button type="button" class="link-button" aria-disabled={busy} onClick={() => void click()}>
      Sign out
    </button>
  );
}
