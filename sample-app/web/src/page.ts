import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { readNext } from './addresses';
import { arrive, navigate, place } from './router';
import { askToSignIn, useSession } from './session';
import { useStore } from './store';
import type { User } from './types';

export const SITE = 'The Fieldnote';

/** Names the page, and takes the focus to its heading once it is complete. */
export function usePage(title: string, ready = true): void {
  const now = useStore(place);
  const own = useRef(now.path);
  useLayoutEffect(() => {
    document.title = `${title} · ${SITE}`;
  }, [title]);
  useLayoutEffect(() => {
    // The page that is being left may still hear of the new place.
    if (ready && now.path === own.current) arrive();
  }, [ready, now]);
}

/** The signed-in user; a guest is sent to sign in and comes back afterwards. */
export function useRequiredUser(): User | undefined {
  const { session } = useSession();
  const guest = session.status === 'guest';
  useEffect(() => {
    if (guest) askToSignIn({ replace: true });
  }, [guest]);
  return session.status === 'user' ? session.user : undefined;
}

/** Somebody who is signed in has no business on an account page, and goes on to `next`. */
export function useGuestsOnly(): void {
  const { session } = useSession();
  const signedIn = session.status === 'user';
  useEffect(() => {
    if (signedIn) navigate(readNext(location.search), { replace: true });
  }, [signedIn]);
}
