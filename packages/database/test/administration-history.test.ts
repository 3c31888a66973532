import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { grantUse } from '../src/grant-use.ts';
import { type EmbeddedPostgres, migrate, startEmbeddedPostgres } from '../src/index.ts';
import { sql } from './support/sql.ts';
import { temporaryFolder } from './support/temporary-folder.ts';

const migrations = resolve(import.meta.dirname, '../../../prisma');
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let server: EmbeddedPostgres;

beforeAll(async () => {
  folder = await temporaryFolder();
  const dataDir = join(folder.path, 'data');
  server = await startEmbeddedPostgres({ dataDir, database: 'campus', throwAway: true });
});
afterAll(async () => {
  await server.stop();
  await folder[Symbol.asyncDispose]();
});

test.each([
  ['conventions-signing', `insert into accounts (username, role) values ('ada', 'reader')`],
  ['video-rest', `insert into users (username) values ('ada')`],
])(
  'Given a role that may only use the tables of %s, Then what it does is noted, and it can take nothing away',
  async (service, insertion) => {
    const role = service.replace('-', '_');
    const admin = new URL(server.adminUrl);
    await sql(admin.href, `create database "${service}"`);
    await sql(admin.href, `create role ${role} login password 'restricted'`);
    admin.pathname = `/${service}`;
    await migrate({ url: admin.href, directory: join(migrations, service, 'migrations') });
    await grantUse({ url: admin.href, role });
    const restricted = new URL(admin);
    [restricted.username, restricted.password] = [role, 'restricted'];
    // As after a migration that was not yet followed by its grants.
    await sql(admin.href, `revoke all on administration_history from ${role}`);

    await sql(restricted.href, insertion);

    await grantUse({ url: admin.href, role });
    expect(await sql(restricted.href, 'select event, account, actor from administration_history')).toEqual([
      { event: 'account-created', account: 'ada', actor: `database:${role}` },
    ]);
    for (const statement of [
      `update administration_history set actor = 'nobody'`,
      'delete from administration_history',
      'truncate administration_history',
      'alter table administration_history disable trigger all',
      'drop trigger administration_history_kept on administration_history',
    ])
      await expect(sql(restricted.href, statement)).rejects.toThrow(
        /only added to|permission denied|must be owner/,
      );
  },
);
