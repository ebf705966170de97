import { quote } from '../wording.ts';
import { entriesOf, field, textOf, type MapNode, type Node } from '../yaml/node.ts';
import type { Problems } from '../yaml/problems.ts';
import { isPostgres } from './services.ts';

/**
 * Warns of a `migrate` that nothing tells where its database is: variables of the application are not for it, and it would go
 * wherever it goes by itself.
 */
export function warnOfMissingAddress(root: MapNode | undefined, problems: Problems): void {
  const shared = entriesOf(field(root, 'env')).map(({ value }) => textOf(value) ?? '');
  for (const { key, value } of entriesOf(field(root, 'services')).filter(isPostgres)) {
    const migrate = commandOf(field(field(value, 'postgres'), 'migrate'));
    const text = textOf(migrate);
    if (migrate === undefined || text === undefined) continue;
    if ([...shared, text].some((one) => one.includes(`{{${key}.`))) continue;
    problems.warning({
      code: 'migrate-without-address',
      message: `nothing tells ${quote(text)} where the database is`,
      span: migrate.span,
      hint: `env: { DATABASE_URL: "{{${key}.url}}" } at the top of the file is for migrate, checks and start`,
    });
  }
}

function commandOf(node: Node | undefined): Node | undefined {
  return node?.kind === 'map' ? field(node, 'run') : node;
}
