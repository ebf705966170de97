import type { EvidenceRef } from '../../reports/index.ts';
import type { Stack } from '../environment/index.ts';
import type { EvidenceSink } from '../evidence/index.ts';

/** Keeps what the application wrote since the criterion began. */
export async function keepLog(
  { stack, sink }: { readonly stack: Stack; readonly sink: EvidenceSink },
  since: Date,
): Promise<EvidenceRef> {
  const lines = stack.app.log().filter(({ at }) => at >= since);
  const content = lines.map(({ at, stream, text }) => `${at.toISOString()} ${stream} ${text}`).join('\n');
  return await sink.keep({
    kind: 'log',
    title: `What ${stack.app.plan.name} wrote`,
    mediaType: 'text/plain',
    content,
  });
}
