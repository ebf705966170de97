import stringWidth from 'string-width';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Columns that the text takes in a terminal: wide for East Asian signs and emoji, none for combining ones and colours. */
export function displayWidth(text: string): number {
  return stringWidth(text);
}

/** The text, or as much of its beginning as fits with an ellipsis. Colour it afterwards: signs of colour would be cut too. */
export function cutTo(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  let kept = '';
  let columns = 0;
  for (const { segment } of graphemes.segment(text)) {
    columns += displayWidth(segment);
    if (columns > width - 1) break;
    kept += segment;
  }
  return width < 1 ? '' : `${kept}…`;
}

/** The text with spaces behind it up to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** The text broken at spaces into lines of at most `width` columns; words that are longer are cut. */
export function wrapTo(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').filter((part) => part !== '')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (displayWidth(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = cutTo(word, width);
  }
  return line === '' ? lines : [...lines, line];
}
