import { isSet } from './is-set.ts';
import type { ConfigurationFile } from './open-configuration-file.ts';
import type { Findings, Problem } from './problem.ts';
import type { PropertyEntry } from './read-properties.ts';
import { type KnownNames, suggestName } from './suggest-name.ts';

type ReadFile = Extract<ConfigurationFile, { kind: 'read' }>;

/** What a file sets, as far as it can be used. */
export interface CheckedFile extends Findings {
  /** The usable entries by parameter name. */
  readonly entries: ReadonlyMap<string, PropertyEntry>;
}

/** Checks the lines of a file, before any value is parsed: unknown and repeated names, missing values, bad escapes. */
export function checkFile({ shownPath, entries }: ReadFile, known: KnownNames): CheckedFile {
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
