export { findBrowser } from './browser-finder.ts';
export type { BrowserKind, BrowserSearch, FoundBrowser, MissingBrowser } from './browser-finder.ts';
export { provideBrowser } from './browser.ts';
export { examine, isFit } from './examine.ts';
export type { DoctorPlace, Finding, SystemKind } from './finding.ts';
export { readSystemKind } from './system-kind.ts';
