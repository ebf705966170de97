/** One run of one side; milliseconds. */
export interface SideRun {
  /** From the command's start to its exit. */
  readonly wallMs: number;
  /** Of it, the criteria themselves: without start, services, template, report. */
  readonly criteriaMs: number;
  readonly criteria: number;
}
