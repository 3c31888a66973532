import { setTimeout as sleep } from 'node:timers/promises';
import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';
import { attachServer } from './embedded/attach-server.ts';
import { awaitEndOfStays } from './embedded/server-stay.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';

interface OpenedPostgres {
  /** As the role of the service. */
  url: string;
  /** Whether another process had started the server already. */
  isShared: boolean;
  /**
   * Leaves the server, and stops it when it was started here. It then first waits until the processes that attached
   * to it in the meantime have left, for at most `patienceMs`. Can be called again.
   */
  close(): Promise<void>;
}

/**
 * Opens the embedded PostgreSQL on a data folder beside the service or without it: attaches to the server that runs
 * there, or starts one for as long as it is needed. Of several that do so at once one starts it and the others attach.
 *
 * For programs beside the service. The service itself calls `startEmbeddedPostgres`: it never depends on a server
 * that another process may stop.
 *
 * @param options.onLost      called when a server that was attached to goes before `close`, and when one that was started here
 *   does not come up again
 * @param options.patienceMs  how long to wait for a server that starts or stops at this moment, and for others in
 *   `close`; 30 s when absent
 * @throws DatabaseError as `startEmbeddedPostgres`; `already_running` with the reason when a server runs there that
 *   lets nobody in
 */
export async function openEmbeddedPostgres(
  options: EmbeddedPostgresOptions & { patienceMs?: number },
): Promise<OpenedPostgres> {
  const { patienceMs = 30_000, ...startOptions } = options;
  const { dataDir, database, onLost = () => {} } = startOptions;
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const attached = await attachServer({ dataDir, database, onLost });
    if ('url' in attached) return { ...attached, isShared: true };
    try {
      return started(await startEmbeddedPostgres(startOptions), patienceMs);
    } catch (error) {
      if (!(error instanceof DatabaseError && error.code === 'already_running')) throw error;
      if (performance.now() > deadline) throw refusesUs(dataDir, attached.none);
    }
    await sleep(100);
  }
}

function refusesUs(dataDir: string, reason: string): DatabaseError {
  return new DatabaseError(
    'already_running',
    `A PostgreSQL is running on the data folder ${dataDir}, and it cannot be used from here: ${reason}`,
  );
}

function started(server: EmbeddedPostgres, patienceMs: number): OpenedPostgres {
  let closing: Promise<void> | undefined;
  return {
    url: server.url,
    isShared: false,
    close() {
      closing ??= stopWhenAlone(server, patienceMs);
      return closing;
    },
  };
}

async function stopWhenAlone(server: EmbeddedPostgres, timeoutMs: number): Promise<void> {
  // The connection ends with the server: as long as it is open nobody new attaches.
  const client = await connect(server.url).catch(() => undefined);
  try {
    if (client) await awaitEndOfStays(client, { timeoutMs });
  } catch {
    // A server that has ended by itself has nobody to wait for.
  }
  await server.stop();
}
