import type { BrowserContextOptions, CDPSession } from '@playwright/test';
import type { Place } from '../../../contracts/language/index.ts';

/** What the browser says of itself, without a word of being headless: pages must behave as they do for people. */
export interface Identity {
  readonly userAgent: string;
  /** Such as `150.0.7871.100`. */
  readonly version: string;
}

/** Where nobody says where they are. */
const somewhere = { locale: 'en-US', timezone: 'UTC' } as const;

/** Whether pages are told the same of both. */
export function isSamePlace(one: Place, other: Place): boolean {
  const [a, b] = [one, other].map((place) => ({ ...somewhere, ...place }));
  return a?.locale === b?.locale && a?.timezone === b?.timezone;
}

/** The settings that every actor's context has. */
export function contextOptions(identity: Identity, place: Place): BrowserContextOptions {
  const { locale, timezone } = { ...somewhere, ...place };
  return {
    userAgent: identity.userAgent,
    locale,
    timezoneId: timezone,
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    acceptDownloads: true,
    serviceWorkers: 'allow',
  };
}

/** The same for client hints (`sec-ch-ua`, `navigator.userAgentData`), which the user agent's text does not reach. */
export async function disguise(cdp: CDPSession, identity: Identity, place: Place): Promise<void> {
  const major = identity.version.split('.')[0] ?? '';
  const noise = { brand: 'Not;A=Brand', version: '8' };
  await cdp.send('Emulation.setUserAgentOverride', {
    userAgent: identity.userAgent,
    acceptLanguage: place.locale ?? somewhere.locale,
    userAgentMetadata: {
      brands: [noise, { brand: 'Chromium', version: major }],
      fullVersionList: [
        { brand: noise.brand, version: '8.0.0.0' },
        { brand: 'Chromium', version: identity.version },
      ],
      platform: platformOf(identity.userAgent),
      platformVersion: '',
      architecture: 'x86',
      model: '',
      mobile: false,
    },
  });
}

function platformOf(userAgent: string): string {
  if (userAgent.includes('Windows')) return 'Windows';
  return userAgent.includes('Macintosh') ? 'macOS' : 'Linux';
}
