import type { OutgoingHttpHeaders } from 'node:http';

/** What a handler gives back; the server adds the headers that every answer has. */
export interface Answer {
  status: number;
  headers: OutgoingHttpHeaders;
  content: Buffer | string;
}

export function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    content: JSON.stringify(value),
  };
}

export function noContent(headers: OutgoingHttpHeaders = {}): Answer {
  return { status: 204, headers, content: '' };
}

export function withHeaders(answer: Answer, headers: OutgoingHttpHeaders): Answer {
  return { ...answer, headers: { ...answer.headers, ...headers } };
}
