import type { AppPlan } from '../../../contracts/language/index.ts';
import type { EnvironmentContext, EnvironmentFailure, Result, RunningApp } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import { EXTERNAL_APP, Untouchable } from '../untouchable.ts';
import { UNKNOWN_LIFE, whyUnready } from './ready.ts';

/** An application that somebody else started. */
export interface ExternalAppOptions {
  readonly plan: AppPlan;
  readonly url: string;
  readonly commit: string;
}

/** Makes sure that it answers and serves the commit under test; that it does not is no fault of the subject. */
export async function meetExternalApp(
  context: EnvironmentContext,
  { plan, url, commit }: ExternalAppOptions,
): Promise<Result<RunningApp, EnvironmentFailure>> {
  const refuse = (why: string): { readonly ok: false; readonly failure: EnvironmentFailure } =>
    failed({ phase: 'start', service: plan.name, fault: 'environment', why });
  const address = addressOf(url);
  if (address === undefined) return refuse('its address is no http or https address without a query');
  const unready = await whyUnready(context, { plan, url: address.url, commit }, UNKNOWN_LIFE);
  if (unready !== undefined) return refuse(`${address.shown} can't be verified: ${unready.why}`);
  const untouchable = (): Promise<never> => Promise.reject(new Untouchable(EXTERNAL_APP));
  return done({
    plan,
    url: address.url,
    port: address.port,
    restart: untouchable,
    stop: untouchable,
    start: untouchable,
    pause: untouchable,
    log: () => [],
    exited: () => undefined,
    [Symbol.asyncDispose]: () => Promise.resolve(),
  });
}

/** Without a slash at its end; `shown` without what may be a password. Undefined when it is no address of an application. */
function addressOf(text: string): { readonly url: string; readonly shown: string; readonly port: number } | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (!/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '') return undefined;
  const port = Number(url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : url.port);
  const shown = `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  return { url: url.href.replace(/\/+$/, ''), shown, port };
}
