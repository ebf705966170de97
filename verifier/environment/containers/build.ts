import { existsSync, realpathSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import dockerignore from '@balena/dockerignore';
import { pack } from 'tar-fs';
import type { ContainerRuntimeClient } from 'testcontainers';
import { wordsOfError } from '../../../contracts/language/index.ts';
import type { EnvironmentContext, EnvironmentFailure } from '../environment.ts';
import { within } from '../within.ts';
import { followBuild } from './build-events.ts';
import { openBuildSession } from './build-session.ts';
import { asked } from './engine.ts';

/** What is to be built. */
export interface BuildOptions {
  /** Absolute. */
  readonly context: string;
  /** Absolute, and inside of `context`. */
  readonly dockerfile: string;
  readonly image: string;
  readonly withinMs: number;
}

type BuildFailure = Pick<EnvironmentFailure, 'fault' | 'why' | 'output'>;

/** What only the engine, its disk and the registries that it asks can be blamed for. */
const NOT_THE_SUBJECTS =
  /no space left on device|pull access denied|manifest (?:unknown|for .* not found)|no such host|dial tcp|TLS handshake|toomanyrequests|i\/o timeout|unauthorized|connection (?:refused|reset)|server misbehaving|net\/http/i;
/** What a step of the Dockerfile came to is the subject's, whatever words stand in it: the engine quotes the command, and names the file that is not there. */
const THE_SUBJECTS =
  /^The command .* returned a non-zero code|executor failed running|process ".*" did not complete|failed to (?:compute cache key|calculate checksum)|file not found in build context|^COPY failed|dockerfile parse error/s;
const MOST_OUTPUT = 100_000;

/** Builds an image as “docker build” does, .dockerignore and cache included. Why it could not be built, and whose fault that is. */
export async function buildImage(
  { signal }: EnvironmentContext,
  engine: ContainerRuntimeClient,
  { context, dockerfile, image, withinMs }: BuildOptions,
): Promise<BuildFailure | undefined> {
  const file = relative(context, dockerfile).split(sep).join('/');
  const missing = whyMissing({ context, dockerfile, file });
  if (missing !== undefined) return { fault: 'subject', why: missing, output: '' };
  const building = new AbortController();
  let output = '';
  try {
    const files = new PassThrough();
    const packing = pipeline(await packContext(context, file), files);
    using session = (await hasBuildKit(engine)) ? await asked(openBuildSession(engine.container.dockerode)) : undefined;
    const build = async (): Promise<string | undefined> => {
      const stream = await engine.container.dockerode.buildImage(files, {
        t: image,
        dockerfile: file,
        rm: true,
        forcerm: true,
        abortSignal: building.signal,
        // A number: at the text the library opens a session of its own.
        ...(session === undefined ? {} : { version: 2 as unknown as '2', session: session.id }),
      });
      return await followBuild(stream, (text) => (output = (output + text).slice(-MOST_OUTPUT)));
    };
    const built = Promise.all([build(), packing]).then(([broken]) => broken);
    const broken = await within(withinMs, built, signal);
    if (broken === undefined) return undefined;
    const fault = !THE_SUBJECTS.test(broken) && NOT_THE_SUBJECTS.test(broken) ? 'environment' : 'subject';
    return { fault, why: `its image could not be built: ${broken}`, output };
  } catch (error) {
    building.abort();
    if (error instanceof Error && error.message.startsWith('no answer within'))
      return { fault: 'subject', why: `its image was not built within ${String(withinMs / 1000)} s`, output };
    const words = wordsOfError(error);
    // The engine reads the Dockerfile before it begins.
    const fault = /dockerfile parse error|unknown instruction|failed to parse|no build stage|cannot be empty/i.test(
      words,
    )
      ? 'subject'
      : 'environment';
    return { fault, why: `its image could not be built: ${words}`, output };
  }
}

/** Whether it builds as “docker build” does since Docker 23, with what newer Dockerfiles use; other engines have no session to ask for that. */
async function hasBuildKit(engine: ContainerRuntimeClient): Promise<boolean> {
  const { ApiVersion, Components, Os } = await asked(engine.container.dockerode.version());
  const [major = 0, minor = 0] = ApiVersion.split('.').map(Number);
  const isDocker = Components.some(({ Name }) => Name === 'Engine');
  return isDocker && Os === 'linux' && (major > 1 || minor >= 39);
}

function whyMissing({
  context,
  dockerfile,
  file,
}: Pick<BuildOptions, 'context' | 'dockerfile'> & { file: string }): string | undefined {
  if (!existsSync(context)) return `the folder that its image is built in does not exist`;
  if (!existsSync(dockerfile)) return `there is no ${file}`;
  // What lies outside is not sent to the engine, and may be anything of this machine.
  const outside = relative(realpathSync(context), realpathSync(dockerfile)).startsWith('..');
  return outside ? `its Dockerfile lies outside of the folder that its image is built in` : undefined;
}

/** The context as the engine takes it. A file that .dockerignore leaves out is not in it, but the Dockerfile always is. */
async function packContext(context: string, dockerfile: string): Promise<ReturnType<typeof pack>> {
  const read = (file: string) => readFile(join(context, file), 'utf8').catch(() => undefined);
  const rules = (await read(`${dockerfile}.dockerignore`)) ?? (await read('.dockerignore'));
  if (rules === undefined) return pack(context, { strict: false });
  const ignore = dockerignore.default({ ignorecase: false }).add(rules);
  const kept = ignore.filter(await listFiles(context));
  const entries = kept.includes(dockerfile) ? kept : [...kept, dockerfile];
  return pack(context, { entries, strict: false });
}

/** All files below a folder, and folders without any; links are not followed. */
async function listFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  const folders = [''];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true });
    if (entries.length === 0 && folder !== '') files.push(folder);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else files.push(path);
    }
  }
  return files;
}
