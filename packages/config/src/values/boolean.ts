import { ParameterError } from '../parameter-error.ts';

/** Value parser: `true` or `false`. */
export function boolean(given: string): boolean {
  const trimmed = given.trim();
  if (trimmed !== 'true' && trimmed !== 'false') throw new ParameterError('must be true or false');
  return trimmed === 'true';
}
