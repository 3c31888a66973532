import type { CheckedFile } from './check-file.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import { environmentName } from './environment-name.ts';
import { isSet } from './is-set.ts';
import { type Origin, showOrigin } from './origin.ts';
import type { Parameter } from './parameter.ts';
import { ParameterError } from './parameter-error.ts';
import type { Problem } from './problem.ts';
import { quoteValue } from './quote-value.ts';

/** What became of one parameter. */
export interface Settled {
  readonly value: unknown;
  readonly origin: Origin;
  /** Its text was not acceptable; the value is then the default. */
  readonly problem?: Problem;
}

/** A file whose lines have been checked. */
export type UsableFile = Pick<CheckedFile, 'entries'> & { readonly shownPath: string };

/** Gives one parameter its value: from the environment, else from the file, else its default. */
export function settleParameter(
  parameter: Parameter<unknown>,
  env: ConfigurationSource['env'],
  file: UsableFile | undefined,
): Settled {
  const found = find(parameter.name, env, file);
  if (found === undefined) return { value: parameter.default?.value, origin: { kind: 'default' } };
  const { text, origin } = found;
  try {
    return { value: parameter.parse(text), origin };
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const got = parameter.secret ? '' : `, got ${quoteValue(text)}`;
    const problem: Problem = {
      text: `${showOrigin(origin)}: ${parameter.name} ${error.message}${got}`,
      line: origin.kind === 'file' ? origin.line : undefined,
    };
    return { value: parameter.default?.value, origin, problem };
  }
}

function find(
  name: string,
  env: ConfigurationSource['env'],
  file: UsableFile | undefined,
): { text: string; origin: Origin } | undefined {
  const variable = environmentName(name);
  const fromEnvironment = env[variable];
  if (isSet(fromEnvironment)) return { text: fromEnvironment, origin: { kind: 'environment', variable } };
  const entry = file?.entries.get(name);
  if (entry === undefined || file === undefined) return undefined;
  return { text: entry.text, origin: { kind: 'file', path: file.shownPath, line: entry.line } };
}
