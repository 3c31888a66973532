import { connect } from './connect.ts';
import { DatabaseError } from './database-error.ts';

/** The oldest major version the services are written and documented for. */
const minimumMajorVersion = 15;

/**
 * Connects once and makes sure that the server is PostgreSQL 15 or later, and that the database holds every character.
 *
 * @throws DatabaseError `unreachable`, `server_too_old` or `wrong_encoding`
 */
export async function requireServer(url: string): Promise<void> {
  await using client = await connect(url);
  const { rows } = await client.query<Record<'number' | 'text' | 'encoding' | 'name', string>>(
    `select current_setting('server_version_num') as number, current_setting('server_version') as text,
            current_setting('server_encoding') as encoding, current_database() as name`,
  );
  const { number, text, encoding, name }: Partial<(typeof rows)[0]> = rows[0] ?? {};
  if (!(Math.floor(Number(number) / 10_000) >= minimumMajorVersion)) {
    throw new DatabaseError(
      'server_too_old',
      `The database server is PostgreSQL ${text}; use PostgreSQL ${minimumMajorVersion} or later.`,
    );
  }
  if (encoding !== 'UTF8') {
    throw new DatabaseError(
      'wrong_encoding',
      `The database "${name}" has the encoding ${encoding}, which does not hold every name and title; make another with: create database … encoding 'UTF8' template template0, and correct the URL.`,
    );
  }
}
