import { Command, CommanderError, InvalidArgumentError, Option } from 'commander';
import type { DoctorOptions } from './commands/doctor.ts';
import type { VerifyOptions } from './commands/verify.ts';
import { exitCodes } from './exit-codes.ts';
import { packageVersion } from './package-version.ts';
import { usualWidth } from './terminal.ts';
import type { Terminal } from './terminal.ts';

/** None of the lines is wider than 80 columns: this text is printed as it is. */
const helpAfterVerify = `
Exit codes:
  0  PASS                       64  not usable: options, folder, disk
  1  FAIL                       65  contracts that don't compile
  3  BLOCKED                    70  an internal error
  4  REVIEW_REQUIRED           130  interrupted
  5  PASS of a selection

Environment:
  ASSAY_BROWSER         path of the Chromium to use
  ASSAY_CACHE           folder of what is kept between runs
  ASSAY_POSTGRES_IMAGE  image to use for every PostgreSQL container
  NO_COLOR, CI          no colours; no progress that is drawn over itself`;

/** Runs one command line; resolves to the exit code. A command is loaded when it is run: help and a wrong option need no browser library. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const program = buildProgram(terminal, (code) => {
    exitCode = code;
  });
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  return exitCode;
}

function buildProgram(terminal: Terminal, done: (exitCode: number) => void): Command {
  const program = new Command('assay')
    .description(
      'Judges whether a commit keeps its acceptance contracts: PASS, FAIL, BLOCKED or REVIEW_REQUIRED, with evidence.',
    )
    .version(packageVersion())
    .exitOverride()
    .showSuggestionAfterError()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      getOutHelpWidth: () => helpWidth(terminal.width),
      getErrHelpWidth: () => helpWidth(terminal.stderrWidth),
    });
  addVerify(program, terminal, done);
  addContract(program, terminal, done);
  program
    .command('doctor')
    .description('say what this machine has and lacks, and the one command that mends each lack')
    .option('--mend', 'install what can be installed without asking: a browser', false)
    .option('--json', 'print the findings as JSON', false)
    .action(async (options: DoctorOptions) => {
      const { runDoctor } = await import('./commands/doctor.ts');
      done(await runDoctor(options, terminal));
    });
  return program;
}

function addVerify(program: Command, terminal: Terminal, done: (exitCode: number) => void): void {
  program
    .command('verify')
    .description('verdict and evidence for a commit (HEAD, in a clean checkout)')
    .argument('[contract...]', 'names of contracts; all of them when none is named')
    .option('--ref <revision>', 'verify this revision instead of HEAD')
    .option('--worktree', 'verify the working tree with what is not committed, and say so', false)
    .option('--repository <folder>', 'the repository under test', terminal.cwd)
    .option(
      '--contracts <path>',
      'where the contracts are, relative to the repository: a folder or one file',
      'contracts',
    )
    .addOption(
      new Option('--services <mode>', 'how services are provided')
        .choices(['auto', 'containers', 'embedded', 'external'])
        .default('auto'),
    )
    .option(
      '--workers <n>',
      'criteria that run side by side (default: as many as there are processors, at most 4); with 1, applications run one after the other, too',
      positiveInteger,
    )
    .option('--seed <n>', 'replay the generated values of a run', nonNegativeInteger)
    .option('--allow-partial', 'exit 0 when a selection of contracts passes', false)
    .option('--json', 'print the report as JSON on stdout', false)
    .addHelpText('after', helpAfterVerify)
    .action(async (selection: string[], options: VerifyOptions) => {
      if (options.worktree && options.ref !== undefined) {
        terminal.stderr.write(
          'assay: --worktree and --ref exclude each other\n  → the working tree is no revision; leave one of them out\n',
        );
        done(exitCodes.usage);
        return;
      }
      const { runVerify } = await import('./commands/verify.ts');
      done(await runVerify(selection, options, terminal));
    });
}

function addContract(program: Command, terminal: Terminal, done: (exitCode: number) => void): void {
  const contract = program.command('contract').description('work with contracts');
  contract
    .command('check')
    .description('say everything that is wrong in contracts, without running anything')
    .argument('[path]', 'a folder or one file (default: contracts, here or at the top of the repository)')
    .option('--json', 'print the diagnostics as JSON', false)
    .action(async (path: string | undefined, options: { readonly json: boolean }) => {
      const { runContractCheck } = await import('./commands/contract-check.ts');
      done(await runContractCheck(path, options, terminal));
    });
  contract
    .command('compile')
    .description('print the plan that a contract compiles to, as JSON')
    .argument('<name>', 'the name of a contract')
    .option('--contracts <path>', 'where the contracts are (default: contracts, here or at the top of the repository)')
    .action(async (name: string, options: { readonly contracts?: string }) => {
      const { runContractCompile } = await import('./commands/contract-compile.ts');
      done(await runContractCompile(name, options, terminal));
    });
}

function helpWidth(width: number): number {
  return Number.isFinite(width) ? width : usualWidth;
}

function positiveInteger(text: string): number {
  const value = nonNegativeInteger(text);
  if (value < 1) throw new InvalidArgumentError('a whole number from 1 is wanted.');
  return value;
}

function nonNegativeInteger(text: string): number {
  if (!/^\d{1,9}$/u.test(text)) throw new InvalidArgumentError('a whole number is wanted.');
  return Number(text);
}
