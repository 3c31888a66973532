import { changeAs, serviceItself } from '@campus/accounts';
import { tokenFingerprint } from '@campus/auth';
import { OperatorError } from '@campus/config';
import { areTokensNoted, noteTokensConfigured } from '../data/accounts.ts';
import type { Database, Transaction } from '../data/open-database.ts';
import { findRecordedToken } from '../data/tokens.ts';

/** The configuration would let in, as everything, what a record restricts or has revoked. */
async function refuseRecorded(db: Database, configured: Record<string, string[]>): Promise<void> {
  for (const [parameter, fingerprints] of Object.entries(configured)) {
    const recorded = await findRecordedToken(db, fingerprints);
    if (recorded === undefined) continue;
    const { fingerprint, name } = recorded;
    const message = `${parameter} holds the token "${name}" (${fingerprint}) of npm run token: take it out, it is let in as it was made, or make another`;
    throw new OperatorError(message);
  }
}

/**
 * Notes in the administration history which tokens the configuration lets in, by their fingerprints, when they are
 * others than those noted last: nobody else sees a configuration change.
 *
 * @throws OperatorError  one of them is a token that is a record
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
  await refuseRecorded(db, configured);
  if (await areTokensNoted(db, configured)) return;
  await changeAs(db, serviceItself, (tx: Transaction) => noteTokensConfigured(tx, configured));
}
