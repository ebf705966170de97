// The part of the library that has no types.
declare module 'dockerode/lib/session.js' {
  import type Dockerode from 'dockerode';
  function withSession(
    dockerode: Dockerode,
    auth: undefined,
    use: (error: Error | null | undefined, id: string | null, end: () => void) => void,
  ): void;
  export = withSession;
}
