const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
const minute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });

function format(formatter: Intl.DateTimeFormat, iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : formatter.format(date);
}

export const formatDay = (iso: string): string => format(day, iso);
export const formatMinute = (iso: string): string => `${format(minute, iso)} UTC`;

export function plural(count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat('en-GB').format(count)} ${count === 1 ? one : many}`;
}

/** “page must be a number” as it stands on a page: “Page must be a number.” */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** Blank lines separate paragraphs. */
export function paragraphs(text: string): string[] {
  return text
    .split(/\r?\n[ \t]*(?:\r?\n[ \t]*)+/)
    .map((part) => part.trim())
    .filter(Boolean);
}
