/** Requests never throw: a refusal or a broken connection is a value. */
export interface Failure {
  /** The HTTP status, or 0 when the server was not reached. */
  status: number;
  code: string;
  message: string;
  fields: Record<string, string>;
}

export type Result<T> = { ok: true; value: T } | { ok: false; error: Failure };

export interface RequestOptions {
  body?: unknown;
  signal?: AbortSignal;
}

const TIMEOUT_MS = 20_000;

const unreachable: Failure = {
  status: 0,
  code: 'unreachable',
  message: 'The server cannot be reached. Check your connection and try again.',
  fields: {},
};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textFields(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function failureFrom(status: number, payload: unknown): Failure {
  const error = isRecord(payload) && isRecord(payload['error']) ? payload['error'] : {};
  const { code, message } = error;
  return {
    status,
    code: typeof code === 'string' ? code : 'unexpected',
    message: typeof message === 'string' ? message : 'Something went wrong on the server. Try again in a moment.',
    fields: textFields(error['fields']),
  };
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return (await response.json()) as unknown;
  } catch {
    return undefined;
  }
}

export async function request<T>(method: string, path: string, options: RequestOptions = {}): Promise<Result<T>> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    headers: { accept: 'application/json' },
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
  };
  if (options.body !== undefined) {
    init.headers = { accept: 'application/json', 'content-type': 'application/json' };
    init.body = JSON.stringify(options.body);
  }
  try {
    const response = await fetch(path, init);
    if (response.status === 204) return { ok: true, value: undefined as T };
    const payload = await readJson(response);
    if (response.ok && payload !== undefined) return { ok: true, value: payload as T };
    return { ok: false, error: failureFrom(response.status, payload) };
  } catch {
    return { ok: false, error: unreachable };
  }
}
