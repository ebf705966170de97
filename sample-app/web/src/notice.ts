import { onLeave } from './router';
import { createStore } from './store';

export interface Notice {
  text: string;
  /** Makes an alert with the same text a new one. */
  id: number;
}

let count = 0;

export const notice = createStore<Notice | undefined>(undefined);

export function notify(text: string): void {
  count += 1;
  notice.set({ text, id: count });
}

export function clearNotice(): void {
  if (notice.get()) notice.set(undefined);
}

onLeave(clearNotice);
