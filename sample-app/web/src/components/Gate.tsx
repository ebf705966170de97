import type { VNode } from 'preact';
import { useRequiredUser } from '../page';
import { loadSession, useSession } from '../session';
import type { User } from '../types';
import { Loading } from './Loading';
import { LoadFailed } from './LoadFailed';

/** Shows its content to somebody who is signed in; a guest is sent to sign in first. */
export function Gate({ children }: { children: (user: User) => VNode }): VNode {
  const user = useRequiredUser();
  const { session } = useSession();
  if (user) return children(user);
  if (session.status === 'unknown') {
    return <LoadFailed error={session.error} retry={() => void loadSession()} />;
  }
  return (
    <div class="frame plain-page">
      <Loading />
    </div>
  );
}
