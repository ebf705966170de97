import { formatDiagnostics } from '../../contracts/language/index.ts';
import { renderJson, renderSummary } from '../../reports/render/index.ts';
import { verify, type VerifyRequest, type VerifyResult } from '../../verifier/index.ts';
import { exitCodes } from '../exit-codes.ts';
import { showProgress } from '../progress.ts';
import { systemClock } from '../system-clock.ts';
import type { Terminal } from '../terminal.ts';
import { verifierWorld } from '../world.ts';

/** The options of `assay verify`, as the command line gives them. */
export interface VerifyOptions {
  readonly repository: string;
  readonly ref?: string;
  readonly worktree: boolean;
  readonly contracts: string;
  readonly services: VerifyRequest['services'];
  readonly workers?: number;
  readonly seed?: number;
  readonly allowPartial: boolean;
  readonly json: boolean;
}

/** Verifies and shows the outcome; resolves to the exit code. */
export async function runVerify(
  selection: readonly string[],
  options: VerifyOptions,
  terminal: Terminal,
): Promise<number> {
  const result = await runWithProgress(selection, options, terminal);
  switch (result.kind) {
    case 'judged':
      terminal.stdout.write(
        options.json
          ? renderJson(result.report)
          : renderSummary(result.report, {
              ...terminal,
              reportPath: result.htmlPath,
              read: result.read,
              // Under npm, our command is not on people's path.
              program: terminal.env['npm_command'] === undefined ? 'assay' : 'npx assay',
            }),
      );
      return result.report.exitCode;
    case 'invalid-contracts':
      terminal.stderr.write(
        formatDiagnostics(result.diagnostics, result.sources, {
          color: terminal.stderrColor,
          width: terminal.stderrWidth,
        }),
      );
      return exitCodes.invalidContracts;
    case 'refused':
      terminal.stderr.write(`assay: ${result.why}\n${result.remedy === '' ? '' : `  → ${result.remedy}\n`}`);
      return exitCodes.usage;
    case 'interrupted':
      terminal.stderr.write(`\nStopped: there is no verdict. Services, processes and folders of this run are freed.\n`);
      return exitCodes.interrupted;
  }
}

async function runWithProgress(
  selection: readonly string[],
  options: VerifyOptions,
  terminal: Terminal,
): Promise<VerifyResult> {
  using progress = showProgress(terminal, systemClock);
  return await verify(requestOf(selection, options), {
    ...verifierWorld(terminal),
    emit: (event) => {
      progress.emit(event);
    },
  });
}

function requestOf(selection: readonly string[], options: VerifyOptions): VerifyRequest {
  return {
    repository: options.repository,
    subject: options.worktree ? { kind: 'worktree' } : { kind: 'ref', ref: options.ref ?? 'HEAD' },
    contracts: options.contracts,
    selection,
    services: options.services,
    allowPartial: options.allowPartial,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
    ...(options.seed === undefined ? {} : { seed: options.seed }),
  };
}
