import type { Plan } from '../../contracts/language/index.ts';

/** What to name instead of a contract that is not there; somebody may have meant a criterion, alone or behind its contract’s name. */
export function whatCanBeNamed(
  unknown: string,
  { plan, names }: { readonly plan: Pick<Plan, 'contracts'>; readonly names: readonly string[] },
): string {
  const all = `there are: ${names.join(', ')}`;
  const id = unknown.slice(unknown.lastIndexOf('/') + 1);
  // Rows of examples have numbers behind the id.
  const owner = plan.contracts.find(
    ({ name, criteria }) =>
      (unknown === id || unknown === `${name}/${id}`) && criteria.some((each) => `${each.id}.`.startsWith(`${id}.`)),
  );
  if (owner === undefined) return all;
  return `${id} is a criterion of “${owner.name}”, and only whole contracts can be named; ${all}`;
}
