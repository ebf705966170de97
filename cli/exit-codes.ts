/** Exit codes beside the verdicts' own (0 PASS, 1 FAIL, 3 BLOCKED, 4 REVIEW_REQUIRED, 5 PASS of a selection). 2 is kept for stop hooks. */
export const exitCodes = {
  ok: 0,
  /** A command line, a revision or a folder that can't be used. */
  usage: 64,
  /** Contracts that don't compile. */
  invalidContracts: 65,
  /** `assay doctor`: something is missing without which nothing can be verified. */
  unfit: 69,
  /** Our own fault. */
  internal: 70,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
} as const;
