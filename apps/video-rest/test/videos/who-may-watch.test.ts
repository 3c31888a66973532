import type { Condition } from '@campus/rest';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { accessGroupsOf } from '../../src/data/access-groups.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { tableStore } from '../../src/data/table-store.ts';
import { type Account, isAmongOwners, ownedBy } from '../../src/domain/ownership.ts';
import {
  type Closed,
  isPublic,
  publicConditions,
  type Viewer,
  type Watchable,
  watchableBy,
  whyClosed,
} from '../../src/domain/who-may-watch.ts';

const columns = ['id', 'ownerId', 'additionalOwners', 'isDraft', 'isRestricted', 'isForGroups'];
const all = [...columns, 'passwordHash', 'restrictAccessToGroups'];

let db: Database;
const closing: (() => Promise<unknown>)[] = [];
const accounts: Record<string, Account> = {};

/** Every video that there can be: of Ada or Bob, shared with Eve or nobody, behind each set of barriers. */
beforeAll(async () => {
  const database = await createTestDatabase('video-rest');
  closing.push(() => database.drop());
  db = openDatabase(database.url, () => undefined);
  closing.push(() => db.close());
  const { prisma } = db;
  const { id: typeId } = await prisma.videoType.create({ data: { titleEn: 'Lecture' } });
  for (const username of ['ada', 'bob', 'eve', 'member', 'staff', 'root'])
    accounts[username] = await prisma.user.create({
      data: { username, isStaff: username === 'staff', isSuperuser: username === 'root' },
    });
  const groups = [];
  for (const [codeName, members] of [
    ['physics', ['member', 'bob']],
    ['staff', ['eve']],
    ['empty', []],
  ] as const)
    groups.push(
      await prisma.accessGroup.create({
        data: {
          codeName,
          users: { connect: members.map((name) => ({ userId: accounts[name]?.id ?? 0 })) },
        },
      }),
    );
  const [physics, staff, empty] = groups.map(({ id }) => ({ id }));
  let made = 0;
  for (const ownerId of [accounts.ada?.id ?? 0, accounts.bob?.id ?? 0])
    for (const additional of [[], [{ id: accounts.eve?.id ?? 0 }]])
      for (const closed of [[], [physics], [physics, staff], [empty]])
        for (const [isDraft, isRestricted, passwordHash] of flags) {
          made += 1;
          await prisma.video.create({
            data: {
              ...{
                slug: `${String(made).padStart(4, '0')}-lecture`,
                title: 'Lecture',
                ownerId,
                typeId,
                mainLang: 'en',
                mediaKind: 'video',
              },
              ...{ durationSeconds: 1, sourceFile: 'source.mp4', isDraft, isRestricted, passwordHash },
              additionalOwners: { connect: additional },
              restrictAccessToGroups: { connect: closed.filter((group) => group !== undefined) },
            },
          });
        }
});

const flags = [false, true].flatMap((isDraft) =>
  [false, true].flatMap((isRestricted) =>
    [null, 'hash'].map((passwordHash) => [isDraft, isRestricted, passwordHash] as const),
  ),
);

afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

async function videosThat(conditions: readonly Condition[]): Promise<(Watchable & { id: number })[]> {
  const query = { columns: all, conditions, order: [], offset: 0, limit: 1000 };
  const signal = new AbortController().signal;
  const { rows, total } = await tableStore(db, 'videos', all).list(
    { ...query, order: [{ columns: ['id'], descending: false }] },
    { caller: 'test', signal },
  );
  expect(total).toBe(rows.length);
  return rows as unknown as (Watchable & { id: number })[];
}

const idsOf = (videos: { id: number }[]) => videos.map(({ id }) => id);

async function viewer(name: string): Promise<Viewer & Required<Pick<Viewer, 'account'>>> {
  const account = accounts[name];
  if (account === undefined) throw new Error(`nobody is called ${name}`);
  return { account: { ...account, accessGroups: await accessGroupsOf(db, account.id) } };
}

describe('the rule in memory and in the database', () => {
  test.each(['ada', 'bob', 'eve', 'member', 'staff', 'root'])('says the same for %s', async (name) => {
    const videos = await videosThat([]);
    const who = await viewer(name);
    const account = accounts[name] as Account;

    const [watched, owned] = [await videosThat(watchableBy(account)), await videosThat(ownedBy(account))];

    expect(idsOf(watched)).toEqual(idsOf(videos.filter((video) => whyClosed(video, who) === undefined)));
    expect(idsOf(owned)).toEqual(idsOf(videos.filter((video) => isAmongOwners(video, account))));
    expect(watched.length).toBeGreaterThan(0);
  });

  test('says the same of what is public', async () => {
    const videos = await videosThat([]);

    const open = await videosThat(publicConditions);

    expect(idsOf(open)).toEqual(idsOf(videos.filter(isPublic)));
    expect(idsOf(open)).toEqual(idsOf(videos.filter((video) => whyClosed(video, {}) === undefined)));
  });

  test('counts what every account may watch as it changes', async () => {
    const { prisma } = db;
    const open = { isDraft: false, isForGroups: false, passwordHash: null };
    const counts = async () => [
      Number((await prisma.rowCount.findUniqueOrThrow({ where: { tableName: 'open_videos' } })).rows),
      await prisma.video.count({ where: open }),
    ];
    const [before = 0, found] = await counts();
    expect(before).toBe(found);

    const { id } = await prisma.video.findFirstOrThrow({ where: open });
    await prisma.video.update({ where: { id }, data: { passwordHash: 'hash' } });
    expect(await counts()).toEqual([before - 1, before - 1]);
    await prisma.video.update({ where: { id }, data: { passwordHash: null, title: 'Open' } });
    expect(await counts()).toEqual([before, before]);
    await prisma.video.delete({ where: { id } });
    expect(await counts()).toEqual([before - 1, before - 1]);
  });

  test('knows at each video whether groups close it, also when they do no more', async () => {
    const videos = await videosThat([]);
    expect(videos.filter((video) => video.isForGroups !== video.restrictAccessToGroups.length > 0)).toEqual(
      [],
    );

    const { id } = videos.find(({ restrictAccessToGroups }) => restrictAccessToGroups.length === 2) ?? {
      id: 0,
    };
    const isForGroups = async () => (await db.prisma.video.findUniqueOrThrow({ where: { id } })).isForGroups;
    const disconnect = (codeName: string) =>
      db.prisma.video.update({
        where: { id },
        data: { restrictAccessToGroups: { disconnect: { codeName } } },
      });
    await disconnect('physics');
    expect(await isForGroups()).toBe(true);
    await disconnect('staff');
    expect(await isForGroups()).toBe(false);
    await db.prisma.video.delete({ where: { id } });
  });
});

describe('whyClosed', () => {
  const video: Watchable = {
    ...{ ownerId: 1, additionalOwners: [2], isDraft: false, isRestricted: false, isForGroups: false },
    ...{ passwordHash: null, restrictAccessToGroups: [] },
  };
  const groups = { isForGroups: true, restrictAccessToGroups: [7] };
  const nobody: Viewer = {};
  const person = (id: number, ...accessGroups: number[]): Viewer => ({
    account: { id, isStaff: false, isSuperuser: false, accessGroups },
  });

  test.each<[string, Partial<Watchable>, Viewer, Closed | undefined]>([
    ['public, to strangers', {}, nobody, undefined],
    ['a draft, to strangers', { isDraft: true }, nobody, 'draft'],
    ['a draft, with its password', { isDraft: true, passwordHash: 'x' }, { knowsPassword: true }, 'draft'],
    ['a draft, with a share link', { isDraft: true, ...groups }, { hasShareLink: true }, undefined],
    [
      'a draft, to an additional owner',
      { isDraft: true, ...groups, passwordHash: 'x' },
      person(2),
      undefined,
    ],
    ['restricted, to strangers', { isRestricted: true }, nobody, 'sign_in'],
    ['restricted, to anybody signed in', { isRestricted: true }, person(9), undefined],
    ['for groups, to strangers', groups, nobody, 'sign_in'],
    ['for groups, to somebody else', groups, person(9, 8), 'groups'],
    ['for groups, to a member', groups, person(9, 7, 8), undefined],
    ['with a password, to strangers', { passwordHash: 'x' }, nobody, 'password'],
    ['with a password, to who knows it', { passwordHash: 'x' }, { knowsPassword: true }, undefined],
    [
      'for groups and with a password, to a member',
      { ...groups, passwordHash: 'x' },
      person(9, 7),
      'password',
    ],
    [
      'for groups and with a password, to a stranger who knows it',
      { ...groups, passwordHash: 'x' },
      { knowsPassword: true },
      'sign_in',
    ],
  ])('%s', (_name, closings, who, reason) => {
    expect(whyClosed({ ...video, ...closings }, who)).toBe(reason);
  });
});
