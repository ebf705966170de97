import type { Place } from '../plan.ts';
import { nameHint, quote } from '../wording.ts';
import { field, textOf, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';

/** Compiles `timezone` and `locale`; what is not said is taken from `outer`. */
export function compilePlace(node: Node | undefined, outer: Place, problems: Problems): Place {
  const timezone = read(field(node, 'timezone'), isTimezone, (written, place) => {
    problems.error({
      code: 'unknown-timezone',
      message: `there is no time zone ${quote(written)}`,
      span: place.span,
      hint: nameHint(written, Intl.supportedValuesOf('timeZone')) ?? 'an IANA name such as Europe/Paris, or UTC',
    });
  });
  const locale = read(field(node, 'locale'), isLocale, (written, place) => {
    problems.error({
      code: 'unknown-locale',
      message: `there is no language ${quote(written)}`,
      span: place.span,
      hint: 'a language tag such as en-GB or ja-JP',
    });
  });
  return {
    ...outer,
    ...(timezone === undefined ? {} : { timezone }),
    ...(locale === undefined ? {} : { locale }),
  };
}

function read(
  node: Node | undefined,
  isKnown: (written: string) => boolean,
  report: (written: string, node: Node) => void,
): string | undefined {
  const written = textOf(node);
  if (node === undefined || written === undefined || written === '') return undefined;
  if (isKnown(written)) return written;
  report(written, node);
  return undefined;
}

// Offsets such as +09:00 are no places: browsers do not take them.
function isTimezone(written: string): boolean {
  if (/^[+-]/u.test(written)) return false;
  return succeeds(() => new Intl.DateTimeFormat('en', { timeZone: written }));
}

function isLocale(written: string): boolean {
  return (
    succeeds(() => Intl.getCanonicalLocales(written)) && Intl.DateTimeFormat.supportedLocalesOf(written).length > 0
  );
}

function succeeds(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch {
    return false;
  }
}
