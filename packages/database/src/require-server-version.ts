import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';

/** The oldest major version the services are written and documented for. */
export const minimumMajorVersion = 15;

/**
 * Connects once and makes sure that the server is PostgreSQL 15 or later.
 *
 * @throws DatabaseError `unreachable` or `server_too_old`
 */
export async function requireServerVersion(url: string): Promise<void> {
  const client = await connect(url);
  try {
    const { rows } = await client.query<{ number: string; text: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as text`,
    );
    const { number, text } = rows[0] ?? { number: '0', text: 'unknown' };
    if (Math.floor(Number(number) / 10_000) < minimumMajorVersion) {
      throw new DatabaseError(
        'server_too_old',
        `The database server is PostgreSQL ${text}; use PostgreSQL ${minimumMajorVersion} or later.`,
      );
    }
  } finally {
    await client.end();
  }
}
