import { setTimeout as pause } from 'node:timers/promises';
import { commandLine } from '@campus/accounts';
import { erasePerson, exportPerson, findData, findPerson, personalOnes } from '@campus/privacy';
import { countWaiting, eventually } from '@campus/testing';
import { formWith } from '@campus/testing/markup';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { personalData } from '../../src/accounts/personal-data.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { verifyDatabase } from '../../src/evidence/verify-database.ts';
import { signIn } from '../support/console.ts';
import { validPdf } from '../support/pdfs.ts';
import { deposit, givenDraft, givenInSigning, metadata } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService();
let db: Database;
beforeAll(() => {
  db = openDatabase(service.databaseUrl, () => {});
});
afterAll(() => db.close());

const signatory = (mail: string, name = 'Martin') => ({
  ...{ name, givenname: 'Ada', mail, phone: '+33612345678', order: 1 },
});

/** Somebody with something in every table that tells of people. */
async function givenEverything(username: string, mail: string): Promise<void> {
  const person = await signIn(service, 'sender', { username, fullName: 'Ada Martin' });
  const { id } = await givenInSigning(service, { signatory: [signatory(mail)], watchers: [{ mail }] });
  await deposit(service, id, await validPdf({ text: `signed by ${username}` })).expect(200);
  const send = `/console/conventions/${(await givenDraft(service)).id}/send/`;
  const standing = formWith(await person.page(send), 'standing').field('standing').value ?? '';
  await person.post(send, { standing }).expect(303);
  const account = (
    await service.sql.query(
      'update accounts set email = $2, oidc_subject = $1 where username = $1 returning id',
      [username, mail],
    )
  ).rows[0].id;
  const actor = `person:${username}`;
  for (const [statement, ...values] of [
    [
      "insert into tokens (name, api, hash, fingerprint, created_by) values ('of theirs', 'public', $1, $2, $3)",
      Buffer.alloc(32, username),
      'fingerprint',
      actor,
    ],
    [
      "insert into mail_subscriptions (account_id, digest, failures, language, digested_at, alerted_at) values ($1, true, true, 'fr', now(), now())",
      account,
    ],
    ["insert into known_clients (account_id, client) values ($1, 'hash')", account],
    [
      'insert into totp_keys (account_id, secret, last_step) values ($1, $2, 0)',
      account,
      Buffer.from('secret of an app'),
    ],
    [
      "insert into passkeys (account_id, credential_id, public_key, counter, label) values ($1, $2, $3, 0, '=telephone()')",
      account,
      username,
      Buffer.from('key'),
    ],
    ["insert into recovery_codes (account_id, code_hash) values ($1, 'hash-of-code')", account],
    ['insert into second_factor_attempts (account_id, count, began_at) values ($1, 1, now())', account],
    [
      "insert into mails (id, account_id, content, language, created_at) values (gen_random_uuid(), $1, '{}', 'fr', now())",
      account,
    ],
    [
      "insert into reminders (id, person, day, created_at) values (gen_random_uuid(), encode(sha256(convert_to(lower($1), 'UTF8')), 'hex'), current_date, now())",
      mail,
    ],
    [
      "insert into idempotent_answers (actor, route, key, request_hash, created_at) values ($1, 'POST', 'key', 'hash', now())",
      actor,
    ],
    [
      "insert into operations (id, action, actor, created_at, total, ended_at) values (gen_random_uuid(), 'send', $1, now(), 0, now())",
      actor,
    ],
    [
      "insert into refusals (signable_id, round, \"order\", mail, refused_at, reason, received_at, actor) select id, round, 1, $1, now(), 'no', now(), 'vendor' from signables where number = $2 and kind = 'agreement'",
      mail,
      id,
    ],
    [
      "with t as (insert into templates (id, name, workflow_id, watchers, changed_at, changed_by) values (gen_random_uuid(), 'Internships', 'w', array[upper($1), 'other@example.org'], now(), $2) returning id) insert into template_signatories (template_id, position, role, \"order\", name, given_name, mail) select id, 0, 'student', 1, 'Martin', 'Ada', $1 from t",
      mail,
      actor,
    ],
  ] as const)
    await service.sql.query(statement, [...values]);
}

async function filesOf(who: string, by = commandLine()): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  const person = await findPerson(db.pool, personalData, who);
  for await (const piece of exportPerson(db, personalData, { person, by })) pieces.push(piece);
  const entries = await new ZipReader(new Uint8ArrayReader(Buffer.concat(pieces))).getEntries();
  const files = entries.map(async (entry) => {
    if (entry.directory) throw new Error('there is no folder in it');
    return [entry.filename, await entry.getData(new TextWriter())] as const;
  });
  return Object.fromEntries(await Promise.all(files));
}

const erase = async (who: string) =>
  erasePerson(db, personalData, { person: await findPerson(db.pool, personalData, who), by: commandLine() });

const found = async (who: string) =>
  Object.fromEntries(
    (await findData(db.pool, personalData, await findPerson(db.pool, personalData, who))).map((each) => [
      each.name,
      each.rows,
    ]),
  );

/** The tables in which a text stands somewhere. */
async function tablesWith(text: string): Promise<string[]> {
  const names = Object.keys(personalData.tables);
  const rows = await Promise.all(
    names.map(async (name) => {
      const { rowCount } = await service.sql.query(
        `select from ${name} t where to_jsonb(t)::text ilike '%' || $1 || '%' limit 1`,
        [text],
      );
      return rowCount === 0 ? [] : [name];
    }),
  );
  return rows.flat();
}

test('An archive whose database goes away while it is read slowly fails, and takes nothing else along', async () => {
  await service.sql.query(
    `insert into idempotent_answers (actor, route, key, request_hash, created_at)
     select 'person:grace.hopper', repeat(md5(n::text), 10), n::text, 'hash', now() from generate_series(1, 20000) n`,
  );
  await signIn(service, 'sender', { username: 'grace.hopper' });
  const person = await findPerson(db.pool, personalData, 'grace.hopper');
  const pieces = exportPerson(db, personalData, { person, by: commandLine() });
  await pieces.next();
  await service.sql.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  );

  const readSlowly = async () => {
    for await (const _ of pieces) await pause(20);
  };

  await expect(readSlowly()).rejects.toThrow(/connection|terminat/);
});

test('Given somebody with everything, Then the archive has all of it but secrets, and an erasure leaves what the law keeps', async () => {
  await givenEverything('ada.lovelace', 'Ada@Example.org');

  const files = await filesOf('ada@example.ORG');
  const tables = personalOnes(personalData.tables).map(([name]) => `${name}.csv`);
  expect(Object.keys(files).sort()).toEqual(['index.html', ...tables].sort());
  expect(files['accounts.csv']).toContain('user name / nom d’utilisateur');
  expect(files['accounts.csv']).toContain('ada.lovelace');
  expect(files['passkeys.csv']).toContain("'=telephone()");
  expect(files['index.html']).toContain('Historique des conventions');
  expect(Object.values(files).join()).not.toMatch(/scrypt|hash-of-code|secret of an app/);

  await erase('ada.lovelace');

  // The search finds agreements by their signatories.
  const kept = ['history', 'refusals', 'signables', 'signatories'];
  expect(await tablesWith('ada@example.org')).toEqual(expect.arrayContaining(['signatories', 'refusals']));
  expect((await tablesWith('ada@example.org')).filter((name) => !kept.includes(name))).toEqual([]);
  expect((await tablesWith('ada.lovelace')).sort()).toEqual([
    'accounts',
    'administration_history',
    'history',
  ]);
  const { rows } = await service.sql.query("select * from accounts where username = 'ada.lovelace'");
  expect(rows).toMatchObject([
    { full_name: '', email: '', password_hash: null, oidc_subject: null, is_active: false },
  ]);
  const phones = await service.sql.query("select phone from signatories where mail = 'Ada@Example.org'");
  expect(phones.rows).toEqual([{ phone: '+33612345678' }]);
  const note = await service.sql.query(
    "select account, actor, detail from administration_history where event = 'person-erased'",
  );
  expect(note.rows).toMatchObject([{ account: null, actor: commandLine().name, detail: { accounts: 1 } }]);

  const { flaw } = await verifyDatabase(db, () => ({ advance() {}, end() {} }));
  expect(flaw).toBeNull();
  // Again: what is left is what is kept, and the note that it was handed out.
  expect(Object.keys(await found('ada@example.org')).sort()).toEqual([
    'administration_history',
    'deposits',
    'documents',
    'refusals',
    'signables',
    'signatories',
  ]);
});

test('Given addresses that are alike, Then nobody is taken for another', async () => {
  const own = 'kim@example.org';
  const others = ['kim+work@example.org', 'tokim@example.org', 'kim@example.org.uk'];
  for (const mail of [own, ...others])
    await givenDraft(service, { signatory: [signatory(mail)], watchers: [{ mail }] });

  expect(await found('KIM@example.org')).toMatchObject({ signables: 1, signatories: 1, documents: 1 });
  await erase(own);

  for (const mail of others) expect(await found(mail)).toMatchObject({ signables: 1, signatories: 1 });
  const watched = await givenDraft(service, {
    watchers: [{ mail: 'max@example.org' }, { mail: 'maxi@example.org' }],
  });
  await erase('max@example.org');
  for (const [q, ids] of [
    ['max@example.org', []],
    ['maxi@example.org', [watched.id]],
  ] as const) {
    const { body } = await service.institution.get(`/api/conventions?q=${q}`).expect(200);
    expect(body.results.map(({ id }: { id: number }) => id)).toEqual(ids);
  }
  const { rows } = await service.sql.query(
    'select watchers from signables where watchers && $1 order by id',
    [[own, ...others]],
  );
  expect(rows).toEqual(others.map((mail) => ({ watchers: [mail] })));
});

test('Given two accounts of one address, Then what stands under it is asked for by itself, and each by its number', async () => {
  const { rows } = await service.sql.query(
    "insert into accounts (username, role, email) values ('lee-1', 'reader', 'lee@example.org'), ('lee-2', 'reader', 'LEE@example.org') returning id",
  );
  const [first, second] = rows.map(({ id }) => String(id)) as [string, string];
  await givenDraft(service, { signatory: [signatory('lee@example.org')] });

  expect(await findPerson(db.pool, personalData, 'lee@example.org')).toMatchObject({
    account: undefined,
    leftOut: [first, second],
  });
  expect(await found('lee@example.org')).toMatchObject({ signatories: 1 });
  expect(await findPerson(db.pool, personalData, first)).toMatchObject({
    address: undefined,
    leftOut: ['lee@example.org'],
  });
  expect((await filesOf(first))['index.html']).toContain('What stands under it is left out');
  expect(await erase(first)).toMatchObject([{ name: 'accounts' }, { name: 'administration_history' }]);
  const left = await service.sql.query("select username, email from accounts where email ilike 'lee@%'");
  expect(left.rows).toEqual([{ username: 'lee-2', email: 'LEE@example.org' }]);
  // Nothing names the first one in the sealed history: its user name is free again.
  expect(await tablesWith('lee-1')).toEqual(['administration_history']);
});

test('Given others in what concerns somebody, Then the archive has none of them', async () => {
  const sender = await signIn(service, 'sender', { username: 'nora' });
  const mail = 'nora@example.org';
  const zeb = 'zeb@example.org';
  const { id } = await givenInSigning(service, {
    signatory: [signatory(mail), { ...signatory(zeb, 'Zebulon'), order: 2 }],
    watchers: [{ mail: zeb }, { mail }],
  });
  await deposit(service, id, await validPdf()).expect(200);
  for (const statement of [
    `update accounts set email = '${mail}' where username = 'nora'`,
    `insert into refusals (signable_id, round, "order", mail, refused_at, reason, received_at, actor) select id, round, 2, '${zeb}', now(), 'Zebulon is ill', now(), 'person:nora' from signables where number = ${id} and kind = 'agreement'`,
    "insert into operations (id, action, reason, actor, cancelled_by, created_at, total, ended_at) values (gen_random_uuid(), 'send', 'for Zebulon', 'person:zebulon', 'person:nora', now(), 0, now())",
    `insert into idempotent_answers (actor, route, key, request_hash, answer, created_at) values ('person:nora', 'POST', 'key', 'hash', '{"mail": "${zeb}"}', now())`,
    `insert into templates (id, name, workflow_id, watchers, changed_at, changed_by) values (gen_random_uuid(), 'of Nora', 'w', array['${mail}', '${zeb}'], now(), 'person:zebulon')`,
    "insert into tokens (name, api, hash, fingerprint, created_by, revoked_by, revoked_at) values ('of Nora', 'public', sha256('nora'), 'of nora', 'person:nora', 'person:zebulon', now())",
    `insert into administration_history (event, account, actor, actor_id, address, detail) select 'account-renamed', 'zebulon', 'person:nora', id, '192.0.2.1', '{"from": "${zeb}"}' from accounts where username = 'nora'`,
    "insert into administration_history (event, account, account_id, actor, address) select 'rights-changed', 'nora', id, 'person:zebulon', '203.0.113.9' from accounts where username = 'nora'",
  ])
    await service.sql.query(statement);
  await sender.get('/console/').expect(200);

  const files = await filesOf('nora', { name: 'person:zebulon', address: '203.0.113.9' });

  const all = Object.entries(files).filter(([, text]) => /zeb|203\.0\.113\.9/i.test(text));
  expect(all).toEqual([]);
  expect(files['signables.csv']).toContain(mail);
  expect(files['refusals.csv']).toContain('person:nora');
  expect(files['templates.csv']).toContain('person');
  expect(files['administration_history.csv']).toContain('192.0.2.1');
  const { rows } = await service.sql.query(
    "select account, actor, address, detail from administration_history where event = 'person-exported' and account = 'nora'",
  );
  expect(rows).toMatchObject([{ account: 'nora', actor: 'person:zebulon', address: '203.0.113.9' }]);
  expect(JSON.stringify(rows)).not.toContain('@');
});

test('Given an account of the name that somebody had who is erased, Then each has their own entries of the administration history', async () => {
  const make = async () =>
    String(
      (await service.sql.query("insert into accounts (username, role) values ('sam', 'reader') returning id"))
        .rows[0].id,
    );
  const first = await make();
  await service.sql.query("update accounts set role = 'sender' where username = 'sam'");
  await erase('sam');
  const second = await make();

  expect(await found(first)).toMatchObject({ administration_history: 2 });
  expect(await found(second)).toMatchObject({ administration_history: 1 });
  const entries = (await filesOf(second))['administration_history.csv'];
  expect(entries).toContain('account-created');
  expect(entries).not.toContain('rights-changed');
  await service.sql.query(
    "insert into administration_history (event, account, account_id, actor, at) values ('password-set', 'sam', $1, 'service', now() - interval '2 years')",
    [first],
  );
  await erase(first);
  expect(await found(first)).toMatchObject({ administration_history: 2 });
});

test('Given an address that changes while its person is erased, Then nothing is erased', async () => {
  await service.sql.query(
    "insert into accounts (username, role, email) values ('pat', 'reader', 'pat@example.org')",
  );
  await givenDraft(service, { signatory: [signatory('pat.new@example.org')] });
  const change = await service.sql.connect();
  await change.query('begin');
  await change.query("update accounts set email = 'pat.new@example.org' where username = 'pat'");

  const erasing = expect(erase('pat')).rejects.toThrow('has changed meanwhile');
  await eventually(async () => (await countWaiting(service.sql)) === 1);
  await change.query('commit');
  change.release();

  await erasing;
  expect(await found('pat')).toMatchObject({ accounts: 1, signatories: 1 });
});

test('Given somebody of whom nothing is kept, Then nothing is noted, and the archive says so', async () => {
  const before = await service.sql.query('select count(*) from administration_history');

  expect(await erase('nobody@example.org')).toEqual([]);

  expect((await service.sql.query('select count(*) from administration_history')).rows).toEqual(before.rows);
  const files = await filesOf('nobody@example.org');
  expect(Object.keys(files)).toEqual(['index.html']);
  expect(files['index.html']).toContain('Rien n’est conservé.');
});

test.each(['', 'a\u0000b@example.org', 'no such user', '999999999', 'nobody'])(
  '%j is nobody',
  async (who) => {
    await expect(findPerson(db.pool, personalData, who)).rejects.toThrow('Give a mail address');
  },
);

test('Given an agreement that is signed, Then the telephone goes and the signatory stays', async () => {
  const { id } = await givenInSigning(service, { signatory: [signatory('jo@example.org')] });
  await service.sql.query("update signables set state = 'signed' where number = $1 and kind = 'agreement'", [
    id,
  ]);

  await erase('jo@example.org');

  const { rows } = await service.sql.query(
    "select name, phone from signatories where mail = 'jo@example.org'",
  );
  expect(rows).toEqual([{ name: 'Martin', phone: null }]);
});

test('The last administrator stays', async () => {
  const only = await signIn(service, 'administrator', { username: 'only' });
  await service.sql.query(
    "update accounts set is_active = false where role = 'administrator' and username <> 'only'",
  );

  await expect(erase('only')).rejects.toThrow('last');

  await only.get('/console/accounts/').expect(200);
  const other = await signIn(service, 'administrator');
  await erase('only');
  await only.get('/console/accounts/').expect(302);
  await other.get('/console/accounts/').expect(200);
});

test('Names that would be a formula, markup or a path are harmless in the archive', async () => {
  await service.institution
    .post('/api/conventions')
    .send({
      pdf64: Buffer.from(await validPdf()).toString('base64'),
      metadata: metadata({
        title: '=cmd|calc',
        companyname: '<script>alert(1)</script>',
        signatory: [signatory('eve@example.org', '../../etc/passwd')],
      }),
    })
    .expect(201);

  const files = await filesOf('eve@example.org');

  expect(files['signables.csv']).toContain(",'=cmd|calc,");
  expect(Object.keys(files).join()).not.toContain('..');
  expect(files['index.html']).not.toContain('<script');
});
