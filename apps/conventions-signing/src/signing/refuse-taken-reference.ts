import { isReferenceTaken } from '../data/signables.ts';
import { SigningError } from './errors.ts';

/**
 * Turns the database's refusal of a second record with the same reference into ours.
 *
 * @throws SigningError  `reference_taken`
 */
export async function refuseTakenReference<Result>(writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (error) {
    if (!isReferenceTaken(error)) throw error;
    const message = 'another record has this reference; it must be unique';
    throw new SigningError('reference_taken', message, {
      problems: [{ pointer: '/reference', message }],
      cause: error,
    });
  }
}
