import { countWaiting, eventually } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import { givenVideo, newName } from '../../support/given-records.ts';
import { type Client, useService } from '../../support/service.ts';

const service = useService();

/** Sends lines of JSON, or a text as it is. */
function send(client: Client, lines: string | object[], query = '') {
  const text = typeof lines === 'string' ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  return client.post(`/rest/import/${query}`).set('Content-Type', 'application/x-ndjson').send(text);
}

function sendTable(client: Client, table: string, query: string) {
  return client.post(`/rest/import/${query}`).set('Content-Type', 'text/csv').send(table);
}

async function exported(query: string): Promise<Record<string, unknown>[]> {
  const { text } = await service.root.client.get(`/rest/export/${query}`).buffer(true).expect(200);
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
}

test('Given lines that name a user by the user name, When they are imported, Then objects are made with what they refer to', async () => {
  const name = newName();

  const { body } = await send(service.root.client, [
    { resource: 'users', username: name, email: 'a@example.org' },
    { resource: 'folders', name, owner: name },
  ]).expect(200);

  expect(body).toMatchObject({ written: true, lines: 2, created: 2, refused: 0 });
  const { body: users } = await service.root.client.get(`/rest/users/?username=${name}`);
  const [folder] = await exported(`?resource=folders&name=${name}`);
  expect(folder).toMatchObject({ name, owner: `/rest/users/${users.results[0].id}/` });
});

test('Given lines that were imported, When they come again, Then nothing changes', async () => {
  const lines = [
    { resource: 'groups', name: newName() },
    { resource: 'buildings', name: newName() },
  ];
  await send(service.root.client, lines).expect(200);

  const { body } = await send(service.root.client, lines).expect(200);

  expect(body).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
});

test('Given an object that is there by its natural key, When a line gives another value, Then that changes and no more', async () => {
  const title = newName();
  const channel = { resource: 'channels', title, description: 'kept', visible: false };
  await send(service.root.client, [channel]).expect(200);

  const { body } = await send(service.root.client, [{ resource: 'channels', title, visible: true }]).expect(
    200,
  );

  expect(body.changes).toEqual([
    { line: 1, resource: 'channels', does: 'update', object: expect.any(String), fields: ['visible'] },
  ]);
  expect(await exported(`?resource=channels&title=${title}`)).toMatchObject([
    { title, description: 'kept', visible: true },
  ]);
});

test('Given long texts among short ones, more than are read at a time, When they leave, Then each is there in its order', async () => {
  const name = newName();
  const lines = Array.from({ length: 30 }, (_, place) => ({
    resource: 'channels',
    title: `${name} ${place}`,
    description: 'é'.repeat(place % 2 === 0 ? 100_000 : place),
  }));
  await send(service.root.client, lines).expect(200);

  const left = await exported(`?resource=channels&title__icontains=${name}`);

  expect(left.map(({ title, description }) => ({ resource: 'channels', title, description }))).toEqual(lines);
});

describe('Given lines that put a theme below one that stands below it, or below one of another channel', () => {
  test('When they are written line by line, Then these are told by line and field, and the others are there', async () => {
    const [channel, other, theme, group] = [newName(), newName(), newName(), newName()];
    const { body: made } = await send(service.root.client, [
      { resource: 'channels', title: channel },
      { resource: 'channels', title: other },
      { resource: 'themes', title: theme, channel },
      { resource: 'themes', title: `${theme} elsewhere`, channel: other },
    ]).expect(200);
    const [, , top, elsewhere] = made.changes.map(({ object }: { object: string }) => object);
    const { body: below } = await send(service.root.client, [
      { resource: 'themes', title: `${theme} below`, channel, parentId: top },
    ]).expect(200);

    const lines = [
      { resource: 'themes', title: theme, channel, parentId: below.changes[0].object },
      { resource: 'themes', title: `${theme} below`, channel, parentId: elsewhere },
      { resource: 'themes', title: `${theme} too`, channel, parentId: top },
      { resource: 'groups', name: group },
    ];
    const told = await send(service.root.client, lines, '?write=lines&dry_run=true');
    const { status, body } = await send(service.root.client, lines, '?write=lines');

    expect([status, body.created, body.refused]).toEqual([200, 2, 2]);
    expect(body.problems).toMatchObject([
      { line: 1, field: 'parentId', message: expect.stringContaining('below') },
      { line: 2, field: 'parentId', message: 'This theme is of another channel.' },
    ]);
    expect(told.body.problems).toEqual(body.problems);
    expect(await exported(`?resource=groups&name=${group}`)).toHaveLength(1);
  });
});

test('Given a line that would leave no superuser, When it is only tried, Then that is told as when it is written', async () => {
  const lines = [{ resource: 'users', username: service.root.username, is_superuser: false }];

  const told = await send(service.root.client, lines, '?dry_run=true');
  const done = await send(service.root.client, lines);

  expect(done.status).toBe(409);
  expect([told.status, told.body]).toEqual([done.status, done.body]);
});

describe('Given lines of which some are wrong', () => {
  const lines = () => [
    { resource: 'groups', name: newName() },
    { resource: 'groups', name: 'x'.repeat(151) },
    { resource: 'groups', nam: 'whatever' },
    { resource: 'nothing', name: 'x' },
    { resource: 'broadcasters', name: newName(), url: 'no address', building: '/rest/buildings/999999/' },
  ];
  const told = [
    [2, 'name', `${'x'.repeat(99)}…`],
    [3, 'nam', 'whatever'],
    [4, 'resource', 'nothing'],
    [5, 'building', '/rest/buildings/999999/'],
    [5, 'url', 'no address'],
    [6, 'non_field_errors', '{"resource": groups}'],
  ];
  const text = (all: object[]) =>
    `${all.map((line) => JSON.stringify(line)).join('\n')}\n{"resource": groups}\n`;
  const problemsOf = (body: { problems: { line: number; field: string; value: string }[] }) =>
    body.problems.map(({ line, field, value }) => [line, field, value]).toSorted();

  test('When they are to be written all or not at all, Then none is, and each problem is told by line, field and value', async () => {
    const all = lines();

    const { status, body } = await send(service.root.client, text(all));

    expect([status, body.written, body.refused]).toEqual([400, false, 5]);
    expect(problemsOf(body)).toEqual(told.toSorted());
    expect(await exported(`?resource=groups&name=${String(all[0]?.name)}`)).toEqual([]);
  });

  test('When they are to be written line by line, Then those that are right are', async () => {
    const all = lines();

    const { body } = await send(service.root.client, text(all), '?write=lines').expect(200);

    expect(body).toMatchObject({ written: true, created: 1, refused: 5 });
    expect(body.resources).toEqual({
      groups: { created: 1, updated: 0, unchanged: 0, refused: 2 },
      broadcasters: { created: 0, updated: 0, unchanged: 0, refused: 1 },
    });
    expect(problemsOf(body)).toEqual(told.toSorted());
    expect(await exported(`?resource=groups&name=${String(all[0]?.name)}`)).toHaveLength(1);
  });
});

test('Given a dry run, When lines are imported, Then the report says what would be, and nothing is', async () => {
  const name = newName();

  const { body } = await send(service.root.client, [{ resource: 'groups', name }], '?dry_run=true').expect(
    200,
  );

  expect(body).toMatchObject({ dry_run: true, written: false, created: 1 });
  expect(await exported(`?resource=groups&name=${name}`)).toEqual([]);
});

test('Given objects that lines make, When they are imported, Then each is named: by what tells it from others, or by its address once it is there', async () => {
  const [title, name] = [newName(), newName()];
  const lines = [
    { resource: 'channels', title },
    { resource: 'folders', name, owner: service.root.url },
  ];
  const objectsOf = ({ changes }: { changes: { object: string }[] }) => changes.map(({ object }) => object);

  const { body: looked } = await send(service.root.client, lines, '?dry_run=true').expect(200);
  const { body: written } = await send(service.root.client, lines).expect(200);

  expect(objectsOf(looked)).toEqual([title, `${name}, ${service.root.url}`]);
  const found = objectsOf(written).map((address) => service.root.client.get(address).expect(200));
  expect((await Promise.all(found)).map(({ body }) => body.title ?? body.name)).toEqual([title, name]);
});

test('Given an owner that came with its user, When its line gives it another id, Then that is told as no change', async () => {
  const name = newName();

  const { body } = await send(service.root.client, [
    { resource: 'users', username: name },
    { resource: 'owners', id: 900_000 + (process.pid % 90_000), user: name, affiliation: 'student' },
  ]).expect(200);

  expect(body).toMatchObject({ created: 1, updated: 0, unchanged: 1, problems: [] });
});

test('Given owners that came with their users, When their lines give each the id of the other, Then each has its own, with its values', async () => {
  const [before, one, other] = [newName(), newName(), newName()];
  await send(service.root.client, [{ resource: 'users', username: before }]).expect(200);
  const last = Math.max(...(await exported('?resource=owners')).map(({ id }) => Number(id)));

  const { body } = await send(service.root.client, [
    { resource: 'users', username: one },
    { resource: 'users', username: other },
    { resource: 'owners', id: last + 2, user: one, affiliation: 'faculty' },
    { resource: 'owners', id: last + 1, user: other, affiliation: 'staff' },
  ]).expect(200);

  expect(body).toMatchObject({ created: 2, problems: [] });
  expect((await exported('?resource=owners')).filter(({ id }) => Number(id) > last)).toMatchObject([
    { id: last + 1, affiliation: 'staff' },
    { id: last + 2, affiliation: 'faculty' },
  ]);
});

test('Given an owner that came with its user, When its line gives it another id and relations, Then it has both', async () => {
  const name = newName();
  const id = 990_000 + (process.pid % 9_000);

  const { body } = await send(service.root.client, [
    { resource: 'sites', id, name, domain: `${name}.example.org` },
    { resource: 'users', username: name },
    { resource: 'owners', id, user: name, sites: [`/rest/sites/${id}/`] },
  ]).expect(200);

  expect(body).toMatchObject({ created: 2, problems: [] });
  expect((await exported('?resource=owners')).at(-1)).toMatchObject({ id, sites: [`/rest/sites/${id}/`] });
});

test('Given a line that names by its key what comes behind it, When both are imported, Then both are made', async () => {
  const name = newName();

  const { body } = await send(service.root.client, [
    { resource: 'folders', name, owner: name },
    { resource: 'users', username: name },
  ]).expect(200);

  expect(body).toMatchObject({ created: 2, problems: [] });
});

test('Given a line that names by a key what there is nowhere, When it is imported, Then it is told that there is none', async () => {
  const owner = newName();

  const { body } = await send(service.root.client, [{ resource: 'folders', name: 'x', owner }]);

  expect(body.problems).toMatchObject([
    { line: 1, field: 'owner', value: owner, message: 'Invalid hyperlink - Object does not exist.' },
  ]);
});

test('Given a line that is no JSON, When it is imported, Then no other line is named', async () => {
  const { body } = await send(service.root.client, '\n{"resource":"groups","name":"x"\n');

  expect(body.problems).toMatchObject([{ line: 2, message: expect.stringMatching(/position \d+$/) }]);
});

test('Given themes below one that comes behind them, When they are imported, Then each finds its parent', async () => {
  const title = newName();
  await send(service.root.client, [{ resource: 'channels', title }]).expect(200);
  const theme = (id: number, parent: number | null) => ({
    ...{ resource: 'themes', id, title: `theme-${id}`, channel: title },
    parentId: parent === null ? null : `/rest/themes/${parent}/`,
  });

  const lines = [theme(70_003, 70_002), theme(70_002, 70_001), theme(70_001, null)];
  const { body } = await send(service.root.client, lines).expect(200);

  expect(body).toMatchObject({ created: 3, refused: 0 });
  expect(
    (await exported('?resource=themes')).filter(({ title }) => String(title).startsWith('theme-7')),
  ).toMatchObject([
    { id: 70_001, parentId: null },
    { id: 70_002, parentId: '/rest/themes/70001/' },
    { id: 70_003, parentId: '/rest/themes/70002/' },
  ]);
});

test('Given an id that another object has, When an object with it is imported, Then it gets a new one, and what refers to it follows', async () => {
  const [taken, user, folder] = [service.ada.id, newName(), newName()];

  await send(service.root.client, [
    { resource: 'users', id: taken, username: user },
    { resource: 'folders', name: folder, owner: `/rest/users/${taken}/` },
  ]).expect(200);

  const { body: users } = await service.root.client.get(`/rest/users/?username=${user}`);
  expect(users.results[0].id).not.toBe(taken);
  expect(await exported(`?resource=folders&name=${folder}`)).toMatchObject([
    { owner: `/rest/users/${users.results[0].id}/` },
  ]);
});

test.each(['all', 'lines'])(
  'Given a link to an id that somebody here has, When a line behind it gives another object that id (write=%s), Then it is told to come first',
  async (write) => {
    const [username, name] = [newName(), newName()];
    const [owner, user] = [
      { resource: 'folders', name, owner: service.ada.url },
      { resource: 'users', id: service.ada.id, username },
    ];

    const { body } = await send(service.root.client, [owner, user], `?write=${write}`);
    const { body: mended } = await send(service.root.client, [user, owner]).expect(200);

    expect(body).toMatchObject({ refused: 1, problems: [{ line: 2, field: 'id' }] });
    expect(body.problems[0].message).toContain('put this line before them');
    expect(mended).toMatchObject({ created: 2, refused: 0 });
  },
);

test('Given a user whom the file calls as somebody here is called, When a line names the one who is here by the user name, Then it is that one', async () => {
  const [user, folder] = [newName(), newName()];

  await send(service.root.client, [
    { resource: 'users', id: service.ada.id, username: user },
    { resource: 'folders', name: folder, owner: service.ada.username },
  ]).expect(200);

  const [made] = await exported(`?resource=folders&name=${folder}`);
  expect(made?.owner).toBe(`/rest/users/${service.ada.id}/`);
});

test('Given an id that an import has just given, When a line refers to it, Then the file means another, which is told to be nowhere', async () => {
  const [first, second, folder] = [newName(), newName(), newName()];
  const { body: before } = await service.root.client
    .post('/rest/users/')
    .send({ username: newName(), is_active: false })
    .expect(201);
  const given = `/rest/users/${before.id + 1}/`;

  const { body } = await send(service.root.client, [
    { resource: 'users', id: before.id, username: first },
    { resource: 'folders', name: folder, owner: given },
  ]);

  expect(body).toMatchObject({
    written: false,
    problems: [{ line: 2, field: 'owner', value: given }],
  });
  const { body: behind } = await send(service.root.client, [
    { resource: 'users', id: before.id, username: first },
    { resource: 'folders', name: folder, owner: `/rest/users/${before.id + 2}/` },
    { resource: 'users', id: before.id + 2, username: second },
  ]).expect(200);
  expect(behind).toMatchObject({ created: 3 });
});

test('Given an id that an import has just given, When the file gives it to the same object, Then lines may refer to it', async () => {
  const username = newName();
  const { body: before } = await service.root.client
    .post('/rest/users/')
    .send({ username: newName(), is_active: false })
    .expect(201);

  const { body } = await send(service.root.client, [
    { resource: 'users', id: before.id, username },
    { resource: 'users', id: before.id + 1, username },
    { resource: 'folders', name: newName(), owner: `/rest/users/${before.id + 1}/` },
  ]);

  expect(body).toMatchObject({ written: true, problems: [] });
});

test('Given a folder of somebody here, When the file calls another user by that id, Then its folder is of that user', async () => {
  const [user, folder] = [newName(), newName()];
  await service.root.client.post('/rest/folders/').send({ name: folder, owner: service.ada.url }).expect(201);
  const [before] = await exported(`?resource=folders&name=${folder}`);

  await send(service.root.client, [
    { resource: 'users', id: service.ada.id, username: user },
    { resource: 'folders', id: before?.id, name: folder, owner: `/rest/users/${service.ada.id}/` },
  ]).expect(200);

  const { body: users } = await service.root.client.get(`/rest/users/?username=${user}`);
  const owners = (await exported(`?resource=folders&name=${folder}`)).map(({ owner }) => owner);
  expect(owners).toContain(`/rest/users/${users.results[0].id}/`);
});

test('Given an id that another object has, When those behind it give the ids that come next, Then each of these has its own', async () => {
  const [first, ...names] = [newName(), newName(), newName(), newName()];
  const { body: made } = await service.root.client
    .post('/rest/groups/')
    .send({ name: newName() })
    .expect(201);
  const others = names.map((name, place) => ({ resource: 'groups', id: made.id + 1 + place, name }));

  const { body } = await send(service.root.client, [
    { resource: 'groups', id: made.id, name: first },
    ...others,
  ]).expect(200);

  expect(body).toMatchObject({ written: true, created: 4, refused: 0 });
  for (const { id, name } of others)
    expect(await exported(`?resource=groups&name=${name}`)).toMatchObject([{ id }]);
});

test('Given a user of which a line is refused, When others refer to it, Then they are refused too, though here that id is another', async () => {
  const { body } = await send(
    service.root.client,
    [
      { resource: 'users', id: service.ada.id, username: 'not a name!' },
      { resource: 'folders', name: newName(), owner: `/rest/users/${service.ada.id}/` },
    ],
    '?write=lines',
  ).expect(200);

  expect(body).toMatchObject({ created: 0, refused: 2 });
});

test('Given others who make the same in another order, When both wait for each other, Then each is answered', async () => {
  const other = await service.sql.connect();
  /** @returns the answer to the one that is refused; undefined: a busy machine has refused the other */
  const meeting = async (name: string) => {
    await other.query('begin');
    await other.query(`update row_counts set rows = rows where table_name = 'buildings'`);
    const asked = service.root.client.post('/rest/buildings/').send({ name });
    const answer = asked.then(({ status, body }) => ({ status, body }));
    // Whoever has waited for a second first is refused: PostgreSQL itself looks for the moment, for it loses none.
    try {
      await other.query(`
        do $$ begin
          while not exists (select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))) loop
            perform pg_sleep(0.01);
          end loop;
          perform pg_sleep(0.6);
          insert into buildings (name) values ('${name}');
        end $$`);
    } catch (error) {
      await other.query('rollback');
      await answer;
      if ((error as { code?: string }).code !== '40P01') throw error;
      return undefined;
    }
    await other.query('commit');
    return answer;
  };
  try {
    const answer = await eventually(async () => (await meeting(newName())) ?? false);

    expect(answer).toMatchObject({ status: 400, body: { name: [expect.any(String)] } });
  } finally {
    other.release(true);
  }
});

describe('Given an id that two take at once', () => {
  /** What is asked while somebody else writes a row, which stays when the answer waits for it. */
  async function meanwhile<Answer>(
    insert: string,
    ask: () => PromiseLike<Answer>,
    look = async () => {},
  ): Promise<Answer> {
    const other = await service.sql.connect();
    try {
      await other.query(`begin; ${insert}`);
      const answer = Promise.resolve(ask());
      await eventually(async () => Number(await countWaiting(service.sql)) > 0);
      await look();
      await other.query('commit');
      return await answer;
    } finally {
      other.release(true);
    }
  }

  test('When a line names it, Then its object gets another, which what refers to it follows', async () => {
    const [name, before] = [newName(), newName()];
    const { rows } = await service.sql.query(`select nextval('groups_id_seq')::int as id`);
    const [{ id }] = rows;
    const lines = [
      { resource: 'groups', name: before },
      { resource: 'groups', id, name },
      { resource: 'users', username: name, groups: [`/rest/groups/${id}/`] },
    ];

    const insert = `insert into groups (id, name) values (${id}, '${newName()}')`;
    const { body } = await meanwhile(insert, () => send(service.root.client, lines));

    expect(body).toMatchObject({ created: 3, problems: [] });
    const [group] = await exported(`?resource=groups&name=${name}`);
    expect(group?.id).not.toBe(id);
    const { body: users } = await service.root.client.get(`/rest/users/?username=${name}`);
    expect(new URL(users.results[0].groups[0]).pathname).toBe(`/rest/groups/${group?.id}/`);
  });

  test('When a line names it, Then nobody else is given it from before the object is there', async () => {
    const name = newName();
    const { rows } = await service.sql.query(`select nextval('groups_id_seq')::int + 7 as id`);
    const [{ id }] = rows;
    let given = 0;

    // The import waits for the name.
    const { body } = await meanwhile(
      `insert into groups (name) values ('${name}')`,
      () => send(service.root.client, [{ resource: 'groups', id, name }]),
      async () => {
        const { rows: next } = await service.sql.query(`select nextval('groups_id_seq')::int as id`);
        given = next[0].id;
      },
    );

    expect(body.problems).toMatchObject([{ line: 1, field: 'name' }]);
    expect(given).toBe(id + 1);
  });

  test.each([
    ['groups', 'name'],
    ['channels', 'title'],
  ])('When one of the %s is made that is given it, Then it gets another', async (table, column) => {
    const insert = `
      insert into ${table} (id, ${column}) select nextval('${table}_id_seq') + 1, '${newName()}'`;

    const { status, body } = await meanwhile(insert, () =>
      service.root.client.post(`/rest/${table}/`).send({ [column]: newName(), themes: [] }),
    );

    expect([status, body]).toEqual([201, expect.objectContaining({ id: expect.any(Number) })]);
  });
});

describe('Given somebody without rights', () => {
  test('When lines of what staff writes are imported, Then each is refused', async () => {
    const { status, body } = await send(service.ada.client, [{ resource: 'groups', name: newName() }]);

    expect([status, body.problems[0].field]).toEqual([400, 'resource']);
  });

  test('When a chapter of somebody else is to be changed, Then that is refused, and one of their own is', async () => {
    const [mine, other] = [
      await givenVideo(service.db, { ownerId: service.ada.id }),
      await givenVideo(service.db, { ownerId: service.staff.id }),
    ];
    const chapter = (id: number) => ({
      resource: 'chapters',
      video: `/rest/videos/${id}/`,
      title: 'One',
      time_start: 1,
    });

    const { body } = await send(
      service.ada.client,
      [chapter(mine.id), chapter(other.id)],
      '?write=lines',
    ).expect(200);

    expect(body).toMatchObject({ created: 1, refused: 1 });
    expect(body.problems).toMatchObject([{ line: 2, field: 'video' }]);
  });

  test('When lines tell of what they may not see, Then it is as if it were not there', async () => {
    const hidden = await givenVideo(service.db, { ownerId: service.staff.id, isDraft: true });
    const chapter = (video: string) => ({ resource: 'chapters', video, title: 'One', time_start: 1 });
    const pairs = [
      [
        { resource: 'users', username: 'root' },
        { resource: 'users', username: newName() },
      ],
      [
        { resource: 'users', id: service.staff.id },
        { resource: 'users', id: 99_999_999 },
      ],
      [
        { resource: 'videos', slug: hidden.slug },
        { resource: 'videos', slug: newName() },
      ],
      [chapter(hidden.slug), chapter(newName())],
    ];

    for (const pair of pairs) {
      const [there, absent] = await Promise.all(
        pair.map(async (line) => {
          const { body } = await send(service.ada.client, [line], '?dry_run=true').expect(200);
          return body.problems.map(({ field, message }: Record<string, string>) => [field, message]);
        }),
      );

      expect(there).toEqual(absent);
      expect(there).not.toEqual([]);
    }
  });

  test('When everything is exported, Then it is what they may list', async () => {
    const { text } = await service.ada.client.get('/rest/export/').buffer(true).expect(200);

    const users = text.split('\n').filter((line) => line.startsWith('{"resource":"users"'));
    expect(users.map((line) => JSON.parse(line).username)).toEqual(['ada']);
  });
});

test('Given rows that an import has just made, When a line of somebody else gives the id of one, Then another is made', async () => {
  const { id: videoId } = await givenVideo(service.db, { ownerId: service.ada.id });
  const video = `/rest/videos/${videoId}/`;
  const { rows } = await service.sql.query(`select nextval('contributors_id_seq')::int as id`);

  const { body } = await send(service.ada.client, [
    { resource: 'contributors', id: 900_000, video, name: 'first' },
    { resource: 'chapters', video, title: 'between' },
    { resource: 'contributors', id: rows[0].id + 1, video, name: 'second' },
    { resource: 'chapters', video, title: 'behind', time_start: 1 },
    { resource: 'contributors', id: 900_000, video, name: 'first again' },
  ]);

  expect(body).toMatchObject({ created: 4, updated: 1 });
  const [first, second, again] = body.changes
    .filter(({ resource }: { resource: string }) => resource === 'contributors')
    .map(({ object }: { object: string }) => object);
  expect([again, second]).toEqual([first, expect.not.stringContaining(first)]);
});

test('Given the slug of a video without its number, When it is imported, Then the line tells that, and what would do', async () => {
  const { id } = await givenVideo(service.db, { ownerId: service.ada.id });
  const [line] = await exported(`?resource=videos&id=${id}`);

  const { body } = await send(service.root.client, [{ ...line, id: id + 500_000, slug: 'algebra' }]);

  expect(body.problems).toEqual([
    {
      ...{ line: 1, resource: 'videos', field: 'slug', value: 'algebra' },
      message: expect.stringContaining('like 0042-algebra: give one, or leave it out.'),
    },
  ]);
});

test('Given the last superuser, When a line takes that right away, Then nothing is written', async () => {
  const { status, body } = await send(service.root.client, [
    { resource: 'users', username: 'root', is_superuser: false },
  ]);

  expect([status, body.detail]).toEqual([409, expect.any(String)]);
});

test('Given the last superuser, When one line of several takes that right away, Then it is told, and the others are written', async () => {
  const name = newName();
  const lines = [
    { resource: 'users', username: service.ada.username, first_name: name },
    { resource: 'users', username: 'root', is_active: false },
    { resource: 'users', username: 'root', last_name: name },
    { resource: 'groups', name },
  ];

  const tried = await send(service.root.client, lines, '?write=lines&dry_run=true');
  const { status, body } = await send(service.root.client, lines, '?write=lines');

  expect([status, body]).toMatchObject([200, { created: 1, updated: 2, refused: 1 }]);
  expect(tried.body).toMatchObject({ created: 1, updated: 2, refused: 1 });
  expect(body.problems).toEqual([
    expect.objectContaining({ line: 2, message: expect.stringContaining('last active superuser') }),
  ]);
  const { body: root } = await service.root.client.get('/rest/users/me/').expect(200);
  expect(root).toMatchObject({ is_active: true, last_name: name });
});

test('Given a password of a video, When the video travels, Then it stays closed, and no password is told', async () => {
  const { body: before } = await service.root.client.get('/rest/export/?resource=videos').buffer(true);
  const video = await givenVideo(service.db, { ownerId: service.ada.id, passwordHash: 'hash-of-a-secret' });
  const [line] = await exported(`?resource=videos&id=${video.id}`);
  await service.db.prisma.video.delete({ where: { id: video.id } });

  await send(service.root.client, [line ?? {}]).expect(200);

  expect([before, JSON.stringify(line)].join()).not.toContain('hash-of-a-secret');
  const { passwordHash } = await service.db.prisma.video.findUniqueOrThrow({ where: { id: video.id } });
  expect(passwordHash).toMatch(/^\$scrypt\$/);
});

describe('Given a table', () => {
  test('When it is imported, Then texts in languages, lists and nothing at all are told apart', async () => {
    const table = `title.en,title.fr,description.en\r\n"${newName()}, with a comma",Français,\r\n`;

    await sendTable(service.root.client, table, '?resource=types').expect(200);
    const { text } = await service.root.client
      .get('/rest/export/?resource=types&as=csv')
      .buffer(true)
      .expect(200);
    const { body } = await sendTable(service.root.client, text, '?resource=types');

    expect(body.problems).toEqual([]);
    expect(text).toContain(', with a comma",Français,,,');
    expect(body).toMatchObject({ created: 0, updated: 0, refused: 0 });
  });

  test('When it comes as it was exported, Then texts of several lines keep their line ends', async () => {
    const meeting = {
      ...{ resource: 'bbb_meeting', meeting_id: newName(), meeting_name: 'a\r\nb\nc\rd\r\n\ufeffe' },
      ...{ recording_url: '"\r\n,' },
    };
    const { body: made } = await send(service.root.client, [meeting]).expect(200);
    const query = `?resource=bbb_meeting&meeting_id=${meeting.meeting_id}`;
    const { text } = await service.root.client.get(`/rest/export/${query}&as=csv`).buffer(true).expect(200);

    const { body } = await sendTable(service.root.client, text, '?resource=bbb_meeting');

    expect(made.problems).toEqual([]);
    expect(await exported(query)).toMatchObject([meeting]);
    expect(body).toMatchObject({ created: 0, updated: 0, unchanged: 1, refused: 0 });
  });

  test('When it has the record of a source, Then that is made as it was', async () => {
    const { id } = await givenVideo(service.db, {
      ownerId: service.ada.id,
      sourceCodecs: ['h264', 'aac, "lc"'],
    });
    const query = `?resource=videos&id=${id}`;
    const [video] = await exported(query);
    const { text } = await service.root.client.get(`/rest/export/${query}&as=csv`).buffer(true).expect(200);
    await service.db.prisma.video.delete({ where: { id } });

    const { body } = await sendTable(service.root.client, text, '?resource=videos');

    expect(body).toMatchObject({ created: 1, problems: [] });
    expect(await exported(query)).toEqual([video]);
  });

  test.each(['\r\n', '\n'])(
    'When it begins with U+FEFF and its lines end with %j, Then it is read',
    async (end) => {
      const name = newName();

      const { body } = await sendTable(
        service.root.client,
        ['\ufeffname', name, ''].join(end),
        '?resource=groups',
      ).expect(200);

      expect(body).toMatchObject({ created: 1, refused: 0 });
      expect(await exported(`?resource=groups&name=${name}`)).toHaveLength(1);
    },
  );

  test('When it adds a text in another language, Then the object gets it, and one with a text in none is refused', async () => {
    const title = newName();
    await send(service.root.client, [{ resource: 'types', title: { en: title } }]).expect(200);

    const { body } = await sendTable(
      service.root.client,
      `title.en;title.fr\r\n${title};Cours ${title}\r\n;\r\nCourse ${title};Cours ${title}\r\n`,
      '?resource=types&write=lines',
    ).expect(200);

    expect(body).toMatchObject({ created: 0, updated: 2 });
    expect(await exported('?resource=types')).toContainEqual(
      expect.objectContaining({ title: { en: `Course ${title}`, fr: `Cours ${title}` } }),
    );
    expect(body.problems).toMatchObject([{ line: 3, field: 'title', message: 'This field is required.' }]);
  });

  test('When nothing says of which resource it is, Then that is told', async () => {
    const { body } = await sendTable(service.root.client, 'name\r\nx\r\n', '').expect(400);

    expect(body.problems).toMatchObject([{ line: 2, message: expect.stringContaining('?resource=') }]);
  });

  test('When a line has a cell too many or open quotes, Then the line is told', async () => {
    const { body } = await sendTable(
      service.root.client,
      `name\r\n${newName()},more\r\n"open\r\n`,
      '?resource=groups&write=lines',
    ).expect(200);

    expect(body.problems).toMatchObject([
      { line: 2, value: 'more' },
      { line: 3, field: 'non_field_errors' },
    ]);
  });

  test.each([
    ['title.en,title', 'title'],
    ['title,cover,title.en', 'title.en'],
    ['title.en,title.en', 'title.en'],
  ])(
    'When the columns %s tell of the same, Then that is told of line 1, and no line is taken',
    async (heads, field) => {
      const { body } = await sendTable(service.root.client, `${heads}\r\nA,B\r\n`, '?resource=types').expect(
        400,
      );

      expect(body).toMatchObject({ created: 0, refused: 1, problems: [{ line: 1, field, value: field }] });
    },
  );

  test('When a text looks like a formula, Then a spreadsheet takes it for none, and it comes back as it was', async () => {
    const name = `=1+1 ${newName()}`;
    await send(service.root.client, [{ resource: 'groups', name }]).expect(200);

    const { text } = await service.root.client.get('/rest/export/?resource=groups&as=csv').buffer(true);
    const { body } = await sendTable(service.root.client, text, '?resource=groups').expect(200);

    expect(text).toContain(`,'${name}`);
    expect(body).toMatchObject({ created: 0, updated: 0, refused: 0 });
  });
});

test('Given values that hold others without end, or are longer than any name, When they come, Then each is told to be wrong', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const lines = [
    `{"resource":"groups","name":${deep}}`,
    `{"resource":"groups","nothing":${deep}}`,
    `{"resource":"types","title":{"en":${deep}}}`,
    '{"resource":"groups","name":"x","id":{"toString":1}}',
    `{"resource":"folders","name":"x","owner":"${'x'.repeat(300)}"}`,
    `{"resource":"playlists","name":"x","owner":"root","slug":"${'x'.repeat(300)}"}`,
  ];

  await send(service.root.client, [{ resource: 'groups', name: newName() }]).expect(200);

  const { body } = await send(service.root.client, `${lines.join('\n')}\n`, '?dry_run=true').expect(200);
  const { body: ofTable } = await sendTable(
    service.root.client,
    `username,groups\n${newName()},"${deep}"\n`,
    '?resource=users&dry_run=true',
  ).expect(200);

  expect(body).toMatchObject({ lines: 6, refused: 6 });
  expect(ofTable).toMatchObject({ lines: 1, refused: 1 });
});

test('Given a title in no language, When it comes, Then it is missing', async () => {
  const none = { en: null, fr: null };
  const title = newName();
  await send(service.root.client, [{ resource: 'types', title: { en: title } }]).expect(200);
  const [{ id } = {}] = await exported(`?resource=types&title=${title}`);

  const { body } = await send(
    service.root.client,
    [
      { resource: 'types', title: none },
      { resource: 'types', title: {} },
      { resource: 'types', id, title: none },
      { resource: 'types', title: { en: newName(), fr: null } },
    ],
    '?write=lines',
  ).expect(200);

  expect(body.problems).toMatchObject([
    { line: 1, field: 'title' },
    { line: 2, field: 'title' },
    { line: 3, field: 'title' },
  ]);
  expect(body.created).toBe(1);
});

test('Given bodies that are no lines, compressed, too long or of nobody, When they are sent, Then each is told why', async () => {
  const { root } = service;

  expect((await root.client.post('/rest/import/').set('Content-Type', 'image/png').send('x')).status).toBe(
    415,
  );
  expect(
    (
      await root.client
        .post('/rest/import/')
        .set({ 'Content-Type': 'text/csv', 'Content-Encoding': 'gzip' })
        .send('x')
    ).status,
  ).toBe(415);
  const { body } = await send(
    root.client,
    `{"resource":"groups","name":"${'x'.repeat(2 * 1024 * 1024)}"}\n[1]\n`,
  );
  expect(body.problems.map(({ line }: { line: number }) => line)).toEqual([1, 2]);
  expect((await service.as({}).post('/rest/import/').send('')).status).toBe(401);
  expect((await root.client.get('/rest/export/?resource=nothing')).status).toBe(400);
  expect((await root.client.get('/rest/export/?as=csv')).status).toBe(400);
  expect((await root.client.get('/rest/export/?resource=groups&nam=x')).status).toBe(400);
  expect(
    (await root.client.post('/rest/import/?write=some').set('Content-Type', 'text/csv').send('')).status,
  ).toBe(400);
});
