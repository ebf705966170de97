import { env } from 'node:process';
import type { ContainerPlan, Expression } from '../../../../contracts/language/index.ts';

/** The images that containers are made of: no registry is needed. */
export const NODE_IMAGE = env['ASSAY_NODE_IMAGE'] ?? 'assay-local/node:20';
export const REDIS_IMAGE = env['ASSAY_REDIS_IMAGE'] ?? 'assay-local/redis:7';

export const at = { file: 'system.yaml', line: 1, column: 1 };
export const reference = (...path: string[]): Expression => ({ kind: 'reference', path, at });

/** A Redis named `cache`. */
export const redis = (plan: Partial<ContainerPlan> = {}): ContainerPlan => ({
  kind: 'container',
  name: 'cache',
  image: REDIS_IMAGE,
  port: 6379,
  env: {},
  ready: { by: 'log', log: 'Ready to accept', withinMs: 20_000 },
  at,
  ...plan,
});
