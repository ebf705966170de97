import { compile, type Diagnostic, type Plan, type SourceFiles } from '../../../contracts/language/index.ts';

/** A system.yaml with a database, an application and two actors; `extra` is put at its end. */
export function systemText(extra = ''): string {
  return `system: publication
root: ../app
env: { DATABASE_URL: "{{db.url}}" }
services:
  db: { postgres: { image: "postgres:16-alpine", migrate: npm run migrate } }
  app:
    start: { run: node dist/server.js }
    env: { PORT: "{{app.port}}" }
    ready: { path: /healthz }
actors:
  reader: &member
    let: { email: { fake: internet.email }, password: { pattern: "[A-Za-z0-9]{12}" } }
    create:
      - api.request: { method: POST, path: /api/users, json: { email: "{{email}}", password: "{{password}}" } }
  author: *member
${extra}`;
}

/** A contract with one criterion, AC-1, whose other keys are given. */
export function contractText(criterion: string, head = ''): string {
  const body = criterion.replace(/^\n|\n\s*$/gu, '').replace(/^/gmu, '    ');
  return `contract: favorites\ntitle: Readers keep articles\n${head}criteria:\n  - id: AC-1\n    title: A favourite is there\n${body}\n`;
}

export const systemFile = 'contracts/system.yaml';
export const contractFile = 'contracts/favorites.contract.yaml';

/** The sources of one system and one contract. */
export function sources(contract: string, system = systemText()): SourceFiles {
  return {
    system: { file: systemFile, text: system },
    contracts: [{ file: contractFile, text: contract }],
    vocabularies: [],
    heldOut: [],
  };
}

/** Compiles what must be right. */
export function planOf(contract: string, system?: string): Plan {
  const compiled = compile(sources(contract, system));
  if (!compiled.ok)
    throw new Error(
      compiled.diagnostics.map(({ at, message }) => `${String(at.line)}:${String(at.column)} ${message}`).join('\n'),
    );
  return compiled.plan;
}

/** Errors and warnings, whether or not it compiles. */
export function diagnose(files: SourceFiles): readonly Diagnostic[] {
  const compiled = compile(files);
  return compiled.ok ? compiled.warnings : compiled.diagnostics;
}

/** A text in which ⟦…⟧ marks a place; returns the text without the marks, and the place. */
export function marked(text: string): { text: string; line: number; column: number; endColumn: number } {
  const start = text.indexOf('⟦');
  const end = text.indexOf('⟧') - 1;
  if (start < 0 || end < 0) throw new Error('no mark');
  const plain = text.replace('⟦', '').replace('⟧', '');
  const before = plain.slice(0, start).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return { text: plain, line: before.length, column, endColumn: column + end - start };
}
