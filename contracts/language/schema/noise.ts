import type { ErrorObject } from 'ajv/dist/2020.js';

/**
 * Leaves of ajv's errors those that say something of their own. Of an `anyOf`, the forms differ in their type: the one that was meant is
 * the only one whose type fits, and then only its own errors count; when none fits, only the `anyOf` counts.
 */
export function withoutNoise(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const dropped = new Set<ErrorObject>();
  for (const union of errors) {
    if (union.keyword !== 'anyOf') continue;
    const inside = errors.filter(
      (error) =>
        error.schemaPath.startsWith(`${union.schemaPath}/`) && error.instancePath.startsWith(union.instancePath),
    );
    const formOf = (error: ErrorObject): string =>
      error.schemaPath.slice(union.schemaPath.length + 1).split('/')[0] ?? '';
    const refused = new Set(inside.filter((error) => isRefusal(error, union)).map(formOf));
    const meant = inside.filter((error) => !refused.has(formOf(error)));
    for (const error of meant.length > 0 ? [union, ...inside.filter((each) => !meant.includes(each))] : inside)
      dropped.add(error);
  }
  return errors.filter((error) => !dropped.has(error) && !repeatsType(error, errors));
}

function isRefusal(error: ErrorObject, union: ErrorObject): boolean {
  return error.instancePath === union.instancePath && error.keyword === 'type';
}

// Words and limits fail beside `type` for a value of another type; that says enough.
function repeatsType(error: ErrorObject, errors: readonly ErrorObject[]): boolean {
  return (
    error.keyword !== 'type' &&
    errors.some(
      (other) =>
        other.keyword === 'type' &&
        other.instancePath === error.instancePath &&
        other.parentSchema === error.parentSchema,
    )
  );
}
