import type { Evaluation } from './evaluate.ts';

/** The evaluation for an address: what references hold is encoded, so that it can't change the address' structure. */
export function inAddress(evaluation: Evaluation): Evaluation {
  return { ...evaluation, encode: encodePart };
}

// A lone surrogate has no encoding; the replacement sign is what a browser would send.
function encodePart(text: string): string {
  return encodeURIComponent(
    text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/gu, '\uFFFD'),
  );
}

/** Why a path asks for another one: browsers take parts such as `..` away, however they are encoded. Undefined where it does not. */
export function leadsElsewhere(path: string): string | undefined {
  const [, part] = /\/((?:\.|%2e){1,2})(?=[/?#]|$)/iu.exec(path.split(/[?#]/u)[0] ?? '') ?? [];
  return part === undefined
    ? undefined
    : `the path “${path}” asks for another one: “${part}” between slashes is never sent`;
}
