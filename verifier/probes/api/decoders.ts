import { Transform } from 'node:stream';
import { createBrotliDecompress, createUnzip } from 'node:zlib';

/** What undoes the codings of a body, the last one first. A coding that we don't know fails when the body comes: its bytes are not what was meant. */
export function decoders(encoding = ''): Transform[] {
  return encoding
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => coding !== '' && coding !== 'identity')
    .reverse()
    .map(decoder);
}

function decoder(coding: string): Transform {
  if (/^(x-)?gzip$|^deflate$/u.test(coding)) return createUnzip();
  if (coding === 'br') return createBrotliDecompress();
  const error = Object.assign(new Error(`the content-encoding “${coding}” was not asked for`), { code: 'Z_UNKNOWN' });
  return new Transform({
    transform: (_chunk, _encoding, done) => {
      done(error);
    },
  });
}
