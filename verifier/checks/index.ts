export { baseEnvironment } from './base-environment.ts';
export { createLayers } from './layers.ts';
export type { CommandFailure, Layers } from './layers.ts';
export type { BuiltTree, LayersContext } from './layers-context.ts';
export type { CheckRequest } from './check.ts';
export type { Preparation, PreparationRequest } from './preparation.ts';
export { notRunReport, type PlannedLayer } from './not-run.ts';
export { compareListings, listTree } from './cache/tree-listing.ts';
