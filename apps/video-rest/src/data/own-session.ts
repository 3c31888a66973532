import pg from 'pg';
import { noticeLostPeer } from './media-files.ts';

/** A connection beside the pool, for locks that it holds: they fall when its process dies, or its machine vanishes. */
export async function openOwnSession(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 10_000,
    // Nothing else shows that the machine at the other end has vanished.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  });
  // Its 'end' follows, which is for its owner to watch.
  client.on('error', () => undefined);
  await client.connect();
  await noticeLostPeer(client);
  return client;
}
