import { errorCode, errorMessage } from '@campus/config';
import pg from 'pg';
import { DatabaseError } from './database-error.ts';

const timeoutMs = 10_000;

// https://www.postgresql.org/docs/current/errcodes-appendix.html
const mends: Record<string, string> = {
  '28P01': 'check the user and the password in the URL',
  '28000': 'check the user in the URL, and whether pg_hba.conf lets it in from here (it may ask for TLS)',
  '3D000': 'create the database, or correct its name in the URL',
  '53300': 'raise max_connections on the server, or close other clients',
};

/**
 * Opens one connection; `await using` ends it, whatever happens.
 *
 * @throws DatabaseError `unreachable`, with host, port, database and user, and without the password
 */
export async function connect(url: string): Promise<pg.Client & AsyncDisposable> {
  const place = describePlace(url);
  try {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: timeoutMs });
    // A connection that breaks while nothing is asked of it would otherwise end the process;
    // the next query reports it.
    client.on('error', () => {});
    await client.connect();
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end().catch(() => {}) });
  } catch (error) {
    const { code, text } = describeFailure(error);
    const mend = mends[code] ?? 'check that the server runs there and accepts connections from here';
    throw new DatabaseError('unreachable', `No connection to ${place}: ${text}; ${mend}.`, { cause: error });
  }
}

function describePlace(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed || !['postgresql:', 'postgres:'].includes(parsed.protocol)) {
    // Without the text itself: it may hold a password.
    throw new DatabaseError(
      'unreachable',
      'The database URL is not a PostgreSQL URL; write postgresql://user:password@host:5432/database.',
    );
  }
  const { hostname, port, pathname, username } = parsed;
  return `the database "${pathname.slice(1)}" on ${hostname}:${port || 5432} as "${username}"`;
}

function describeFailure(error: unknown): { code: string; text: string } {
  // One entry per address of the host (localhost has two); the first tells enough.
  const errors: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'errors') : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : error;
  return { code: errorCode(first), text: errorMessage(first) };
}
