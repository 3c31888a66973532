/**
 * From declared parameters to one frozen object, or to one message with every problem.
 *
 * A value comes from the environment, else from the `.properties` file, else it is the default. Nothing here
 * knows what any parameter is for: meaning, type and rules are data of the service.
 */

import {
  type ConfigurationSource,
  environmentName,
  isSet,
  ownPrefix,
  setVariable,
} from './configuration-source.ts';
import { ConfigurationError, ParameterError } from './expected-error.ts';
import { type ConfigurationFile, openConfigurationFile } from './open-configuration-file.ts';
import { maskAddress, type Origin, showOrigin } from './origin.ts';
import type { Parameter, Parameters, Values } from './parameter.ts';
import type { PropertyEntry } from './read-properties.ts';
import { type KnownNames, suggestName } from './suggest-name.ts';

/** A broken rule across parameters: the keys of those concerned, and a sentence that tells the mend. */
interface RuleProblem<P extends Parameters> {
  readonly parameters: readonly (keyof P)[];
  readonly message: string;
}

export interface ConfigurationRules<P extends Parameters> {
  /** Former or foreign names → the name that is meant, for the hint at an unknown one. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Rules across parameters; `isSet` tells whether somebody has set one, acceptable or not. What it says about a parameter whose own value is already a problem is dropped. */
  readonly check?: (values: Values<P>, isSet: (key: keyof P) => boolean) => readonly RuleProblem<P>[];
}

export interface Configuration<P extends Parameters> {
  /** Frozen; under the keys of the declarations. */
  readonly values: Values<P>;
  readonly origins: { readonly [K in keyof P]: Origin };
  /** The file that was read, absolute. */
  readonly filePath?: string;
}

/**
 * Loads a service's configuration.
 *
 * @throws ConfigurationError with all problems at once; secrets are never quoted
 */
export function loadConfiguration<P extends Parameters>(
  source: ConfigurationSource<P> & ConfigurationRules<P>,
): Configuration<P> {
  const { problems, ...configuration } = settleConfiguration(source);
  if (problems.length > 0) throw new ConfigurationError(source.service, problems);
  return Object.freeze(configuration);
}

/**
 * Settles every parameter and tells what is wrong, for those who want to see the configuration as it is. A value
 * that is not acceptable counts as absent: the default, if there is one, stands for it.
 *
 * In the file an unknown name, a repeated one, a missing value and a malformed escape are problems; in the
 * environment an unknown name below one of `closedPrefixes` is, and an empty variable counts as absent.
 */
export function settleConfiguration<P extends Parameters>(
  source: ConfigurationSource<P> & ConfigurationRules<P>,
): Configuration<P> & { problems: readonly string[] } {
  const { parameters, renamed = {}, check } = source;
  const known = { names: namesOf(parameters), renamed };

  const file = openConfigurationFile(source);
  const checkedFile =
    file.kind === 'read' ? { ...checkFile(file, known), shownPath: file.shownPath } : undefined;
  const inEnvironment = checkEnvironment(source, known);
  const problems: Problem[] = [...(checkedFile?.problems ?? []), ...inEnvironment.problems];
  if (file.kind === 'unreadable') problems.push({ text: file.problem, line: 0 });

  const settled = new Map<keyof P, Settled>();
  const unsettled = new Set<keyof P>();
  for (const [key, parameter] of Object.entries(parameters)) {
    const outcome = settleParameter(parameter, source, checkedFile);
    settled.set(key, outcome);
    if (outcome.problem !== undefined) problems.push(outcome.problem);
    // What an unreadable file or an unusable line would have said is unknown: no rule may be held against it.
    const wasMeant =
      file.kind === 'unreadable' ||
      inEnvironment.unusable.has(parameter.name) ||
      checkedFile?.unusable.has(parameter.name);
    if (outcome.problem !== undefined || (outcome.origin.kind === 'default' && wasMeant)) unsettled.add(key);
  }

  // The casts hold: each outcome comes from the declaration that stands under the same key.
  const values = Object.freeze(collect(settled, (outcome) => outcome.value)) as Values<P>;
  const origins = Object.freeze(collect(settled, (outcome) => outcome.origin)) as Configuration<P>['origins'];
  const isSet = (key: keyof P) => origins[key].kind !== 'default';
  for (const { parameters: concerned, message } of check?.(values, isSet) ?? []) {
    if (concerned.some((key) => unsettled.has(key))) continue;
    problems.push(
      placed(
        message,
        concerned.map((key) => origins[key]),
      ),
    );
  }

  const filePath = file.kind === 'read' ? file.path : undefined;
  return { values, origins, filePath, problems: inOrder(problems) };
}

function namesOf(parameters: Parameters): readonly string[] {
  const names = Object.values(parameters).map((parameter) => parameter.name);
  const variables = names.map(environmentName);
  const twin = names.find((_name, index) => variables.indexOf(variables[index] ?? '') !== index);
  if (twin !== undefined) throw new Error(`two parameters share the variable ${environmentName(twin)}`);
  return names;
}

function collect<K extends PropertyKey, T>(settled: ReadonlyMap<K, Settled>, pick: (outcome: Settled) => T) {
  return Object.fromEntries([...settled].map(([key, outcome]) => [key, pick(outcome)]));
}

/** A rule's problem names the places of the parameters that are set; one about absent parameters has none. */
function placed(message: string, origins: readonly Origin[]): Problem {
  const places = origins.filter((origin) => origin.kind !== 'default');
  const lines = places.flatMap((origin) => (origin.kind === 'file' ? [origin.line] : []));
  const prefix = places.length === 0 ? '' : `${places.map(showOrigin).join(' and ')}: `;
  return { text: `${prefix}${message}`, line: lines.length === 0 ? undefined : Math.min(...lines) };
}

function inOrder(problems: readonly Problem[]): readonly string[] {
  const lineOf = ({ line }: Problem) => line ?? Number.MAX_SAFE_INTEGER;
  return problems.toSorted((a, b) => lineOf(a) - lineOf(b)).map((problem) => problem.text);
}

/** Finds the variables below a closed prefix that no parameter has, with the service's name in front or without. */
function checkEnvironment(
  { service, env, closedPrefixes = [] }: Pick<ConfigurationSource, 'service' | 'env' | 'closedPrefixes'>,
  known: KnownNames,
): Findings {
  const variables = new Set(known.names.map(environmentName));
  const unknown = Object.keys(env)
    .filter((variable) => isSet(env[variable]))
    .flatMap((variable) => {
      const own = variable.startsWith(ownPrefix(service)) ? ownPrefix(service) : '';
      const plain = variable.slice(own.length);
      if (variables.has(plain) || !closedPrefixes.some((prefix) => plain.startsWith(prefix))) return [];
      const suggestion = suggestName(plain, known, (name) => `${own}${environmentName(name)}`);
      return [{ variable, suggestion }];
    });
  return {
    unusable: new Set(unknown.flatMap(({ suggestion }) => suggestion?.meant ?? [])),
    problems: unknown.map(({ variable, suggestion }) => ({
      text: `environment variable ${variable}: unknown parameter; ${suggestion?.hint ?? 'unset it, it is not used'}`,
    })),
  };
}

/** What became of one parameter. */
interface Settled {
  readonly value: unknown;
  readonly origin: Origin;
  /** Its text was not acceptable; the value is then the default. */
  readonly problem?: Problem;
}

/** A file whose lines have been checked. */
type UsableFile = Pick<CheckedFile, 'entries'> & { readonly shownPath: string };

/** Gives one parameter its value: from the environment, else from the file, else its default. */
function settleParameter(
  parameter: Parameter<unknown>,
  source: Pick<ConfigurationSource, 'service' | 'env'>,
  file: UsableFile | undefined,
): Settled {
  const found = findText(parameter.name, source, file);
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

function findText(
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

const longestQuoted = 100;

function quoted(text: string): string {
  const masked = maskAddress(text);
  return JSON.stringify(masked.length > longestQuoted ? `${masked.slice(0, longestQuoted)}…` : masked);
}

type ReadFile = Extract<ConfigurationFile, { kind: 'read' }>;

/** What a file sets, as far as it can be used. */
interface CheckedFile extends Findings {
  /** The usable entries by parameter name. */
  readonly entries: ReadonlyMap<string, PropertyEntry>;
}

/** Checks the lines of a file, before any value is parsed: unknown and repeated names, missing values, bad escapes. */
function checkFile({ shownPath, entries }: ReadFile, known: KnownNames): CheckedFile {
  const usable = new Map<string, PropertyEntry>();
  const unusable = new Set<string>();
  const problems: Problem[] = [];
  for (const [name, [first, ...repeated]] of Map.groupBy(entries, (entry) => entry.name)) {
    if (first === undefined) continue;
    const lines = [first, ...repeated].map((entry) => entry.line);
    const flaw = flawOf(first, lines, known);
    if (flaw === undefined) {
      usable.set(name, first);
      continue;
    }
    unusable.add(flaw.meant);
    const where = lines.length > 1 ? `lines ${listing(lines)}` : `line ${first.malformedLine ?? first.line}`;
    problems.push({ line: first.line, text: `${shownPath} ${where}: ${flaw.text}` });
  }
  return { entries: usable, unusable, problems };
}

/** What is wrong with the entries of one name, and the parameter that was meant. */
function flawOf(
  { name, text, malformedLine }: PropertyEntry,
  lines: readonly number[],
  known: KnownNames,
): { meant: string; text: string } | undefined {
  if (malformedLine !== undefined) {
    const rule = '\\u is not followed by four hexadecimal digits; write a backslash itself as \\\\';
    return { meant: name, text: rule };
  }
  if (!known.names.includes(name)) return explainUnknown(name, known);
  if (lines.length > 1) return { meant: name, text: `${name} is given more than once; keep one of them` };
  if (!isSet(text)) return { meant: name, text: `${name} has no value; give it one or remove the line` };
  return undefined;
}

/** Quotes what looks like a name or resembles a known one: anything else may be the second line of a secret. */
function explainUnknown(name: string, known: KnownNames): { meant: string; text: string } {
  const suggestion = suggestName(name, known);
  const unknown = `unknown parameter ${JSON.stringify(name)}`;
  if (suggestion !== undefined) return { meant: suggestion.meant, text: `${unknown}; ${suggestion.hint}` };
  if (name.length <= 60 && /^[a-z]+([.-][a-z]+)+$/i.test(name)) {
    return { meant: name, text: `${unknown}; remove it, it is not used` };
  }
  const mend = 'write "name = value" or remove the line';
  return { meant: name, text: `unknown parameter, not quoted as it may be part of a value; ${mend}` };
}

function listing(lines: readonly number[]): string {
  return `${lines.slice(0, -1).join(', ')} and ${lines.at(-1)}`;
}

/** A problem on its way into the message; those with a line come first, in the order of the file. */
interface Problem {
  readonly text: string;
  readonly line?: number;
}

/** What a look at the names in one place has found. */
interface Findings {
  readonly problems: readonly Problem[];
  /** Parameters that somebody meant to set there, in a way that cannot be used: what they should be is unknown. */
  readonly unusable: ReadonlySet<string>;
}
