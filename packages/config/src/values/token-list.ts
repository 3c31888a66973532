import { ParameterError } from '../parameter-error.ts';

interface TokenRule {
  readonly accepts: (token: string) => boolean;
  /** What an accepted token is, after "must be": `16 or more of the characters A-Z …`. */
  readonly expectation: string;
}

/**
 * Value parser: at least one token, several separated by `;`. Blanks around a token are trimmed and empty
 * pieces ignored (contract conventions-signing §5). A refused token is told by its position, never quoted.
 */
export function tokenList({ accepts, expectation }: TokenRule): (text: string) => readonly string[] {
  return (text) => {
    const tokens = text
      .split(';')
      .map((piece) => piece.trim())
      .filter((piece) => piece !== '');
    if (tokens.length === 0) throw new ParameterError('must hold at least one token');
    const refused = tokens.flatMap((token, index) => (accepts(token) ? [] : [index + 1]));
    if (refused.length > 0) {
      const which =
        tokens.length === 1 ? '' : ` (of the ${tokens.length} tokens here, see number ${refused.join(', ')})`;
      throw new ParameterError(`must be ${expectation}${which}`);
    }
    return Object.freeze(tokens);
  };
}
