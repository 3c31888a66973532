import path from 'node:path';
import { parseArgs } from 'node:util';
import { errorCode, errorMessage } from '@campus/config';
import { UsageError } from './usage-error.ts';

interface BenchOptions<Count extends string> {
  counts: Record<Count, number>;
  /** Names of the cases to measure; empty: all. */
  only: string[];
  profileFolder: string | undefined;
}

/**
 * Reads the command line of a benchmark.
 *
 * @param defaults   the options that are whole numbers from 1 to 9999, with what they are when they are not given
 * @param caseNames  what --only may name
 * @param startedIn  folder where the command was typed
 * @returns 'help' when that is all that is asked for
 * @throws UsageError
 */
export function readOptions<Count extends string>(
  args: string[],
  {
    defaults,
    caseNames,
    startedIn,
  }: { defaults: Record<Count, number>; caseNames: readonly string[]; startedIn: string },
): BenchOptions<Count> | 'help' {
  const { help, only, profile, counts: given } = parse(args, Object.keys(defaults));
  if (help) return 'help';
  const problems: string[] = [];
  const counts = { ...defaults };
  let name: Count;
  for (name in defaults) {
    const text = given.get(name);
    if (text === undefined) continue;
    if (!/^[1-9]\d{0,3}$/.test(text))
      problems.push(`--${name} must be a whole number from 1 to 9999, got "${text}"`);
    counts[name] = Number(text);
  }
  for (const wanted of only) {
    if (!caseNames.includes(wanted))
      problems.push(`--only must be one of ${caseNames.join(', ')}; got "${wanted}"`);
  }
  if (problems.length > 0) throw new UsageError(problems);
  return {
    counts,
    only,
    profileFolder: profile === undefined ? undefined : path.resolve(startedIn, profile),
  };
}

function parse(args: string[], countNames: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const { tokens } = parseArgs({
      args,
      tokens: true,
      options: {
        ...Object.fromEntries(countNames.map((name) => [name, text])),
        only: { type: 'string', multiple: true },
        profile: text,
        help: { type: 'boolean' },
      },
    });
    const options = tokens.filter((token) => token.kind === 'option');
    const valuesOf = (name: string) =>
      options.flatMap((option) => (option.name === name ? [option.value ?? ''] : []));
    return {
      help: valuesOf('help').length > 0,
      only: valuesOf('only'),
      profile: valuesOf('profile').at(-1),
      counts: new Map<string, string | undefined>(options.map(({ name, value }) => [name, value])),
    };
  } catch (error) {
    if (!errorCode(error).startsWith('ERR_PARSE_ARGS')) throw error;
    throw new UsageError([errorMessage(error)]);
  }
}
