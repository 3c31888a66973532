import { userInfo } from 'node:os';
import { secretsIn } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { signIn } from '../support/console.ts';
import { givenDraft } from '../support/records.ts';
import { runProgram } from '../support/run-program.ts';
import { callerWith } from '../support/service.ts';
import { useServiceProcess } from '../support/service-process.ts';

const service = useServiceProcess();

const env = () => ({ DATABASE_URL: service.databaseUrl });
const token = (...args: string[]) => runProgram('token', args, { env: env() });
const account = (...args: string[]) => runProgram('account', args, { env: env() });

/** Makes a token by the program, which prints it as its last line. */
async function made(...args: string[]) {
  const { status, output, errors } = await token('create', ...args);
  expect({ status, errors }).toEqual({ status: 0, errors: '' });
  const secret = /^(cs_[\w-]{43})\n$/.exec(output.slice(output.indexOf('\n') + 1))?.[1] ?? '';
  return { output, secret, caller: callerWith(service.url, `Bearer ${secret}`) };
}

describe('npm run token', () => {
  test('makes a token that opens its API within its scope, lists it, and revokes it at a running service', async () => {
    const physics = await givenDraft(service, { department: 'Physics' });
    const law = await givenDraft(service, { department: 'Law' });

    const { output, secret, caller } = await made(
      'Physics office',
      '--api',
      'management',
      '--department',
      ' Physics ',
      '--expires',
      '2099-12-31',
    );
    expect(output).toBe(
      `The token Physics office opens the management API and sees department Physics.\n${secret}\n`,
    );
    await caller.get(`/api/conventions/${physics.id}`).expect(200);
    await caller.get(`/api/conventions/${law.id}`).expect(404);
    await caller.get(`/public/api/conventions/${physics.id}`).expect(401);
    const listed = await token('list');
    expect(listed).toMatchObject({ status: 0, errors: '' });
    expect(listed.output).toMatch(
      /^Physics office +management +department Physics +active +2\d{3}-\S+ \S+ +2099-12-31 00:00 +\S+ +\S* +sha256:[0-9a-f]{12}$/m,
    );

    expect(await token('revoke', 'Physics office')).toEqual({
      status: 0,
      output: 'The token Physics office is refused from now on.\n',
      errors: '',
    });
    const { body } = await caller.get('/api/conventions').expect(401);
    expect(body.detail).toContain('was revoked');
    expect((await token('list')).output).toMatch(/^Physics office +management .* revoked /m);
    expect(await token('revoke', 'Physics office')).toEqual({
      status: 1,
      output: '',
      errors: 'There is no such token, or it was revoked already.\n',
    });
    const { rows } = await service.sql.query(
      `select event, actor from administration_history where detail->>'label' = 'Physics office' order by id`,
    );
    const actor = `command-line:${userInfo().username}`;
    expect(rows).toEqual([
      { event: 'token-created', actor },
      { event: 'token-revoked', actor },
    ]);
  });

  test('prints a token once: nothing else says it afterwards', async () => {
    const { secret, caller } = await made('Once', '--api', 'management');
    await caller.get('/api/conventions').expect(200);
    await caller.get('/api/conventions/999999').expect(404);
    const { output, errors } = await token('list');
    await token('revoke', 'Once');
    await caller.get('/api/conventions').expect(401);

    const { rows } = await service.sql.query<{ name: string }>(
      `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
       where schemaname in ('public', 'pgboss')`,
    );
    const kept: string[] = [];
    for (const { name } of rows) {
      const found = await service.sql.query(
        `select t::text from ${name} t where t::text like '%' || $1 || '%'`,
        [secret],
      );
      if ((found.rowCount ?? 0) > 0) kept.push(name);
    }
    expect(rows.length).toBeGreaterThan(20);
    expect(kept).toEqual([]);
    expect(secretsIn(service.output() + output + errors, [secret])).toEqual([]);
  });

  test('makes no second token of a name while the first holds, and does afterwards', async () => {
    const first = await made('Twice', '--api', 'public');

    expect(await token('create', 'twice', '--api', 'public')).toEqual({
      status: 1,
      output: '',
      errors: 'There is a token "twice" that was not revoked: choose another name.\n',
    });
    expect(await token('revoke', 'TWICE')).toMatchObject({
      output: 'The token Twice is refused from now on.\n',
    });
    const second = await made('Twice', '--api', 'public');

    await first.caller.get('/public/api/conventions/1/status').expect(401);
    await second.caller.get('/public/api/conventions/1/status').expect(200);
  });

  // What else is refused is in `token-command.test.ts`.
  test.each([
    [
      ['create', 'Past', '--api', 'public', '--expires', '2020-01-01'],
      1,
      /^The expiry must be an existing day/,
    ],
    [['create', 'Odd', '--api', 'private'], 64, /^create needs --api with one of public, management\n/m],
  ])('refuses %j with exit status %i, and makes nothing', async (args, status, errors) => {
    const count = 'select count(*) from tokens';
    const { rows: before } = await service.sql.query(count);

    expect(await token(...args)).toEqual({ status, output: '', errors: expect.stringMatching(errors) });

    expect((await service.sql.query(count)).rows).toEqual(before);
  });
});

describe('npm run account -- scope', () => {
  test('narrows what an account sees in its open session, and widens it again', async () => {
    const law = await givenDraft(service, { department: 'Law' });
    const reader = await signIn(service, 'reader', { username: 'narrowed' });
    const address = `/console/conventions/${law.id}/`;
    await reader.get(address).expect(200);

    expect(await account('scope', 'narrowed', '--department', 'Physics', '--workflow', 'evening')).toEqual({
      status: 0,
      output: 'narrowed sees department Physics, workflow evening.\n',
      errors: '',
    });
    await reader.get(address).expect(404);
    expect((await account('list')).output).toMatch(
      /^narrowed +reader +department Physics, workflow evening +active/m,
    );
    expect(await account('scope', 'narrowed')).toMatchObject({ output: 'narrowed sees everything.\n' });
    await reader.get(address).expect(200);
  });
});
