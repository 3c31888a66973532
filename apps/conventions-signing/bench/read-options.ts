import path from 'node:path';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  seconds: number;
  rounds: number;
  connections: number;
  /** Names of the cases to measure; empty: all. */
  only: string[];
  profileFolder: string | undefined;
}

/** The command line cannot be used; the message names every problem. */
export class UsageError extends Error {
  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.name = 'UsageError';
  }
}

export const usage = `Measures the service beside a bare node:http + pg server on the same database.

usage: npm run bench -w apps/conventions-signing -- [options]

  --seconds <n>       length of one run (default: 5)
  --rounds <n>        runs of each server per case, in turn (default: 3)
  --connections <n>   requests under way at once (default: 8)
  --only <case>       this case alone; can be given several times
  --profile <folder>  write a CPU profile of the service there
  --help              this text
`;

/**
 * @param caseNames  what --only may name
 * @param startedIn  folder where the command was typed
 * @returns 'help' when that is all that is asked for
 * @throws UsageError
 */
export function readOptions(
  args: string[],
  { caseNames, startedIn }: { caseNames: readonly string[]; startedIn: string },
): BenchOptions | 'help' {
  const given = parse(args);
  if (given.help === true) return 'help';
  const problems: string[] = [];
  const count = (name: 'seconds' | 'rounds' | 'connections', otherwise: number) => {
    const text = given[name];
    if (text === undefined) return otherwise;
    if (!/^[1-9]\d{0,3}$/.test(text))
      problems.push(`--${name} must be a whole number from 1 to 9999, got "${text}"`);
    return Number(text);
  };
  const { only = [], profile } = given;
  for (const name of only) {
    if (!caseNames.includes(name))
      problems.push(`--only must be one of ${caseNames.join(', ')}; got "${name}"`);
  }
  const options = {
    seconds: count('seconds', 5),
    rounds: count('rounds', 3),
    connections: count('connections', 8),
    only,
    profileFolder: profile === undefined ? undefined : path.resolve(startedIn, profile),
  };
  if (problems.length > 0) throw new UsageError(problems);
  return options;
}

function parse(args: string[]) {
  const text = { type: 'string' } as const;
  try {
    return parseArgs({
      args,
      options: {
        seconds: text,
        rounds: text,
        connections: text,
        only: { type: 'string', multiple: true },
        profile: text,
        help: { type: 'boolean' },
      },
    }).values;
  } catch (error) {
    const isOurs = error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS/.test(String(error.code));
    throw isOurs ? new UsageError([error.message]) : error;
  }
}
