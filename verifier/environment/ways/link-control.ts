import { wordsOfError } from '../../../contracts/language/index.ts';
import type { EnvironmentFailure, Result, ServiceControl } from '../environment.ts';
import { done, failed } from '../outcome.ts';
import type { Link } from './link.ts';

/** Stops, pauses and restarts a service that all share, as the application meets it: on the way between the two. */
export function controlByLink(service: string, link: Link): ServiceControl {
  const open = async (): Promise<Result<void, EnvironmentFailure>> => {
    try {
      await link.open();
      link.letGo();
      return done(undefined);
    } catch (error) {
      const why = `the way to it could not be opened again: ${wordsOfError(error)}`;
      return failed({ phase: 'service', service, fault: 'environment', why });
    }
  };
  return {
    restart: () => {
      link.reset();
      return open();
    },
    stop: () => link.close(),
    start: open,
    pause: () => {
      link.hold();
      return Promise.resolve();
    },
    log: () => [],
  };
}

/** The control of a service that has a link of its own besides: what is stopped refuses connections at its link, too. */
export function withLink(control: ServiceControl, link: Link): ServiceControl {
  const reopened = async (
    outcome: Promise<Result<void, EnvironmentFailure>>,
  ): Promise<Result<void, EnvironmentFailure>> => {
    await link.open();
    return await outcome;
  };
  return {
    ...control,
    restart: () => {
      link.reset();
      return reopened(control.restart());
    },
    stop: async () => {
      await link.close();
      await control.stop();
    },
    start: () => reopened(control.start()),
  };
}
