import type { Position } from './position.ts';
import type { Value } from './value.ts';

/** `{{reader.email}}` is `path: ['reader', 'email']`. */
export interface Reference {
  readonly kind: 'reference';
  readonly path: readonly string[];
  readonly at: Position;
}

/**
 * A value that may depend on references. A scalar that is nothing but a reference keeps its type and structure
 * (`reference`); a reference inside other text becomes text (`text`).
 */
export type Expression =
  | { readonly kind: 'literal'; readonly value: Value }
  | Reference
  | { readonly kind: 'text'; readonly parts: readonly (string | Reference)[] }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'map'; readonly entries: Readonly<Record<string, Expression>> };
