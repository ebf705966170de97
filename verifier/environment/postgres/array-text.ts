import type { Value } from '../../../contracts/language/index.ts';

/** Reads PostgreSQL's text of an array: `{1,NULL,"a \"b\""}`, nested, and with bounds as in `[0:1]={1,2}`. Bounds are dropped. */
export function parseArray(text: string, parse: (text: string) => Value): Value {
  const start = text.indexOf('{');
  const reader = { text, at: start + 1 };
  return readList(reader, parse);
}

interface Reader {
  readonly text: string;
  at: number;
}

function readList(reader: Reader, parse: (text: string) => Value): Value[] {
  const items: Value[] = [];
  while (reader.at < reader.text.length) {
    const sign = reader.text[reader.at];
    if (sign === '}') {
      reader.at += 1;
      return items;
    }
    if (sign === ',') reader.at += 1;
    else if (sign === '{') {
      reader.at += 1;
      items.push(readList(reader, parse));
    } else if (sign === '"') items.push(parse(readQuoted(reader)));
    else items.push(readPlain(reader, parse));
  }
  return items;
}

function readQuoted(reader: Reader): string {
  let content = '';
  for (reader.at += 1; reader.text[reader.at] !== '"'; reader.at += 1) {
    if (reader.at >= reader.text.length) throw new SyntaxError('an array text ends inside quotes');
    if (reader.text[reader.at] === '\\') reader.at += 1;
    content += reader.text[reader.at] ?? '';
  }
  reader.at += 1;
  return content;
}

function readPlain(reader: Reader, parse: (text: string) => Value): Value {
  const start = reader.at;
  while (reader.at < reader.text.length && !',}'.includes(reader.text[reader.at] ?? '')) reader.at += 1;
  const plain = reader.text.slice(start, reader.at);
  return plain === 'NULL' ? null : parse(plain);
}
