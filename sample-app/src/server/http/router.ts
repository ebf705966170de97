import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../errors.js';
import type { Answer } from './answers.js';

export interface Request {
  method: string;
  /** Without the query, and still encoded. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** What stands in the place of `:slug` in `/articles/:slug`, decoded. */
  param: (name: string) => string;
  readJson: () => Promise<unknown>;
}

export type Handler = (request: Request) => Answer | Promise<Answer>;

export interface Route {
  method: string;
  segments: readonly string[];
  handle: Handler;
}

export function route(method: string, path: string, handle: Handler): Route {
  return { method, segments: path.split('/'), handle };
}

export interface Match {
  handle: Handler;
  param: (name: string) => string;
}

export function findRoute(routes: readonly Route[], method: string, path: string): Match | undefined {
  const wanted = method === 'HEAD' ? 'GET' : method;
  const parts = path.split('/');
  const found = routes.find(({ method, segments }) => method === wanted && isMatch(segments, parts));
  if (found === undefined) return undefined;
  return { handle: found.handle, param: (name) => decode(parts[found.segments.indexOf(`:${name}`)] ?? '') };
}

function isMatch(segments: readonly string[], parts: readonly string[]): boolean {
  return (
    segments.length === parts.length &&
    segments.every((segment, index) => (segment.startsWith(':') ? parts[index] !== '' : parts[index] === segment))
  );
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ApiError(400, 'bad_request', 'The address cannot be decoded.');
  }
}
