/** A problem on its way into the message; those with a line come first, in the order of the file. */
export interface Problem {
  readonly text: string;
  readonly line?: number;
}

/** What a look at the names in one place has found. */
export interface Findings {
  readonly problems: readonly Problem[];
  /** Parameters that somebody meant to set there, in a way that cannot be used: what they should be is unknown. */
  readonly unusable: ReadonlySet<string>;
}
