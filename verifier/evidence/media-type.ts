/** The file extension that opens a piece of evidence in the program people expect. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/yaml': 'yaml',
  'application/sql': 'sql',
  'application/zip': 'zip',
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
  'text/csv': 'csv',
  'text/markdown': 'md',
  'text/plain': 'txt',
  'text/yaml': 'yaml',
};

/**
 * Media type to extension, without the dot. Pages and pictures that hold scripts (HTML, SVG, XML) become `txt`: they are
 * the subject's, and must not run when somebody opens a piece of evidence beside the report. Unknown types become `bin`.
 */
export function extensionOf(mediaType: string): string {
  const essence = (mediaType.split(';')[0] ?? '').trim().toLowerCase();
  const known = EXTENSIONS[essence];
  if (known !== undefined) return known;
  if (essence.endsWith('+json')) return 'json';
  return essence.startsWith('text/') || essence.endsWith('+xml') || essence.endsWith('/xml') ? 'txt' : 'bin';
}

/** Whether content of this type is text that a report may show. */
export function isText(mediaType: string): boolean {
  return !['bin', 'zip', 'png', 'jpg', 'webp'].includes(extensionOf(mediaType));
}
