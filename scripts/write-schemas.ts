import { writeFile } from 'node:fs/promises';
import { publishedSchemas } from '../contracts/language/schema/publish.ts';

// Writes the JSON Schemas for editors into schemas/. A test says when they are not current.
for (const { file, schema } of publishedSchemas()) {
  await writeFile(new URL(`../schemas/${file}`, import.meta.url), `${JSON.stringify(schema, null, 2)}\n`);
}
