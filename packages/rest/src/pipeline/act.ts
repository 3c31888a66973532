import type { Outcome, Question } from '../outcome.ts';
import type { Read } from './read.ts';

export interface Acted<Services> extends Read<Services> {
  outcome: Outcome | Question;
}

/**
 * Does what is asked for, and lets go of a file that it has not taken.
 *
 * @throws Refusal, InvalidInput, and what the application explains
 */
export async function act<Services>(read: Read<Services>): Promise<Acted<Services>> {
  const { operation, row, body } = read;
  try {
    if (operation.finds === undefined) return { ...read, outcome: await operation.act(read) };
    if (row === null) throw new Error('an object is looked for before anything is done with it');
    return { ...read, outcome: await operation.act(read, row) };
  } finally {
    await body.dispose();
  }
}
