import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  ColumnTypeEnum,
  type SqlDriverAdapter,
} from '@prisma/driver-adapter-utils';
import pg from 'pg';

/**
 * Prisma's schema engine as WebAssembly, without the native program that `prisma migrate` would download.
 *
 * For processes that do one thing and exit: the engine leaves a timer behind that keeps a process alive for 10 s,
 * and a second instance in one process crashes the first (measured with 7.10.0).
 */
export type OpenSchemaEngine = Awaited<ReturnType<typeof openSchemaEngine>>;

/** Opens the engine on a database. `diff` also makes and drops a shadow database beside it. */
export async function openSchemaEngine(url: string) {
  const { SchemaEngine } = await loadEngine();
  let scriptError: unknown;
  const hooks = { onScriptError: (error: unknown) => (scriptError = error) };
  const pool = onePool(url);
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => schemaAdapter(pool, { ...hooks, dispose: async () => {} }),
    // Prisma's own shadow database is the main database when its adapter was made from a URL: the migrations
    // are then run on the real data (seen with 7.10.0). This one has a pool of its own.
    async connectToShadowDb() {
      const name = `shadow_${randomUUID()}`;
      await pool.query(`create database ${pg.escapeIdentifier(name)}`);
      const shadow = onePool(withDatabase(url, name));
      const dispose = async () => {
        await shadow.end();
        await pool.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
      };
      return schemaAdapter(shadow, { ...hooks, dispose });
    },
  });
  const engine = await SchemaEngine.new({ datamodels: undefined }, () => {}, factory);
  return {
    engine,
    /** Statements sent here run on the connection of the engine, so that both share one transaction. */
    query: (sql: string) => pool.query(sql),
    /** What PostgreSQL said when a script failed, once; the engine's own error hides it inside a transaction. */
    takeScriptError() {
      const error = scriptError;
      scriptError = undefined;
      return error;
    },
    // An idle connection would make the next "create database ... template" wait 5 s and fail.
    close: () => pool.end(),
  };
}

function onePool(url: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  // Unheard, a connection that breaks while idle ends the process without a word; the next query reports it.
  pool.on('error', () => {});
  return pool;
}

function withDatabase(url: string, database: string): string {
  const other = new URL(url);
  other.pathname = `/${encodeURIComponent(database)}`;
  return other.href;
}

async function loadEngine() {
  // The engine reports a panic to this object and nowhere else.
  Object.assign(globalThis, {
    PRISMA_WASM_PANIC_REGISTRY: {
      set_message: (message: string) => console.error('schema engine panic:', message),
    },
  });
  const entry = '@prisma/schema-engine-wasm/schema_engine_bg';
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const bytes = await readFile(
    createRequire(import.meta.url)
      .resolve(entry)
      .replace(/\.js$/, '.wasm'),
  );
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': bindings });
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

/** What is used of it here; TypeScript's own declaration comes only with the whole of the browser's. */
declare const WebAssembly: {
  instantiate(
    bytes: Uint8Array,
    imports: Record<string, object>,
  ): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

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
async function schemaAdapter(
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

/** The first line of a migration that PostgreSQL must not run inside a transaction: `create index concurrently`. */
const outsideTransaction = '-- outside a transaction';

/** Whether a migration says so. */
export function runsOutsideTransaction(script: string): boolean {
  return script.split(/\r?\n/, 1)[0]?.trimEnd() === outsideTransaction;
}

/** The body of a function, where nothing ends; or the end of a statement. */
const bodyOrEnd = /\$(\w*)\$[\s\S]*?\$\1\$|;[ \t]*$/gm;

/**
 * What is sent to PostgreSQL at once: the whole script, which makes it one transaction; or each of its statements,
 * where the script asks for that. There a statement ends with a semicolon at the end of a line.
 */
export function scriptStatements(script: string): string[] {
  if (!runsOutsideTransaction(script)) return [script];
  const ends = [...script.matchAll(bodyOrEnd)]
    .filter(([text]) => text.startsWith(';'))
    .map(({ index }) => index);
  const statements = [...ends, script.length].map((end, n) => script.slice((ends[n - 1] ?? -1) + 1, end));
  return statements.filter((statement) => statement.replace(/^\s*--.*$/gm, '').trim() !== '');
}
