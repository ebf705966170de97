export type { Clock } from './clock.ts';
export { baseEnvironment } from './checks/index.ts';
export { examine, isFit, provideBrowser, readSystemKind, type DoctorPlace, type Finding } from './doctor/index.ts';
export { bundledExecutablePaths } from './probes/browser/index.ts';
export {
  loadContracts,
  standardContracts,
  whatCanBeNamed,
  type ContractsPlace,
  type LoadedContracts,
} from './contract-set/index.ts';
export { verify } from './verify.ts';
export type { VerifyRequest, VerifyResult, VerifyWorld } from './verify-types.ts';
