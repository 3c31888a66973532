import type { Adapter, AdapterFactory, AdapterPayload, ClientMetadata } from 'oidc-provider';

interface Entry {
  payload: AdapterPayload;
  expiresAt: number;
}

/**
 * What a provider keeps, for as long as it runs: the sort that `oidc-provider` calls an adapter, one for each kind of
 * thing (sessions, codes, tokens). Clients are read anew at every request, so that they may be changed.
 */
export function storeInMemory(clients: ReadonlyMap<string, ClientMetadata>): AdapterFactory {
  const kinds = new Map<string, Map<string, Entry>>();
  return (kind) => {
    const entries = kinds.get(kind) ?? new Map<string, Entry>();
    kinds.set(kind, entries);
    return kind === 'Client'
      ? { ...adapterFor(entries), find: async (id) => clients.get(id) }
      : adapterFor(entries);
  };
}

function adapterFor(entries: Map<string, Entry>): Adapter {
  const valid = (entry: Entry | undefined) =>
    entry && entry.expiresAt > Date.now() ? entry.payload : undefined;
  const findBy = (isMeant: (payload: AdapterPayload) => boolean) =>
    valid([...entries.values()].find(({ payload }) => isMeant(payload)));
  return {
    async upsert(id, payload, expiresInSeconds) {
      const lifeMs = expiresInSeconds === undefined ? Number.POSITIVE_INFINITY : expiresInSeconds * 1_000;
      entries.set(id, { payload, expiresAt: Date.now() + lifeMs });
    },
    async find(id) {
      return valid(entries.get(id));
    },
    async findByUid(uid) {
      return findBy((payload) => payload.uid === uid);
    },
    async findByUserCode(userCode) {
      return findBy((payload) => payload.userCode === userCode);
    },
    async consume(id) {
      const entry = entries.get(id);
      if (entry) entry.payload.consumed = Math.floor(Date.now() / 1_000);
    },
    async destroy(id) {
      entries.delete(id);
    },
    async revokeByGrantId(grantId) {
      for (const [id, { payload }] of entries) {
        if (payload.grantId === grantId) entries.delete(id);
      }
    },
  };
}
