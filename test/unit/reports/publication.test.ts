import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { publishedReportSchema, serializeReport, VERIFICATION_SCHEMA_ID } from '../../../reports/index.ts';
import { passReport } from '../../fixtures/reports/pass.ts';

const { file, text } = publishedReportSchema();
const committed = new URL(`../../../schemas/${file}`, import.meta.url);

describe('the published schema of reports', () => {
  it('is current (else: npx tsx scripts/write-report-schema.ts)', async () => {
    assert.equal(await readFile(committed, 'utf8'), text);
  });

  it('is enough for a tool that has nothing else', async () => {
    const schema = JSON.parse(await readFile(committed, 'utf8')) as { $id: string };
    assert.equal(schema.$id, VERIFICATION_SCHEMA_ID);
    const validate = new Ajv2020().compile(schema);
    const report = JSON.parse(serializeReport(passReport().report)) as Record<string, unknown>;
    assert.equal(validate(report), true);
    assert.equal(validate({ ...report, verdict: 'GREEN' }), false);
  });
});
