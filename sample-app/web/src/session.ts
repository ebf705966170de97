import { accountHref, isAccountPage } from './addresses';
import { api } from './api';
import type { Failure, Result } from './http';
import { notify } from './notice';
import { navigate, place } from './router';
import { createStore, useStore } from './store';
import type { User } from './types';

export type Session =
  | { status: 'loading' }
  | { status: 'guest' }
  | { status: 'user'; user: User }
  | { status: 'unknown'; error: Failure };

export interface SessionState {
  session: Session;
  /** Counts changes of who is asking, so that pages can ask the server again. */
  changes: number;
}

const store = createStore<SessionState>({ session: { status: 'loading' }, changes: 0 });

export const useSession = (): SessionState => useStore(store);

function become(session: Session): void {
  store.set({ session, changes: store.get().changes + 1 });
}

export async function loadSession(): Promise<void> {
  store.set({ ...store.get(), session: { status: 'loading' } });
  const { changes } = store.get();
  const result = await api.session();
  if (store.get().changes !== changes) return; // signed in or out meanwhile
  const session: Session = result.ok
    ? { status: 'user', user: result.value.user }
    : result.error.status === 401
      ? { status: 'guest' }
      : { status: 'unknown', error: result.error };
  store.set({ session, changes });
}

export async function signIn(email: string, password: string): Promise<Result<unknown>> {
  const result = await api.signIn({ email, password });
  if (result.ok) become({ status: 'user', user: result.value.user });
  return result;
}

/** A new account is signed in with the password that was just chosen for it. */
export async function signUp(input: { name: string; email: string; password: string }): Promise<Result<unknown>> {
  const result = await api.signUp(input);
  if (!result.ok) return result;
  const signedIn = await signIn(input.email, input.password);
  if (!signedIn.ok) {
    askToSignInAgain();
    notify(`Your account is there, but signing in did not work. ${signedIn.error.message}`);
  }
  return { ok: true, value: undefined };
}

function askToSignInAgain(): void {
  navigate(`/sign-in${place.get().search}`, { replace: true });
}

export async function signOut(): Promise<void> {
  const result = await api.signOut();
  if (!result.ok && result.error.status !== 401) {
    notify(`You are still signed in. ${result.error.message}`);
    return;
  }
  become({ status: 'guest' });
  navigate('/');
}

export const isGuest = (): boolean => store.get().session.status === 'guest';

export function askToSignIn(options: { replace?: boolean } = {}): void {
  const { path, search } = place.get();
  if (isAccountPage(path)) return; // on the way already, and knows where to go next
  navigate(accountHref('/sign-in', path + search), options);
}

/** The server no longer knows the session: the visitor is a guest now. */
export function sessionEnded(): void {
  if (!isGuest()) become({ status: 'guest' });
}
