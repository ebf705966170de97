/** What PostgreSQL says to a role that is neither a superuser nor may make roles and databases. */
const REFUSALS: readonly RegExp[] = [
  /permission denied to (?:create|alter|drop|rename|grant|set|change|copy) [^\r\n]*/i,
  /must be (?:a )?superuser[^\r\n]*/i,
  /permission denied for (?:database postgres|database template\d|language c|tablespace|schema pg_catalog)\b[^\r\n]*/i,
  /role "[^"\r\n]*" does not exist/i,
];

/** Words for whoever's migration or start was refused what the application's role may not do; undefined where nothing tells of it. */
export function hintOfRights(output: string): string | undefined {
  const [refusal] = REFUSALS.flatMap((pattern) => pattern.exec(output)?.[0] ?? []);
  if (refusal === undefined) return undefined;
  return `PostgreSQL said “${refusal.trim()}”: the application owns its database, but may make no roles and no databases, finds no roles but its own, and is no superuser`;
}
