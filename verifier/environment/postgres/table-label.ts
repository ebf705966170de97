/**
 * What a delta calls a table: by its name alone in the schema public, else with its schema. In public, too, with its schema where its name
 * would be taken for something else: for one of a delta's own keys (`$others`), or for a schema's table (`audit.log`). Pure.
 */
export function labelOf({ schema, name }: { readonly schema: string; readonly name: string }): string {
  return schema === 'public' && !/^\$|\./.test(name) ? name : `${schema}.${name}`;
}
