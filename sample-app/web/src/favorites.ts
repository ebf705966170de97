import { useEffect } from 'preact/hooks';
import { api } from './api';
import type { Failure } from './http';
import { clearNotice, notify } from './notice';
import { askToSignIn, sessionEnded } from './session';
import { createStore, useStore } from './store';
import type { Favoring } from './types';

interface Entry {
  /** What the server said last. */
  known: Favoring;
  /** What the reader wants: the last click counts. */
  desired: boolean;
  running: boolean;
  settledAt: number;
}

type Listener = (slug: string, favoring: Favoring) => void;

const entries = createStore<ReadonlyMap<string, Entry>>(new Map());
const listeners = new Set<Listener>();

function update(slug: string, change: Partial<Entry>, base: Entry): Entry {
  const entry = { ...base, ...change };
  entries.set(new Map(entries.get()).set(slug, entry));
  return entry;
}

const read = (slug: string, otherwise: Entry): Entry => entries.get().get(slug) ?? otherwise;

const pick = ({ favorited, favoritesCount }: Favoring): Favoring => ({ favorited, favoritesCount });

function show({ known, desired }: Entry): Favoring {
  const change = Number(desired) - Number(known.favorited);
  return { favorited: desired, favoritesCount: Math.max(0, known.favoritesCount + change) };
}

async function takeBack(slug: string, entry: Entry, error: Failure): Promise<void> {
  let current = update(slug, { desired: entry.known.favorited }, entry);
  if (error.status === 401) {
    sessionEnded();
    askToSignIn();
    notify('Your session has ended. Sign in again to keep favourites.');
    return;
  }
  notify(`Your change to the favourite was not saved and has been taken back. ${error.message}`);
  // The request may have reached the server although its answer did not reach us.
  const fresh = await api.article(slug);
  if (!fresh.ok) return;
  current = read(slug, current);
  const untouched = current.desired === current.known.favorited;
  const known = pick(fresh.value.article);
  update(slug, { known, desired: untouched ? known.favorited : current.desired }, current);
}

/** Sends one request at a time until the server holds what the reader wants. */
async function settle(slug: string, start: Entry): Promise<void> {
  let entry = start;
  while (entry.desired !== entry.known.favorited) {
    const intent = entry.desired;
    const result = await api.setFavorite(slug, intent);
    entry = read(slug, entry);
    if (result.ok) {
      const known = pick(result.value.article);
      // Without a newer click the server's word is final, whatever it is.
      entry = update(slug, { known, desired: entry.desired === intent ? known.favorited : entry.desired }, entry);
    } else {
      await takeBack(slug, entry, result.error);
      entry = read(slug, entry);
    }
  }
  update(slug, { running: false, settledAt: performance.now() }, entry);
  for (const listener of listeners) listener(slug, entry.known);
}

export function toggleFavorite(slug: string, shown: Favoring): void {
  clearNotice();
  const running = entries.get().get(slug);
  if (running?.running) {
    update(slug, { desired: !running.desired }, running);
    return;
  }
  const known = pick(shown);
  const entry = { known, desired: !known.favorited, running: true, settledAt: 0 };
  void settle(slug, update(slug, {}, entry));
}

/** What to show: the reader's intent while it is on its way, else the given state. */
export function useFavoring(slug: string, given: Favoring): { shown: Favoring; pending: boolean } {
  const entry = useStore(entries).get(slug);
  return entry?.running ? { shown: show(entry), pending: true } : { shown: given, pending: false };
}

export function useSettledFavorites(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/** Corrects an answer that was asked for before a toggle was settled. */
export function withSettled<T extends Favoring & { slug: string }>(item: T, askedAt: number): T {
  const entry = entries.get().get(item.slug);
  return entry && !entry.running && entry.settledAt > askedAt ? { ...item, ...entry.known } : item;
}
