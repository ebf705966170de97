import type Dockerode from 'dockerode';
import withSession from 'dockerode/lib/session.js';

/** What BuildKit asks its client for while it builds: names and passwords of registries. */
export interface BuildSession extends Disposable {
  readonly id: string;
}

/**
 * Opens one. The library would do so itself, and leave it open when the build is broken off; the process would then never end.
 * Rejects as the engine does.
 */
export async function openBuildSession(dockerode: Dockerode): Promise<BuildSession> {
  return await new Promise((resolve, reject) => {
    withSession(dockerode, undefined, (error, id, end) => {
      if (error !== null && error !== undefined) reject(error);
      else resolve({ id: id ?? '', [Symbol.dispose]: end });
    });
  });
}
