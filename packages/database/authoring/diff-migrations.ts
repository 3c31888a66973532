import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { errorMessage } from '@campus/config';
import { DatabaseError } from '../src/database-error.ts';
import { everything, readMigrationList } from '../src/migrations/migration-list.ts';
import { openSchemaEngine } from '../src/migrations/schema-engine.ts';

/**
 * The SQL that leads from what the migrations make to what the schema says, or undefined when they agree.
 *
 * The migrations are run in a shadow database beside the given one, which itself is left as it is.
 *
 * @param url    a role that may create databases
 * @param schema path of schema.prisma
 * @throws DatabaseError `migration_failed`
 */
export async function diffMigrations(
  url: string,
  { schema, directory }: { schema: string; directory: string },
): Promise<string | undefined> {
  const list = await readMigrationList(directory);
  const content = await readFile(schema, 'utf8');
  const { engine, takeScriptError, close } = await openSchemaEngine(url);
  try {
    const asked: Parameters<typeof engine.diff>[0] & { shadowDatabaseUrl: null } = {
      from: { tag: 'migrations', ...list },
      to: { tag: 'schemaDatamodel', files: [{ path: resolve(schema), content }] },
      script: true,
      exitCode: true,
      filters: everything,
      // Absent in the engine's declaration, wanted by the engine.
      shadowDatabaseUrl: null,
    };
    const { exitCode, stdout } = await engine.diff(asked);
    return exitCode === 2 ? (stdout ?? '') : undefined;
  } catch (error) {
    // A broken migration, or a schema that Prisma cannot read: its message shows the place.
    const cause = takeScriptError() ?? error;
    throw new DatabaseError('migration_failed', errorMessage(cause), {
      cause,
    });
  } finally {
    await close();
  }
}
