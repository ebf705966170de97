export type { Claim, ActorPlan, AppPlan, CheckParser, CheckPlan, CommandPlan, ContractPlan, CriterionPlan, NamedValue, Plan, PlanStep, PostgresPlan, Save, Section, ServicePlan, SessionPlan, Step, SystemPlan, ValueSource } from './plan.ts';
export type { Diagnostic } from './diagnostic.ts';
export type { Expression, Reference } from './expression.ts';
export type { Matcher, TypeName } from './matcher.ts';
export type { ApiProbe, BrowserAct, BrowserLook, DatabaseProbe, ElementProperty, ElementReading, HttpMethod, Locator, Probe, SystemProbe, TextMatch, Verb } from './probe.ts';
export type { NamedUse, Origin, Position } from './position.ts';
export type { Value, ValueMap } from './value.ts';
