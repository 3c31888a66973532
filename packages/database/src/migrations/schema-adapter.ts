import { PrismaPg } from '@prisma/adapter-pg';
import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { scriptStatements } from './script-statements.ts';

// Type ids of pg_type: PostgreSQL's internal "char", and char(n).
const internalChar = 18;
const paddedChar = 1042;

/**
 * Prisma's adapter on one pool, mended for the schema engine (needed with adapter-pg 7.10.0; without it
 * the tests of the migration commands fail):
 *
 * - The adapter does not know PostgreSQL's internal type "char", with which the catalogues are full, and the
 *   comparison of schemas fails with "Column type 'char' could not be deserialized".
 * - It cuts scripts at every semicolon, inside function bodies and comments too, and runs the pieces one by one.
 *   PostgreSQL gets the script whole, which makes it one transaction, unless the script asks for none.
 *
 * @param pool at most one connection; a broken script is reported to `onScriptError` as PostgreSQL reported it
 */
export async function schemaAdapter(
  pool: pg.Pool,
  hooks: { dispose: () => Promise<void>; onScriptError: (error: unknown) => void },
): Promise<SqlDriverAdapter> {
  const charColumns = new Set<string>();
  pool.on('connect', (client) => {
    client.connection.prependListener('rowDescription', (message: RowDescription) => {
      for (const field of message.fields) {
        if (field.dataTypeID !== internalChar) continue;
        field.dataTypeID = paddedChar;
        charColumns.add(field.name);
      }
    });
  });
  const adapter = await new PrismaPg(pool).connect();
  return {
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    async queryRaw(query) {
      const result = await adapter.queryRaw(query);
      const columnTypes = result.columnTypes.map((type, index) =>
        charColumns.has(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
      );
      return { ...result, columnTypes };
    },
    executeRaw: (query) => adapter.executeRaw(query),
    async executeScript(script) {
      try {
        for (const statement of scriptStatements(script)) await pool.query(statement);
      } catch (error) {
        hooks.onScriptError(error);
        throw error;
      }
    },
    startTransaction: (isolationLevel) => adapter.startTransaction(isolationLevel),
    getConnectionInfo: () => adapter.getConnectionInfo(),
    dispose: hooks.dispose,
  };
}

/** The message of PostgreSQL's protocol, as pg's connection hands it on. */
interface RowDescription {
  fields: { name: string; dataTypeID: number }[];
}
