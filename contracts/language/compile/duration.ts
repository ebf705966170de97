const units: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000 };

/** `5s`, `200ms`, `1m` in milliseconds; undefined when it is no duration. */
export function durationMs(text: string | undefined): number | undefined {
  const match = /^(\d+(?:\.\d+)?)(ms|s|m)$/u.exec(text ?? '');
  const unit = units[match?.[2] ?? ''];
  return unit === undefined ? undefined : Math.round(Number(match?.[1]) * unit);
}
