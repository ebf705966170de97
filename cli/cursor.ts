/** Hides a terminal's cursor. */
export const hideCursor = '\u001b[?25l';
/** Shows it again: what a terminal needs back before the process ends, however it ends. */
export const showCursor = '\u001b[?25h';
