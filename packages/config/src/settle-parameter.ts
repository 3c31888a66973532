import type { CheckedFile } from './check-file.ts';
import type { ConfigurationSource } from './configuration-source.ts';
import { environmentName } from './environment-name.ts';
import { maskAddress } from './mask-address.ts';
import { type Origin, showOrigin } from './origin.ts';
import { setVariable } from './own-variable.ts';
import type { Parameter } from './parameter.ts';
import { ParameterError } from './parameter-error.ts';
import type { Problem } from './problem.ts';

/** What became of one parameter. */
export interface Settled {
  readonly value: unknown;
  readonly origin: Origin;
  /** Its text was not acceptable; the value is then the default. */
  readonly problem?: Problem;
}

/** A file whose lines have been checked. */
type UsableFile = Pick<CheckedFile, 'entries'> & { readonly shownPath: string };

/** Gives one parameter its value: from the environment, else from the file, else its default. */
export function settleParameter(
  parameter: Parameter<unknown>,
  source: Pick<ConfigurationSource, 'service' | 'env'>,
  file: UsableFile | undefined,
): Settled {
  const found = find(parameter.name, source, file);
  if (found === undefined) return { value: parameter.default?.value, origin: { kind: 'default' } };
  const { text, origin } = found;
  try {
    return { value: parameter.parse(text), origin };
  } catch (error) {
    if (!(error instanceof ParameterError)) throw error;
    const got = parameter.secret ? '' : `, got ${quoted(text)}`;
    const problem: Problem = {
      text: `${showOrigin(origin)}: ${parameter.name} ${error.message}${got}`,
      line: origin.kind === 'file' ? origin.line : undefined,
    };
    return { value: parameter.default?.value, origin, problem };
  }
}

function find(
  name: string,
  source: Pick<ConfigurationSource, 'service' | 'env'>,
  file: UsableFile | undefined,
): { text: string; origin: Origin } | undefined {
  const set = setVariable(source, environmentName(name));
  if (set !== undefined) return { text: set.text, origin: { kind: 'environment', variable: set.variable } };
  const entry = file?.entries.get(name);
  if (entry === undefined || file === undefined) return undefined;
  return { text: entry.text, origin: { kind: 'file', path: file.shownPath, line: entry.line } };
}

const longest = 100;

function quoted(text: string): string {
  const masked = maskAddress(text);
  return JSON.stringify(masked.length > longest ? `${masked.slice(0, longest)}…` : masked);
}
