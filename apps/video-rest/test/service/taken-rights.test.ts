import { serviceItself } from '@campus/accounts';
import { provenMs } from '@campus/database';
import { disturbances, grantedFor, type KeepingProcesses, startKeepingProcesses } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createToken } from '../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { basic, givenUser } from '../support/accounts.ts';
import { givenVideo, newName } from '../support/given-records.ts';
import { makeDataDir, startServiceProcess } from '../support/service-process.ts';
import { signedIn } from '../support/visitor.ts';

let both: KeepingProcesses;
let db: Database;
const folders: (() => Promise<void>)[] = [];

beforeAll(async () => {
  const { dataDir, remove } = await makeDataDir();
  folders.push(remove);
  both = await startKeepingProcesses('video-rest', async ({ DATABASE_URL: databaseUrl, ...env }) => {
    const started = await startServiceProcess({ databaseUrl, dataDir, rootPassword: 'root-password', env });
    return { url: started.url, close: () => started[Symbol.asyncDispose]() };
  });
  db = openDatabase(both.database.url, () => {});
});
afterAll(async () => {
  await db.close();
  await both.close();
  for (const remove of folders) await remove();
});

/** Somebody who is let in, what they ask for, and what is looked up of them then. */
interface Asker {
  id: number;
  headers: Record<string, string>;
  lookup: RegExp;
}

async function givenToken(): Promise<Asker> {
  const { id, username } = await givenUser(db, { password: null, isStaff: true });
  const { key } = await createToken(db, { by: serviceItself, username });
  return { id, headers: { Authorization: `Token ${key}` }, lookup: /access_tokens/ };
}

async function givenPassword(): Promise<Asker> {
  const { id, username, password } = await givenUser(db, { isStaff: true });
  return { id, headers: { Authorization: basic(username, password) }, lookup: /password_hash/ };
}

async function givenSession(): Promise<Asker> {
  const { id, username, password } = await givenUser(db);
  const [{ url = '' } = {}] = both.processes;
  const visitor = await signedIn({ url }, { username, password });
  return {
    id,
    headers: { Cookie: visitor.cookies(), Accept: 'text/html' },
    lookup: /select sess, expire from sessions/,
  };
}

/** A video for a group that somebody is in, who is no staff. */
async function givenGroupVideo({ id }: Asker): Promise<string> {
  await both.sql.query('update users set is_staff = false where id = $1', [id]);
  const users = { connectOrCreate: { where: { userId: id }, create: { userId: id } } };
  const names = { displayName: newName(), codeName: newName() };
  const access = await db.prisma.accessGroup.create({ data: { ...names, users } });
  const { id: ownerId } = await givenUser(db, { password: null });
  const video = await givenVideo(db, { ownerId, restrictAccessToGroups: { connect: [{ id: access.id }] } });
  return `/rest/videos/${video.id}/`;
}

const forAll = async () => '/rest/types/';
const forStaff = async () => '/rest/webhooks/';
const own = async () => '/accounts/';

describe.each(Object.keys(disturbances) as (keyof typeof disturbances)[])('When %s', (disturbance) => {
  test.each([
    [
      'A token that is revoked',
      givenToken,
      forAll,
      'update access_tokens set revoked_at = now() where user_id = $1',
    ],
    [
      'A token of an account that is disabled',
      givenToken,
      forAll,
      'update users set is_active = false where id = $1',
    ],
    [
      'A token of somebody who leaves the staff',
      givenToken,
      forStaff,
      'update users set is_staff = false where id = $1',
    ],
    [
      'A token of somebody who leaves a group',
      givenToken,
      givenGroupVideo,
      `delete from "_AccessGroupToOwner" where "B" = (select id from owners where user_id = $1)`,
    ],
    [
      'A password of an account that is disabled',
      givenPassword,
      forAll,
      'update users set is_active = false where id = $1',
    ],
    [
      'A session of an account that is disabled',
      givenSession,
      own,
      'update users set is_active = false where id = $1',
    ],
    [
      'A session that is ended',
      givenSession,
      own,
      `delete from sessions where (sess #>> '{account,id}')::int = $1`,
    ],
  ])('%s is refused by every process within 100 ms', async (_what, given, pathFor, statement) => {
    const asker = await given();
    const path = await pathFor(asker);

    const granted = await grantedFor(both, {
      disturbance,
      lookup: asker.lookup,
      async statusAt(url, signal) {
        const { status, body } = await fetch(url + path, {
          ...{ headers: asker.headers, redirect: 'manual', signal },
        });
        await body?.cancel();
        return status;
      },
      change: () => both.sql.query(statement, [asker.id]),
    });

    expect(Math.max(...granted)).toBeLessThan(provenMs);
  });
});
