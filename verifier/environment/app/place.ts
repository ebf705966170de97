import { join } from 'node:path';
import { wordsOfError, type AppPlan } from '../../../contracts/language/index.ts';
import { buildImage } from '../containers/build.ts';
import { isFolder } from '../../folder.ts';
import { HOST_INSIDE } from '../containers/box.ts';
import { bridgeAddress, digestOf, imageName, removeImages } from '../containers/engine.ts';
import type { EnvironmentFailure, Result } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import type { ServicesGround } from '../services-ground.ts';
import { THIS_MACHINE } from '../ways/open-ways.ts';
import { evaluateEnv, wordsOfMissing } from './app-env.ts';
import type { AppPlace } from './start.ts';

/** Where and how the application runs. Disposing it frees what was made for the whole run. */
export interface ChosenPlace extends AsyncDisposable {
  readonly place: AppPlace;
  /** Of its image. */
  readonly digest?: string | undefined;
}

/** The tree that is run. */
export interface SubjectPlace {
  /** Absolute path of the system's root in the built checkout. */
  readonly root: string;
  readonly run: Readonly<Record<string, string>>;
}

type Start<By> = Extract<AppPlan['start'], { readonly by: By }>;

/** Makes what all starts of the application share: an image, where it is built from a Dockerfile. */
export async function choosePlace(
  ground: ServicesGround,
  app: AppPlan,
  subject: SubjectPlace,
): Promise<Result<ChosenPlace, EnvironmentFailure>> {
  const { start } = app;
  switch (start.by) {
    case 'command': {
      const cwd = join(subject.root, start.in);
      if (!isFolder(cwd)) {
        const why = `there is no folder “${start.in}”, where it is to be started (“in” of its start): neither in the commit nor made by its build`;
        return failed({ phase: 'start', service: app.name, fault: 'subject', why });
      }
      return done(nothingToFree({ by: 'command', run: start.run, cwd, origin: THIS_MACHINE, everyWay: false }));
    }
    case 'dockerfile':
      return await buildPlace(ground, { app, start }, subject);
    case 'url': {
      const { secrets } = ground.context;
      const names = { databases: new Map(), apps: new Map(), run: subject.run, secrets };
      const url = evaluateEnv({ url: start.url }, names);
      if (url.ok)
        return done(nothingToFree({ by: 'url', url: url.value['url'] ?? '', origin: undefined, everyWay: false }));
      const why = `its address names what is not there: ${wordsOfMissing(url.failure)}`;
      return failed({ phase: 'start', service: app.name, fault: 'environment', why });
    }
  }
}

function nothingToFree(place: AppPlace): ChosenPlace {
  return { place, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** The image is built once for a run, and removed with it; its layers stay in the engine's cache. */
async function buildPlace(
  { context, ledger, containers }: ServicesGround,
  { app, start }: { readonly app: AppPlan; readonly start: Start<'dockerfile'> },
  { root, run }: SubjectPlace,
): Promise<Result<ChosenPlace, EnvironmentFailure>> {
  const fail = (failure: Pick<EnvironmentFailure, 'fault' | 'why'> & { readonly output?: string }) =>
    failed({ phase: 'start', service: app.name, ...failure });
  if (containers === undefined) return fail({ fault: 'environment', why: 'there is no container engine' });
  // An option without effect would be believed.
  if (app.logs.length > 0)
    return fail({
      fault: 'environment',
      why: `its log files (${app.logs.join(', ')}) are inside its container, where they are not read; let it write to stdout, and leave out “logs”`,
    });
  const { engine } = containers;
  const image = imageName(app.name, { commit: run['commit'] ?? '', run: context.runId });
  const entry = ledger.record({ kind: 'containers', run: context.runId });
  context.note(`building the image of ${app.name} from ${start.text}`);
  const broken = await buildImage(context, engine, {
    context: join(root, start.context),
    // Relative to the folder that it is built in, as the engine wants it.
    dockerfile: join(root, start.file),
    image,
    withinMs: start.withinMs,
  });
  const free = async (): Promise<void> => {
    await removeImages(engine, context.runId).then(entry.strike, (error: unknown) => {
      context.note(`the image ${image} is left for the next run to remove: ${wordsOfError(error)}`);
    });
  };
  if (broken !== undefined) {
    await free();
    return fail(broken);
  }
  const origin = { bind: await bridgeAddress(engine), seenAs: HOST_INSIDE };
  return done({
    place: { by: 'dockerfile', engine, image, inside: start.port, origin, everyWay: true },
    digest: await digestOf(engine, image),
    [Symbol.asyncDispose]: free,
  });
}
