import { parseLines } from './lines.ts';
import { linesOf, type ParsedOutput } from './parsed.ts';

const SAID = /^npm (?:error|ERR!)(?: (?<text>.*))?$/;
/** From here on npm tells how it is used, and where its log is. */
const MANUAL = /^(Clean install a project|Usage:|A complete log of this run|Run "npm help|For a full report see)/;
/** For machines, or for those who write npm. */
const NOISE = /^(code|errno|syscall|path|dest|signal) \S+$|^\s+at |^\s+\w+: .*,?$|^[{}]$/;
const MOST = 10;

/** Of a package manager that fails, the lines that say why; of one that does not, whatever looks like a warning. */
export function parseInstall(output: string): ParsedOutput {
  const said = linesOf(output).flatMap((line) => {
    const match = SAID.exec(line);
    return match === null ? [] : [match.groups?.['text'] ?? ''];
  });
  if (said.length === 0) return parseLines(output);
  const manual = said.findIndex((text) => MANUAL.test(text));
  const telling = said
    .slice(0, manual === -1 ? undefined : manual)
    .filter((text) => text.trim() !== '' && !NOISE.test(text));
  // Nothing but noise is better than nothing.
  const shown = telling.length === 0 ? said.filter((text) => text.trim() !== '') : telling;
  return { diagnostics: shown.slice(0, MOST).map((message) => ({ severity: 'error', message: message.trim() })) };
}
