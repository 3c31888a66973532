import { commandLine } from '@campus/accounts';
import { erasePerson, exportPerson, findData, findPerson, personalOnes } from '@campus/privacy';
import { expect, test } from '@jest/globals';
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js';
import { personalData } from '../../src/accounts/personal-data.ts';
import { givenVideo, newName } from '../support/given-records.ts';
import { useService } from '../support/service.ts';

const service = useService();

/** Somebody with something in every table that tells of people. */
async function givenEverything(username: string, email: string) {
  const person = await service.givenUser({ username });
  const { id } = person;
  const video = await givenVideo(service.db, { ownerId: id, title: 'A lecture' });
  const other = await givenVideo(service.db, { ownerId: service.staff.id });
  await service.sql.query(
    "update users set email = $2, first_name = 'Ada', last_name = 'Byron', oidc_subject = $3::text, cas_user = $3::text, password_hash = 'scrypt$' where id = $1",
    [id, email, username],
  );
  await service.sql.query(
    "insert into contributors (video_id, name, email_address, role) values ($1, 'Ada Byron', $2, 'author')",
    [other.id, email.toUpperCase()],
  );
  const { rows: sites } = await service.sql.query(
    "insert into sites (name, domain) values ('North', $1) returning id",
    [`${newName()}.example.org`],
  );
  const owner = '(select id from owners where user_id = $1)';
  for (const [statement, ...values] of [
    ["update owners set commentaire = 'Ada is here', affiliation = 'teacher' where user_id = $1"],
    [
      "insert into mail_subscriptions (account_id, digest, encodings, operation, language, digested_at, told_at, alerted_at) values ($1, true, true, false, 'fr', now(), now(), now())",
    ],
    [
      "insert into mails (id, account_id, content, language, created_at) values (gen_random_uuid(), $1, '{}', 'fr', now())",
    ],
    ['insert into my_lists values ($1, now(), now())'],
    ['insert into my_list_entries (account_id, video_id) values ($1, $2)', other.id],
    [
      'with g as (insert into groups (name) values (\'Teachers\') returning id) insert into "_GroupToUser" select id, $1 from g',
    ],
    [
      `with g as (insert into access_groups (display_name, code_name) values ('Law', 'law') returning id) insert into "_AccessGroupToOwner" select g.id, o.id from g, owners o where o.user_id = $1`,
    ],
    [`insert into "_OwnerToSite" values (${owner}, $2) on conflict do nothing`, sites[0].id],
    ['insert into "_AdditionalOwners" values ($1, $2)', other.id],
    [
      'with c as (insert into channels (title, site_id) select \'Channel\', min(id) from sites returning id), o as (insert into "_ChannelOwners" select id, $1 from c) insert into "_ChannelUsers" select id, $1 from c',
    ],
    [
      "with p as (insert into playlists (name, slug, visibility, owner_id) values ('mine', $2, 'private', $1), ('ours', $2 || '2', 'public', $1) returning id) insert into \"_PlaylistAdditionalOwners\" select min(id), $1 from p",
      newName(),
    ],
    ["insert into folders (name, owner_id) values ('home', $1)"],
    ["insert into known_clients (account_id, client) values ($1, 'hash')"],
    ["insert into totp_keys (account_id, secret, last_step) values ($1, 'secret of an app', 0)"],
    [
      "insert into passkeys (account_id, credential_id, public_key, counter, label) values ($1, 'credential', 'key', 0, '=telephone()')",
    ],
    ["insert into recovery_codes (account_id, code_hash) values ($1, 'hash-of-code')"],
    ['insert into second_factor_attempts (account_id, count, began_at) values ($1, 1, now())'],
    [
      "insert into deletions (table_name, object_id, name, actor, actor_id, address, ended_at) values ('videos', 1, 'gone', $2, $1, '192.0.2.7', now())",
      username,
    ],
    [
      "insert into sessions (sid, sess, expire) values ($2, json_build_object('account', json_build_object('id', $1::int, 'agent', 'Firefox')), now() + interval '1 hour')",
      `sid of ${id}`,
    ],
    [
      "insert into webhooks (address, is_active, position, created_by_id) values ('https://example.org/', false, 0, $1)",
    ],
    [
      "insert into creation_keys (user_id, key_hash, fingerprint, video_id, created_at) values ($1, repeat('0', 64), repeat('0', 64), $2, now())",
      video.id,
    ],
  ] as [string, ...unknown[]][])
    await service.sql.query(statement, [id, ...values]);
  return { ...person, video, other };
}

const erase = async (who: string) =>
  erasePerson(service.db, personalData, {
    person: await findPerson(service.db.pool, personalData, who),
    by: commandLine(),
  });

const found = async (who: string) =>
  Object.fromEntries(
    (await findData(service.db.pool, personalData, await findPerson(service.db.pool, personalData, who))).map(
      ({ name, rows }) => [name, rows],
    ),
  );

async function filesOf(who: string): Promise<Record<string, string>> {
  const pieces: Uint8Array[] = [];
  const person = await findPerson(service.db.pool, personalData, who);
  for await (const piece of exportPerson(service.db, personalData, { person, by: commandLine() }))
    pieces.push(piece);
  const files: Record<string, string> = {};
  for (const entry of await new ZipReader(new Uint8ArrayReader(Buffer.concat(pieces))).getEntries())
    if (!entry.directory) files[entry.filename] = await entry.getData(new TextWriter());
  return files;
}

async function tablesWith(text: string): Promise<string[]> {
  const rows = await Promise.all(
    Object.keys(personalData.tables).map(async (name) => {
      const table = name
        .split('.')
        .map((part) => `"${part}"`)
        .join('.');
      const { rowCount } = await service.sql.query(
        `select from ${table} t where to_jsonb(t)::text ilike '%' || $1 || '%' limit 1`,
        [text],
      );
      return rowCount === 0 ? [] : [name];
    }),
  );
  return rows.flat();
}

test('Given somebody with everything, Then the archive has all of it but secrets, and an erasure leaves works without a name', async () => {
  const ada = await givenEverything('ada.byron', 'Ada.Byron@example.org');
  await ada.client.get('/rest/users/me/').expect(200);

  const files = await filesOf('ada.byron');
  const elsewhere = [
    'bbb_meetings',
    'bbb_livestreams',
    'events',
    '_EventAdditionalOwners',
    'encodings',
    'uploads',
    'runs',
    'files',
    'images',
    // That is found by an address.
    'contributors',
  ];
  const tables = personalOnes(personalData.tables).flatMap(([name]) =>
    elsewhere.includes(name) ? [] : [`${name}.csv`],
  );
  expect(Object.keys(files).sort()).toEqual(['index.html', ...tables].sort());
  expect(files['videos.csv']).toContain('A lecture');
  expect(files['sessions.csv']).toContain('Firefox');
  expect(files['passkeys.csv']).toContain("'=telephone()");
  expect(Object.values(files).join()).not.toMatch(/scrypt|hash-of-code|secret of an app|sid of/);

  expect(Object.keys(await filesOf('ada.byron@example.ORG'))).toEqual(['index.html', 'contributors.csv']);

  await erase('ada.byron');
  await erase('ada.byron@example.org');

  await ada.client.get('/rest/users/me/').expect(401);
  expect(await tablesWith('byron')).toEqual(['administration_history']);
  const { rows } = await service.sql.query('select * from users where id = $1', [ada.id]);
  expect(rows).toMatchObject([
    { first_name: '', email: '', password_hash: null, oidc_subject: null, cas_user: null, is_active: false },
  ]);
  expect(rows[0].username).toMatch(/^erased-[0-9a-f-]+$/);
  const { body } = await service.root.client.get(`/rest/videos/${ada.video.slug}/`).expect(200);
  expect(body).toMatchObject({ title: 'A lecture', owner: ada.url });
  expect(Object.keys(await found(String(ada.id))).sort()).toEqual([
    'administration_history',
    'folders',
    'owners',
    'playlists',
    'users',
    'videos',
  ]);
  const note = await service.sql.query(
    "select account, detail from administration_history where event = 'person-erased' order by id",
  );
  expect(note.rows).toMatchObject([
    { account: null, detail: { users: 1 } },
    { account: null, detail: { contributors: 1 } },
  ]);
});

test('Given an address that somebody gives who has it from nobody, Then what stands under it is not theirs', async () => {
  const mallory = await service.givenUser();
  const mail = 'victim@example.org';
  const { id } = await givenVideo(service.db, { ownerId: service.staff.id });
  await service.sql.query(
    "insert into contributors (video_id, name, email_address, role) values ($1, 'Victim', $2, 'speaker')",
    [id, mail],
  );
  await mallory.client.patch('/rest/users/me/').send({ email: mail }).expect(200);

  const files = await filesOf(mallory.username);
  expect(Object.keys(files)).not.toContain('contributors.csv');
  expect(files['index.html']).toContain(`The account gives the address ${mail}; nothing proves`);
  await erase(mallory.username);

  expect(await found(mail)).toEqual({ contributors: 1 });
  const other = await service.givenUser();
  await other.client.patch('/rest/users/me/').send({ email: mail }).expect(200);
  expect(await findPerson(service.db.pool, personalData, mail)).toMatchObject({
    account: undefined,
    leftOut: [String(other.id)],
  });
  await erase(mail);
  await other.client.get('/rest/users/me/').expect(200);
});

test('Given others in what somebody did, Then the archive has none of them', async () => {
  const zeb = await service.givenUser({ username: 'zebulon' });
  const nora = await service.givenUser({ username: 'nora', isSuperuser: true });
  await service.sql.query(
    "insert into runs (created_at, kind, asked, actor, total, done, ended_at, cancelled_by) values (now(), 'export', '{\"owner\": \"zebulon\"}', $1, 0, 0, now(), 'nora')",
    [zeb.id],
  );
  await service.sql.query(
    "insert into deletions (table_name, object_id, name, actor, actor_id, ended_at) values ('users', 1, 'zebulon', 'nora', $1, now())",
    [nora.id],
  );
  await service.sql.query(
    "insert into administration_history (event, account, account_id, actor, address) values ('rights-changed', 'nora', $1, 'person:zebulon', '203.0.113.9')",
    [nora.id],
  );

  const files = await filesOf('nora');

  expect(Object.keys(files)).toEqual(expect.arrayContaining(['runs.csv', 'deletions.csv']));
  expect(Object.values(files).join()).not.toMatch(/zeb|203\.0\.113\.9/);
});

test('Given a user name that goes to another, Then entries of the administration history stay with the account', async () => {
  const { id } = await service.givenUser({ username: 'first-name' });
  await service.sql.query("update users set username = 'second-name' where id = $1", [id]);
  await service.givenUser({ username: 'first-name' });
  await service.sql.query("delete from users where username = 'first-name'");
  await service.givenUser({ username: 'first-name' });

  const { rows } = await service.sql.query(
    "select event, account from administration_history where account_id = $1 and event <> 'token-created' order by id",
    [id],
  );
  expect(rows).toEqual([
    { event: 'account-created', account: 'first-name' },
    { event: 'account-renamed', account: 'second-name' },
    { event: 'account-renamed', account: 'first-name' },
  ]);
  // It was made, and its token.
  expect(await found('first-name')).toMatchObject({ administration_history: 2 });
});

test('Given a sign-in and a token at work while somebody is erased, Then neither lets them in afterwards', async () => {
  const kim = await service.givenUser();

  await Promise.all([
    erase(kim.username),
    ...Array.from({ length: 5 }, () =>
      service.sql.query('update users set last_sign_in_at = now() where id = $1', [kim.id]),
    ),
  ]);

  await kim.client.get('/rest/users/me/').expect(401);
});

test('Given a credit with an address and no account, Then it is found and loses the name alone', async () => {
  const { id } = await givenVideo(service.db, { ownerId: service.staff.id });
  for (const mail of ['guest@example.org', 'guest+talk@example.org'])
    await service.sql.query(
      "insert into contributors (video_id, name, email_address, role) values ($1, 'Guest', $2, 'speaker')",
      [id, mail],
    );

  expect(await found('Guest@example.org')).toEqual({ contributors: 1 });
  await erase('guest@example.org');

  const { rows } = await service.sql.query(
    'select name, email_address, role from contributors where video_id = $1 order by id',
    [id],
  );
  expect(rows).toEqual([
    { name: '', email_address: null, role: 'speaker' },
    { name: 'Guest', email_address: 'guest+talk@example.org', role: 'speaker' },
  ]);
});

test('The last superuser stays', async () => {
  await service.sql.query("update users set password_hash = 'x' where id = $1", [service.root.id]);

  await expect(erase(service.root.username)).rejects.toThrow('last active superuser');

  await service.root.client.get('/rest/users/me/').expect(200);
});
