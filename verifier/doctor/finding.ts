/** One thing that a verification needs, and how it stands on this machine. */
export interface Finding {
  readonly id: 'node' | 'git' | 'browser' | 'engine' | 'image' | 'embedded' | 'cache' | 'temporary' | 'memory';
  readonly title: string;
  /** `degraded`: runs go on, with something else, or more slowly. `missing`: nothing can be verified without it. */
  readonly state: 'ok' | 'degraded' | 'missing';
  /** What was found, or why it does not do. */
  readonly found: string;
  readonly neededFor: string;
  /** The one command that mends it here; set unless it is ok, or there is no such command. */
  readonly remedy?: string;
}

/** The machine that is looked at, as far as it is not asked directly. */
export interface DoctorPlace {
  /** What commands see: PATH, HOME and the like. */
  readonly baseEnv: Readonly<Record<string, string>>;
  /** `ASSAY_BROWSER`. */
  readonly browser?: string;
  /** Where Playwright keeps its own browsers. */
  readonly playwright: readonly string[];
  /** The PostgreSQL image that containers would be made of. */
  readonly image: string;
  /** Absolute. */
  readonly cache: string;
  readonly temporary: string;
  readonly system: SystemKind;
  /** Of the Node that runs this: `20.20.2`. */
  readonly node: string;
}

/** What decides which command mends something. */
export interface SystemKind {
  readonly platform: NodeJS.Platform;
  /** `ID` of /etc/os-release: `debian`, `ubuntu`, `alpine`; empty elsewhere. */
  readonly distribution: string;
  readonly root: boolean;
}
