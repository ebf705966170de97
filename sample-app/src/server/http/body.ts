import type { IncomingMessage } from 'node:http';
import { ApiError } from '../errors.js';

/** The longest article, with every character escaped twice (`\ud83d\ude00`), and room to spare. */
const LARGEST_BODY = 300_000;

/**
 * Another site's form cannot send JSON, so it cannot write here. A request may also say nothing of its content, as one
 * without a body does.
 */
export function acceptOnlyJson({ headers }: IncomingMessage): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== undefined && type !== 'application/json') {
    throw new ApiError(415, 'unsupported_media_type', 'The content must be application/json.');
  }
}

/** Gives undefined when there is no body. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readText(request);
  if (text === '') return undefined;
  if (request.headers['content-type'] === undefined) {
    throw new ApiError(415, 'unsupported_media_type', 'The content must be application/json, and say so.');
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiError(400, 'bad_request', 'The content is not valid JSON.');
  }
}

function readText(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // What is too large is read to its end all the same, so that the client gets to the answer.
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= LARGEST_BODY) chunks.push(chunk);
      else reject(new ApiError(413, 'payload_too_large', `The content is larger than ${LARGEST_BODY} bytes.`));
    });
    request.on('end', () => {
      resolve(Buffer.concat(chunks).toString('utf8'));
    });
    request.on('error', () => {
      reject(new ApiError(400, 'bad_request', 'The request broke off.'));
    });
  });
}
