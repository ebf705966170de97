export type {
  Claim,
  ActorPlan,
  AppPlan,
  AppStart,
  CheckParser,
  CheckPlan,
  CommandPlan,
  ContainerPlan,
  ContainerReady,
  ContractPlan,
  ContrastPlan,
  CriterionPlan,
  NamedValue,
  Place,
  Plan,
  PlanStep,
  PostgresPlan,
  Save,
  SecretUse,
  Section,
  ServedFile,
  ServicePlan,
  SessionPlan,
  Step,
  SystemPlan,
  ValueSource,
} from './plan.ts';
export type { Diagnostic } from './diagnostic.ts';
export type { Expression, Reference } from './expression.ts';
export type { Matcher, TypeName } from './matcher.ts';
export type { ElementProperty, ElementReading, Locator, TextMatch } from './locator.ts';
export type {
  AgreeProbe,
  AgreeReading,
  AlwaysProbe,
  ApiProbe,
  BrowserAct,
  BrowserLook,
  DatabaseProbe,
  FailedAnswer,
  HttpMethod,
  Probe,
  ProbeVerb,
  QueryProbe,
  RowChange,
  SystemProbe,
  TogetherProbe,
  UploadFile,
  Verb,
} from './probe.ts';
export { actorsOf, isBrowserLook, isBrowserProbe, isFault } from './probe.ts';
export type { NamedUse, Origin, Position } from './position.ts';
export type { Value, ValueKind, ValueMap } from './value.ts';
export { entryOf, equalValues, isInteger, isList, isMap, isNumeric, valueType } from './value.ts';
export { noneOr } from './none.ts';
export { compareNumbers, numberFromText } from './number.ts';
export { parseJson, stringifyJson, type ParsedJson } from './json.ts';
export { isPointer, pointerInto, resolvePointer } from './pointer.ts';
export { normaliseText, wordsOfError } from './wording.ts';
export { compile, type Compilation, type SourceFiles } from './compile/compile.ts';
export { filesNamedBy, partsNamedBy, type NamedFile, type NamedParts } from './compile/named-files.ts';
export type { SourceFile } from './yaml/parse.ts';
export { carriesClaim, strongestClaim } from './compile/claim.ts';
export { leadsElsewhere } from './bind/address.ts';
export { escapePattern } from './bind/matcher.ts';
export { bindStep, type BoundStep } from './bind/step.ts';
export { evaluate, type Evaluated } from './bind/evaluate.ts';
export { scopeOf, type Scope } from './bind/scope.ts';
export { describeMatcher } from './describe.ts';
export { publishedSchemas, type PublishedSchema } from './schema/publish.ts';
export { formatDiagnostics, type DiagnosticsStyle } from './format.ts';
export { sortDiagnostics } from './yaml/problems.ts';
export { createValues, type CreatedValues, type ValueContext } from './generate/create-values.ts';
export { UsedValues } from './generate/used-values.ts';
