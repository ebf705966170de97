import type { BrowserContextOptions, CDPSession } from '@playwright/test';

/** What the browser says of itself, without a word of being headless: pages must behave as they do for people. */
export interface Identity {
  readonly userAgent: string;
  /** Such as `150.0.7871.100`. */
  readonly version: string;
}

const locale = 'en-US';

/** The settings that every actor's context has. */
export function contextOptions(identity: Identity): BrowserContextOptions {
  return {
    userAgent: identity.userAgent,
    locale,
    timezoneId: 'UTC',
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    acceptDownloads: false,
    serviceWorkers: 'allow',
  };
}

/** The same for client hints (`sec-ch-ua`, `navigator.userAgentData`), which the user agent's text does not reach. */
export async function disguise(cdp: CDPSession, identity: Identity): Promise<void> {
  const major = identity.version.split('.')[0] ?? '';
  const noise = { brand: 'Not;A=Brand', version: '8' };
  await cdp.send('Emulation.setUserAgentOverride', {
    userAgent: identity.userAgent,
    acceptLanguage: locale,
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
