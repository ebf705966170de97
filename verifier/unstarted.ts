/**
 * Why a program could not be started, and what to do; undefined when the system's code says nothing that we know.
 * A name without a slash is looked for on the PATH: that it is not there is the machine's lack, or a wrong name in system.yaml.
 */
export function wordsOfUnstarted(program: string, code: string | undefined): string | undefined {
  if (code === 'ENOENT')
    return isSearched(program)
      ? `the program “${program}” was not found on the PATH: is it installed, and is that its name?`
      : `the program “${program}” was not found: a command runs in the checkout, from the system’s root`;
  if (code === 'EACCES') return `the program “${program}” may not be run: is it executable?`;
  return undefined;
}

/** Whether a program is looked for on the PATH, and not in the checkout. */
export function isSearched(program: string): boolean {
  return !program.includes('/');
}
