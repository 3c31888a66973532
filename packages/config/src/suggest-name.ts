import { environmentName } from './environment-name.ts';
import { nearestName } from './nearest-name.ts';

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
