import { OperatorError } from './expected-error.ts';

/** A service cannot start with this configuration. The message is one readable list of every problem. */
export class ConfigurationError extends OperatorError {
  /** One sentence each, with its line or variable and the mend; no secret in any of them. */
  readonly problems: readonly string[];

  constructor(service: string, problems: readonly string[]) {
    const count = problems.length === 1 ? 'a problem' : `${problems.length} problems`;
    const list = problems.map((problem) => `  - ${problem}`).join('\n');
    super(`${service} cannot start, its configuration has ${count}:\n${list}`);
    this.problems = problems;
  }
}
