export type { Clock } from './clock.ts';
export { baseEnvironment } from './checks/index.ts';
export { examine, isFit, provideBrowser, readSystemKind, type DoctorPlace, type Finding } from './doctor/index.ts';
export { bundledExecutablePaths } from './probes/browser/index.ts';
export type { ContractsPlace } from './find-contracts.ts';
export { loadContracts, type LoadedContracts } from './load-contracts.ts';
export { whatCanBeNamed } from './contract-names.ts';
export { verify } from './verify.ts';
export { standardContracts, type VerifyRequest, type VerifyResult, type VerifyWorld } from './verify-types.ts';
