import { readFileSync } from 'node:fs';

/** The version of this package, wherever it is installed; read from the nearest package.json above this file. */
export function packageVersion(): string {
  for (const above of ['../package.json', '../../package.json']) {
    try {
      const content = JSON.parse(readFileSync(new URL(above, import.meta.url), 'utf8')) as {
        readonly name?: string;
        readonly version?: string;
      };
      if (content.name === 'assay' && content.version !== undefined) return content.version;
    } catch {
      // Sources lie one folder below the package, built files two.
    }
  }
  return 'unknown';
}
