import { readFile, realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { connect } from '../connect.ts';
import { DatabaseError } from '../database-error.ts';
import { clusterUrl } from './cluster-url.ts';
import { readPassword, servicePasswordFile } from './password-file.ts';
import { runsPostgresOn } from './process-identity.ts';
import { joinStay } from './server-stay.ts';

/** A server that somebody else has started, and that does not leave before `close` unless it has to. */
interface AttachedServer {
  url: string;
  close(): Promise<void>;
}

/**
 * Attaches to the server that runs on a data folder, as the role of the service.
 *
 * @param options.onLost  called when the server goes before `close`
 * @returns the server, or why there is none to attach to at this moment
 */
export async function attachServer(options: {
  dataDir: string;
  database: string;
  onLost: () => void;
}): Promise<AttachedServer | { none: string }> {
  const { database, onLost } = options;
  // Not there yet: the server that makes it is not either.
  const folder = await realpath(resolve(options.dataDir)).catch(() => undefined);
  if (folder === undefined) return { none: 'there is no data folder' };
  const port = await portOfRunningServer(folder);
  if (port === undefined) return { none: 'no PostgreSQL accepts connections' };
  const password = await readPassword(join(folder, servicePasswordFile));
  if (password === undefined) return { none: `${servicePasswordFile} is missing` };
  const url = clusterUrl({ user: database, password, port, database });
  try {
    const client = await connect(url);
    if (await joinStay(client)) return attached(url, { client, onLost });
    await client.end();
    return { none: 'the PostgreSQL that runs there is about to stop' };
  } catch (error) {
    // Its starter may not have made role and database yet, or is stopping it right now.
    if (error instanceof DatabaseError) return { none: error.message };
    return { none: `the connection broke: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function attached(
  url: string,
  { client, onLost }: { client: Awaited<ReturnType<typeof connect>>; onLost: () => void },
): AttachedServer {
  let leaving = false;
  client.once('end', () => {
    if (!leaving) onLost();
  });
  return {
    url,
    async close() {
      if (leaving) return;
      leaving = true;
      // A server that has gone has nothing to say goodbye to.
      await client.end().catch(() => {});
    },
  };
}

/** From `postmaster.pid`: its 4th line is the port, its 8th what the server is doing. */
async function portOfRunningServer(folder: string): Promise<number | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
  const [pid = '', , , port = '', , , , state = ''] = text.split('\n');
  if (state.trim() !== 'ready') return undefined;
  // Of a server that was killed the file stays, and somebody else may listen on that port by now.
  if (process.platform === 'linux' && !(await runsPostgresOn(Number.parseInt(pid, 10), folder)))
    return undefined;
  return Number.parseInt(port, 10);
}
