import { createStore } from './store';

export interface Place {
  path: string;
  /** The query, with its question mark, or nothing. */
  search: string;
}

interface EntryState {
  scrollY?: number;
}

interface NavigateOptions {
  replace?: boolean;
  /** A change within the page (search, sort): the focus stays where it is. */
  within?: boolean;
}

const here = (): Place => ({ path: location.pathname, search: location.search });

export const place = createStore<Place>(here());

/** Set while a navigation waits for its page to be shown: where to scroll then. */
let arrival: { scrollY: number; focus: boolean } | undefined;
const leaving = new Set<() => void>();

export function onLeave(listener: () => void): void {
  leaving.add(listener);
}

function moveTo(next: typeof arrival): void {
  arrival = next;
  if (next) for (const listener of leaving) listener();
  place.set(here());
}

export function navigate(href: string, options: NavigateOptions = {}): void {
  if (options.replace) history.replaceState({}, '', href);
  else {
    rememberScroll();
    history.pushState({}, '', href);
  }
  moveTo(options.within ? arrival : { scrollY: 0, focus: true });
}

function rememberScroll(): void {
  history.replaceState({ scrollY: window.scrollY } satisfies EntryState, '');
}

const rememberedScroll = (): number => (history.state as EntryState | null)?.scrollY ?? 0;

/** Called by a page that has become complete: moves the focus to its heading. */
export function arrive(): void {
  if (!arrival) return;
  const { scrollY, focus } = arrival;
  arrival = undefined;
  if (focus) document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  window.scrollTo(0, scrollY);
}

/** An address of this app that a plain click on the link should open, or nothing. */
function linkTarget(event: MouseEvent): string | undefined {
  if (event.defaultPrevented || event.button !== 0) return undefined;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return undefined;
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (!link?.hasAttribute('href') || link.target || link.hasAttribute('download')) return undefined;
  const url = new URL(link.href);
  if (url.origin !== location.origin || url.hash) return undefined;
  return url.pathname + url.search;
}

function followLink(event: MouseEvent): void {
  const href = linkTarget(event);
  if (href === undefined) return;
  event.preventDefault();
  navigate(href, { replace: href === location.pathname + location.search });
}

export function startRouter(): void {
  history.scrollRestoration = 'manual';
  arrival = { scrollY: rememberedScroll(), focus: false };
  document.addEventListener('click', followLink);
  window.addEventListener('pagehide', rememberScroll);
  window.addEventListener('popstate', () => {
    const next = here();
    const { path, search } = place.get();
    // A jump to a fragment of the same page is the browser's own business.
    if (next.path === path && next.search === search) return;
    moveTo({ scrollY: rememberedScroll(), focus: true });
  });
}
