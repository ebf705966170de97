export type { ContractsPlace } from './find-contracts.ts';
export { loadContracts, type LoadedContracts, type SeedTexts } from './load-contracts.ts';
export { standardContracts } from './standard-place.ts';
export { whatCanBeNamed } from './contract-names.ts';
