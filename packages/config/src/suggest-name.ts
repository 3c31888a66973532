import { environmentName } from './configuration-source.ts';

/** The names that count. */
export interface KnownNames {
  readonly names: readonly string[];
  /** Former or foreign name → the name that is meant. */
  readonly renamed: Readonly<Record<string, string>>;
}

/** The parameter that was probably meant, and how to say so. */
interface Suggestion {
  readonly meant: string;
  readonly hint: string;
}

/**
 * Looks for the parameter that somebody meant by a name that nobody declared.
 *
 * @param spell how the hint writes a parameter's name: as it is, or as its variable
 */
export function suggestName(
  given: string,
  { names, renamed }: KnownNames,
  spell: (name: string) => string = (name) => name,
): Suggestion | undefined {
  const variable = environmentName(given);
  const newName = Object.entries(renamed).find(([former]) => environmentName(former) === variable)?.[1];
  if (newName !== undefined) return { meant: newName, hint: `it is called ${spell(newName)}` };
  const nearest = nearestName(given, names);
  return nearest === undefined ? undefined : { meant: nearest, hint: `did you mean ${spell(nearest)}?` };
}

/**
 * The known name that was probably meant, or undefined when none is near: at most a fifth of the characters
 * differ. Case, dots, dashes and underscores count as equal, so that a variable's name finds its parameter.
 */
function nearestName(given: string, known: readonly string[]): string | undefined {
  const distances = known.map((name) => ({
    name,
    distance: distance(environmentName(given), environmentName(name)),
  }));
  const [nearest] = distances.toSorted((a, b) => a.distance - b.distance);
  return nearest !== undefined && nearest.distance <= nearest.name.length / 5 ? nearest.name : undefined;
}

/** Levenshtein distance: how many characters must be added, removed or exchanged. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const exchange = at(previous, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      current.push(Math.min(exchange, at(previous, j) + 1, at(current, j - 1) + 1));
    }
    previous = current;
  }
  return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
