export { launchBrowser } from './browser-engine.ts';
export type { BrowserEngine, LaunchOptions } from './browser-engine.ts';
export type { ActorError, CriterionBrowser, CriterionBrowserOptions, ProbeCall } from './criterion-browser.ts';
export type { MatchValue } from './looks.ts';
export { bundledExecutablePaths } from './playwright.ts';
export type { ServedAnswer } from './served-files.ts';
export type { BrowserSessionState, SessionCookie } from './session-state.ts';
