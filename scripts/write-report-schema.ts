import { writeFile } from 'node:fs/promises';
import { publishedReportSchema } from '../reports/index.ts';

// Writes the JSON Schema of verification reports into schemas/. A test says when it is not current.
const { file, text } = publishedReportSchema();
await writeFile(new URL(`../schemas/${file}`, import.meta.url), text);
