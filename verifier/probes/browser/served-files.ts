import {
  isPreflight,
  literalPattern,
  readableFrom,
  type CallAnswer,
  type Interceptor,
  type PausedCall,
} from './interception.ts';

/** What pages get from a foreign host: `cdn.example/app.css`, by http and https. */
export interface ServedAnswer {
  /** Without a scheme. */
  readonly url: string;
  /** Media type. */
  readonly type: string;
  readonly body: Uint8Array;
}

/** Answers calls to just these addresses; no others are stopped. */
export function servedFiles(served: readonly ServedAnswer[]): Interceptor {
  const byUrl = new Map(served.flatMap((file) => addressesOf(file.url).map((url) => [url, file])));
  return {
    patterns: () => [...byUrl.keys()].map(literalPattern),
    answer: (call) => {
      const file = byUrl.get(call.url);
      return file === undefined ? undefined : answerWith(file, call);
    },
  };
}

/** As the browser writes them. */
function addressesOf(url: string): readonly string[] {
  const bare = url.replace(/^(?:https?:)?\/\//u, '');
  return ['http', 'https'].map((scheme) => new URL(`${scheme}://${bare}`).href.split('#')[0] ?? '');
}

function answerWith({ type, body }: ServedAnswer, call: PausedCall): CallAnswer {
  const readable = readableFrom(call);
  if (isPreflight(call)) {
    const headers = {
      ...readable,
      'access-control-allow-methods': call.headers['access-control-request-method'] ?? '*',
      'access-control-allow-headers': call.headers['access-control-request-headers'] ?? '*',
    };
    return { kind: 'answer', status: 204, headers, body: new Uint8Array() };
  }
  const charset = /^text\/|[/+](?:json|xml)$/u.test(type) && !type.includes(';') ? '; charset=utf-8' : '';
  const headers = { ...readable, 'content-type': `${type}${charset}`, 'content-length': String(body.length) };
  return { kind: 'answer', status: 200, headers, body: call.method === 'HEAD' ? new Uint8Array() : body };
}
