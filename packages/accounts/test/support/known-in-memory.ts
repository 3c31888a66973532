import type { KnownClients } from '../../src/throttling/known-clients.ts';

/** Known clients of a test that has no database. */
export function knownInMemory(): KnownClients {
  const known = new Set<string>();
  return {
    has: async (accountId, client) => known.has(`${accountId} ${client}`),
    async remember(accountId, client) {
      known.add(`${accountId} ${client}`);
    },
  };
}
