import type { Requester } from '@campus/database';
import type { Choice } from '@campus/pages';
import { findAccounts } from '../../../data/accounts.ts';
import type { Database } from '../../../data/open-database.ts';

// As many as `search-select.js` asks for.
const shownChoices = 20;

/** Users to choose from by their names: those found by the words, and the one that is chosen already. */
export async function userChoices(
  { lookups }: Pick<Database, 'lookups'>,
  requester: Requester,
  { words, chosen }: { words: string; chosen: string },
): Promise<Choice[]> {
  const found = await lookups.withPrisma(requester, (tx) =>
    findAccounts(tx, { words, offset: 0, limit: shownChoices }),
  );
  const choices = found.map(({ username, firstName, lastName }) => {
    const name = `${firstName} ${lastName}`.trim();
    return { value: username, label: name === '' ? username : `${username} (${name})` };
  });
  const isThere = chosen === '' || choices.some(({ value }) => value === chosen);
  return isThere ? choices : [{ value: chosen, label: chosen }, ...choices];
}
