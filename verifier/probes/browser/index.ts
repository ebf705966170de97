export { launchBrowser } from './browser-engine.ts';
export type { BrowserEngine, LaunchOptions } from './browser-engine.ts';
export type { CriterionBrowser, CriterionBrowserOptions, ProbeCall } from './criterion-browser.ts';
export type { MatchValue } from './looks.ts';
export { bundledExecutablePaths } from './playwright.ts';
export type { BrowserSessionState, SessionCookie } from './session-state.ts';
