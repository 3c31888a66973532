import { provenMs } from '@campus/database';
import { disturbances, grantedFor, type KeepingProcesses, startKeepingProcesses } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { signIn } from '../support/console.ts';
import { makeDataDir, startServiceProcess } from '../support/process.ts';
import { givenDraft } from '../support/records.ts';
import { givenToken } from '../support/scoped.ts';
import { callerWith, managementToken } from '../support/service.ts';

let both: KeepingProcesses;
const folders: (() => Promise<void>)[] = [];

beforeAll(async () => {
  both = await startKeepingProcesses('conventions-signing', async (env) => {
    const { dataDir, remove } = await makeDataDir();
    folders.push(remove);
    const started = await startServiceProcess({ ...env, DATA_DIR: dataDir });
    return { url: started.url, close: () => started[Symbol.asyncDispose]() };
  });
});
afterAll(async () => {
  await both.close();
  for (const remove of folders) await remove();
});

const firstUrl = () => both.processes[0]?.url ?? '';

/** Somebody who is let in, and what is looked up of them then. */
interface Asker {
  key: number | string;
  headers: Record<string, string>;
  lookup: RegExp;
}

async function givenTokenOf(api: 'public' | 'management'): Promise<Asker> {
  const { id, token } = await givenToken({ url: firstUrl(), databaseUrl: both.database.url }, api);
  return { key: id, headers: { Authorization: `Bearer ${token}` }, lookup: /from tokens/ };
}

async function givenReader(): Promise<Asker> {
  const { username, cookies } = await signIn({ url: firstUrl(), sql: both.sql }, 'reader');
  return { key: username, headers: { Cookie: cookies, Accept: 'text/html' }, lookup: /from sessions/ };
}

const ofVendor = () => givenTokenOf('public');
const ofInstitution = () => givenTokenOf('management');

async function givenRecord(): Promise<number> {
  const institution = callerWith(firstUrl(), `Bearer ${managementToken}`);
  return (await givenDraft({ institution }, { department: 'Law' })).id;
}

const metadata = async () => `/public/api/conventions/${await givenRecord()}/metadata`;
const record = async () => `/api/conventions/${await givenRecord()}`;
const page = async () => `/console/conventions/${await givenRecord()}/`;

const elsewhere = `'{"departments": ["Physics"], "workflows": []}'`;
const revoked = 'update tokens set revoked_at = now(), revoked_by = $2 where id = $1';
const narrowed = `update tokens set scope = ${elsewhere} where id = $1 and $2::text is not null`;
const disabled = 'update accounts set is_active = false where username = $1 and $2::text is not null';
const seesLess = `update accounts set scope = ${elsewhere} where username = $1 and $2::text is not null`;

describe.each(Object.keys(disturbances) as (keyof typeof disturbances)[])('When %s', (disturbance) => {
  test.each([
    ['A public token that is revoked', ofVendor, metadata, revoked],
    ['A token of the management that is revoked', ofInstitution, record, revoked],
    ['A token whose scope is narrowed', ofInstitution, record, narrowed],
    ['An account that is disabled', givenReader, page, disabled],
    ['An account that sees less', givenReader, page, seesLess],
  ])('%s is refused by every process within 100 ms', async (_what, given, pathFor, statement) => {
    const { key, headers, lookup } = await given();
    const path = await pathFor();

    const granted = await grantedFor(both, {
      ...{ disturbance, lookup },
      async statusAt(url, signal) {
        const { status, body } = await fetch(url + path, { headers, redirect: 'manual', signal });
        await body?.cancel();
        return status;
      },
      change: () => both.sql.query(statement, [key, 'tester']),
    });

    expect(Math.max(...granted)).toBeLessThan(provenMs);
  });
});
