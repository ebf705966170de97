import type { VNode } from 'preact';
import { accountHref, isAccountPage } from '../addresses';
import { place } from '../router';
import { loadSession, useSession } from '../session';
import { useStore } from '../store';
import { SignOut } from './SignOut';

function NavLink({ href, text }: { href: string; text: string }): VNode {
  const { path } = useStore(place);
  const current = path === href.split('?')[0];
  return (
    <li>
      <a href={href} aria-current={current ? 'page' : undefined}>
        {text}
      </a>
    </li>
  );
}

function GuestLinks(): VNode {
  const { path, search } = useStore(place);
  // Moving between the two account pages keeps where to come back to.
  const href = (page: '/sign-in' | '/sign-up'): string =>
    isAccountPage(path) ? page + search : accountHref(page, path + search);
  return (
    <>
      <NavLink href={href('/sign-in')} text="Sign in" />
      <NavLink href={href('/sign-up')} text="Sign up" />
    </>
  );
}

function AccountLinks(): VNode | null {
  const { session } = useSession();
  switch (session.status) {
    case 'loading':
      return null;
    case 'guest':
      return <GuestLinks />;
    case 'user':
      return (
        <>
          <li class="user-name" title={session.user.name}>
            {session.user.name}
          </li>
          <li>
            <SignOut />
          </li>
        </>
      );
    case 'unknown':
      return (
        <li>
          <button type="button" class="link-button" onClick={() => void loadSession()}>
            Reconnect
          </button>
        </li>
      );
  }
}

export function Header(): VNode {
  return (
    <header class="site-header">
      <div class="frame">
        <a class="brand" href="/">
          The Fieldnote
        </a>
        <nav aria-label="Main">
          <ul class="nav-pages">
            <NavLink href="/" text="Articles" />
            <NavLink href="/favorites" text="My favourites" />
            <NavLink href="/new" text="Write" />
          </ul>
          <ul class="nav-account">
            <AccountLinks />
          </ul>
        </nav>
      </div>
    </header>
  );
}
