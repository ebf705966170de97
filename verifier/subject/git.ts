import { execa } from 'execa';

/** What git answered. `missing` means that there is no git to ask. */
export type GitAnswer =
  | { readonly ok: true; readonly stdout: string }
  | { readonly ok: false; readonly missing: boolean; readonly stopped: boolean; readonly why: string };

/** Runs git with these arguments. Never rejects for what git says. */
export type Git = (...args: readonly string[]) => Promise<GitAnswer>;

/** In whose repository and with whose settings git runs. */
export interface GitSetting {
  /** Only PATH, HOME, XDG_CONFIG_HOME and TMPDIR are taken from it: no GIT_* variable of the caller may steer us. */
  readonly baseEnv: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly cwd: string;
  /** GIT_DIR, GIT_INDEX_FILE and the like of our own. */
  readonly variables?: Readonly<Record<string, string>>;
  /** Read the person's own settings (only ever to ask for one of them). */
  readonly personalSettings?: boolean;
}

/** A git that runs no hooks, filters or helpers, fetches nothing, asks nothing and sees no replaced objects. */
export function openGit(setting: GitSetting): Git {
  const env = gitEnvironment(setting);
  return async (...args) => {
    const result = await execa('git', args, {
      cwd: setting.cwd,
      env,
      extendEnv: false,
      reject: false,
      stdin: 'ignore',
      cancelSignal: setting.signal,
      stripFinalNewline: false,
    });
    if (!result.failed) return { ok: true, stdout: result.stdout };
    const missing = result.code === 'ENOENT';
    const said = result.stderr.trim();
    return {
      ok: false,
      missing,
      stopped: result.isCanceled,
      why: `git ${commandIn(args)}: ${said !== '' ? said : (result.shortMessage ?? 'failed')}`,
    };
  };
}

/** The command's name, after the options that stand before it: `-c name=value` and the like. */
function commandIn(args: readonly string[]): string {
  return args.find((word, index) => !word.startsWith('-') && args[index - 1] !== '-c') ?? '';
}

function gitEnvironment({ baseEnv, variables, personalSettings }: GitSetting): Record<string, string> {
  const kept = ['PATH', 'HOME', 'XDG_CONFIG_HOME', 'TMPDIR'].flatMap((name) => {
    const value = baseEnv[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(kept),
    ...(personalSettings === true ? {} : { GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' }),
    LC_ALL: 'C.UTF-8',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_NO_LAZY_FETCH: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    ...variables,
  };
}
