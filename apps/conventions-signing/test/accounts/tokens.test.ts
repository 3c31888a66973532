import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { eventually } from '@campus/testing';
import { formWith } from '@campus/testing/markup';
import { describe, expect, test } from '@jest/globals';
import pino from 'pino';
import { maxTokens, noteTokens } from '../../src/accounts/tokens.ts';
import { openDatabase } from '../../src/data/open-database.ts';
import { signIn } from '../support/console.ts';
import { givenDraft } from '../support/records.ts';
import { givenToken } from '../support/scoped.ts';
import { callerWith, useService } from '../support/service.ts';

const service = useService({ log: pino({ level: 'silent' }) });
const tokensPath = '/console/tokens/';

describe('A token that is a record', () => {
  test('opens the API that it was made for, and is unknown to the other', async () => {
    const vendor = await givenToken(service, 'public');
    const institution = await givenToken(service, 'management');
    const { id } = await givenDraft(service);

    await vendor.caller.get(`/public/api/conventions/${id}/metadata`).expect(200);
    await institution.caller.get('/api/conventions').expect(200);
    const wrong = await vendor.caller.get('/api/conventions').expect(401);
    await institution.caller.get(`/public/api/conventions/${id}/metadata`).expect(401);

    expect(wrong.body.detail).toContain('not known here');
  });

  test('Given that it has expired, Then the refusal says so', async () => {
    const made = new Date(Date.now() - 60_000);
    const { caller } = await givenToken(service, 'management', {
      expiresAt: new Date(Date.now() - 1_000),
      now: made,
    });

    const { body, headers } = await caller.get('/api/conventions').expect(401);

    expect(body.detail).toContain('has expired');
    expect(headers['www-authenticate']).toContain('error="invalid_token"');
  });

  test('Given that an administrator revokes it, Then the next request is refused, and it is not revoked twice', async () => {
    const { caller, id, name } = await givenToken(service, 'management');
    const administrator = await signIn(service, 'administrator');
    await caller.get('/api/conventions').expect(200);

    const question = await administrator.page(`${tokensPath}${id}/revoke/`);
    await administrator.post(`${tokensPath}${id}/revoke/`).expect(303);
    const { body } = await caller.get('/api/conventions').expect(401);
    await administrator.post(`${tokensPath}${id}/revoke/`).expect(303);

    expect(question.text).toContain(name);
    expect(body.detail).toContain('was revoked');
    const { rows } = await service.sql.query(
      `select actor, detail from administration_history where event = 'token-revoked' and detail->>'label' = $1`,
      [name],
    );
    expect(rows).toMatchObject([
      { actor: `person:${administrator.username}`, detail: { api: ['management'] } },
    ]);
  });

  test('notes its last use once an hour', async () => {
    const { caller, id } = await givenToken(service, 'management');
    const lastUse = async () =>
      (await service.sql.query('select last_used_at as at from tokens where id = $1', [id])).rows[0]?.at;

    await caller.get('/api/conventions').expect(200);
    const first = await eventually(async () => {
      const at = await lastUse();
      expect(at).not.toBeNull();
      return at as Date;
    });
    await caller.get('/api/conventions').expect(200);
    expect(await lastUse()).toEqual(first);

    // What notes a use is no change of the token, and this one is to be looked up anew.
    await service.sql.query(
      `update tokens set last_used_at = now() - interval '2 hours', expires_at = null where id = $1`,
      [id],
    );
    await sleep(provenMs);
    await caller.get('/api/conventions').expect(200);
    await eventually(async () => expect((await lastUse()) > first).toBe(true));
  });

  test('is named in the history of what it did', async () => {
    const { caller, name } = await givenToken(service, 'management');
    const { id } = await givenDraft({ institution: caller });
    const reader = await signIn(service, 'reader');

    const page = await reader.page(`/console/conventions/${id}/`);

    expect(page.text).toContain(name);
  });

  test('Given a guess in its form, Then it is unknown', async () => {
    const guess = callerWith(service.url, `Bearer cs_${'A'.repeat(43)}`);

    const { body } = await guess.get('/api/conventions').expect(401);

    expect(body.detail).toContain('not known here');
  });

  test('Given that the configuration holds it too, Then the start is refused', async () => {
    const { token, name } = await givenToken(service, 'public');
    const database = openDatabase(service.databaseUrl, () => {});
    try {
      await expect(noteTokens(database, { publicTokens: [token], managementTokens: [] })).rejects.toThrow(
        `appli.public.tokens holds the token "${name}"`,
      );
    } finally {
      await database.close();
    }
  });
});

describe('The pages of the tokens', () => {
  const typed = {
    name: 'Signing product',
    api: 'public',
    expires: '2099-01-01',
    departments: 'Physics\nLaw',
  };

  test('make one that is shown once, lists it, and keeps only its hash', async () => {
    const administrator = await signIn(service, 'administrator');

    const made = await administrator.post(`${tokensPath}new/`, typed).expect(200);
    const [token = ''] = /cs_[\w-]{43}/.exec(made.text) ?? [];
    const list = await administrator.page(tokensPath);

    expect(made.headers['cache-control']).toContain('no-store');
    await callerWith(service.url, `Bearer ${token}`).get('/public/api/conventions/1').expect(404);
    expect(list.text).toContain('Signing product');
    expect(list.text).toContain('Physics, Law');
    expect(list.text).not.toContain(token);
    const { rows } = await service.sql.query('select tokens::text as row from tokens');
    expect(rows.some(({ row }) => row.includes(token))).toBe(false);
  });

  test('Given a form that comes twice at once, Then one token is made, and both answers show it', async () => {
    const administrator = await signIn(service, 'administrator');
    const once = formWith(await administrator.page(`${tokensPath}new/`), 'once').field('once').value ?? '';
    const form = { ...typed, name: 'Twice', once };
    const tokenIn = ({ text }: { text: string }) => /cs_[\w-]{43}/.exec(text)?.[0];

    const answers = await Promise.all(
      [1, 2].map(() => administrator.post(`${tokensPath}new/`, form).expect(200)),
    );
    const changed = await administrator.post(`${tokensPath}new/`, { ...form, api: 'management' }).expect(400);
    const other = await signIn(service, 'administrator');
    const foreign = await other.post(`${tokensPath}new/`, form).expect(400);

    const [token, ...more] = new Set(answers.map(tokenIn));
    expect([token, more]).toEqual([expect.any(String), []]);
    await callerWith(service.url, `Bearer ${token}`).get('/public/api/conventions/1').expect(404);
    expect([changed.text, foreign.text].map((text) => text.includes('There is a token'))).toEqual([
      true,
      true,
    ]);
    await service.sql.query(`update tokens set created_at = now() - interval '1 hour' where name = 'Twice'`);
    const late = await administrator.post(`${tokensPath}new/`, form).expect(400);
    expect(late.text).toContain('has made the token');
    expect(tokenIn(late)).toBeUndefined();
  });

  test.each([
    [{ name: ' ' }, 'The name of a token has 1 to 100 characters'],
    [{ name: 'Old', expires: '2020-01-01' }, 'from tomorrow on'],
    [{ name: 'Odd', expires: 'soon' }, 'from tomorrow on'],
    [{ name: 'Wide', departments: 'x'.repeat(201) }, 'at most 100, of at most 200 characters'],
    [{ name: 'SIGNING product' }, 'There is a token'],
  ])('refuse %j beside its field', async (changes, sentence) => {
    const administrator = await signIn(service, 'administrator');

    const { text } = await administrator.post(`${tokensPath}new/`, { ...typed, ...changes }).expect(400);

    expect(text).toContain(sentence);
  });

  test('are for administrators alone', async () => {
    const sender = await signIn(service, 'sender');

    await sender.get(tokensPath).expect(403);
    await sender.post(`${tokensPath}new/`, typed).expect(403);
  });

  test(`Given ${maxTokens} tokens, Then another is made after one was revoked`, async () => {
    const administrator = await signIn(service, 'administrator');
    await service.sql.query(
      `insert into tokens (name, api, hash, fingerprint, created_by)
       select 'filled ' || n, 'public', sha256(n::text::bytea), 'sha256:filled' || n, 'service'
       from generate_series(1, $1 - (select count(*)::int from tokens where revoked_at is null)) n`,
      [maxTokens],
    );

    const { text } = await administrator
      .post(`${tokensPath}new/`, { ...typed, name: 'One more' })
      .expect(400);

    expect(text).toContain(`There are ${maxTokens} tokens already`);
    await service.sql.query(`delete from tokens where fingerprint like 'sha256:filled%'`);
  });
});

describe('The scope of an account', () => {
  test('is set on its page, and noted in the history of the administration', async () => {
    const administrator = await signIn(service, 'administrator');
    const reader = await signIn(service, 'reader');
    const { id } = await givenDraft(service, { department: 'Chemistry' });
    await reader.get(`/console/conventions/${id}/`).expect(200);

    await administrator
      .post(`/console/accounts/~${reader.username}/`, {
        role: 'reader',
        departments: 'Physics\nPhysics',
        workflows: '',
      })
      .expect(303);
    await reader.get(`/console/conventions/${id}/`).expect(404);
    await administrator
      .post(`/console/accounts/~${reader.username}/`, { role: 'reader', departments: '', workflows: '' })
      .expect(303);
    await reader.get(`/console/conventions/${id}/`).expect(200);

    const { rows } = await service.sql.query(
      `select detail from administration_history where event = 'scope-changed' and account = $1 order by id`,
      [reader.username],
    );
    expect(rows.map(({ detail }) => detail)).toEqual([
      { departments: ['Physics'], workflows: [] },
      { scope: ['everything'] },
    ]);
  });
});
