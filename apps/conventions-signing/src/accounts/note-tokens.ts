import { changeAs, serviceItself } from '@campus/accounts';
import { tokenFingerprint } from '@campus/auth';
import { areTokensNoted, noteTokensConfigured } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';

/**
 * Notes in the administration history which tokens the configuration lets in, by their fingerprints, when they are
 * others than those noted last: nobody else sees a configuration change.
 */
export async function noteTokens(
  db: Database,
  tokens: { publicTokens: readonly string[]; managementTokens: readonly string[] },
): Promise<void> {
  // In one order: a list that was only sorted anew lets in the same callers.
  const fingerprints = (tokens: readonly string[]) => tokens.map(tokenFingerprint).sort();
  const configured = {
    'appli.public.tokens': fingerprints(tokens.publicTokens),
    'appli.management.tokens': fingerprints(tokens.managementTokens),
  };
  if (await areTokensNoted(db, configured)) return;
  await changeAs(db.prisma, serviceItself, (tx: Transaction) => noteTokensConfigured(tx, configured));
}
