import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTestDatabase } from '@campus/testing';
import { describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { orderOfChanges } from '../scripts/schema-changes/order-of-changes.ts';
import { type DatabaseSchema, readSchema } from '../scripts/schema-changes/read-schema.ts';
import { lastRelease } from './support/last-release.ts';
import { repositoryRoot } from './support/start-demo.ts';

async function schemaAt(url: string): Promise<DatabaseSchema> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await readSchema(client);
  } finally {
    await client.end();
  }
}

describe('Since the last release', () => {
  test.each(['conventions-signing', 'video-rest'])(
    'nothing of the database of %s breaks the version before it but what the changelog names',
    async (service) => {
      const kept = await readFile(path.join(await lastRelease(), `${service}.schema.json`), 'utf8');
      const changelog = await readFile(path.join(repositoryRoot, 'CHANGELOG.md'), 'utf8');
      const [, unreleased = ''] = /^## \[Unreleased\]$([\s\S]*?)^## /m.exec(changelog) ?? [];
      const { url, drop } = await createTestDatabase(service);
      const now = await schemaAt(url).finally(drop);

      const { contract } = orderOfChanges(JSON.parse(kept), now);

      const isNamed = (sentence: string) => unreleased.includes(`\`${sentence.split(' ')[1]}\``);
      expect(contract.filter((sentence) => !isNamed(sentence))).toEqual([]);
    },
  );
});

/** A database with a table of its own, and with one more after these statements. */
async function changesBy(...statements: string[]) {
  const { url, drop } = await createTestDatabase('video-rest');
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      `create type colour as enum ('red', 'blue');
       create table rooms (id serial primary key, name text not null default '', seats int, paint colour)`,
    );
    const before = await readSchema(client);
    for (const statement of statements) await client.query(statement);
    return orderOfChanges(before, await readSchema(client));
  } finally {
    await client.end();
    await drop();
  }
}

test('A schema that has not changed has no order', async () => {
  expect(await changesBy()).toEqual({ expand: [], contract: [] });
});

test.each([
  ['create table doors (id serial primary key, room_id int references rooms)', ['table doors is new']],
  ['alter table rooms add floor int', ['column rooms.floor is new']],
  ["alter table rooms add floor text not null default 'ground'", ['column rooms.floor is new']],
  ['create index rooms_name on rooms (name)', ['index rooms.rooms_name is new']],
])('%s goes ahead of the rollout', async (statement, expand) => {
  expect(await changesBy(statement)).toEqual({ expand, contract: [] });
});

test.each([
  ['drop table rooms', /^table rooms is gone/],
  ['alter table rooms drop seats', /^column rooms\.seats is gone/],
  ['alter table rooms add floor int not null', /^column rooms\.floor is new, required and without a default/],
  ['alter table rooms alter seats set not null', /^column rooms\.seats must be given now/],
  ['alter table rooms alter name drop default', /^column rooms\.name must be given now/],
  ['alter table rooms alter seats type text', /^column rooms\.seats was integer and is text/],
  ['alter table rooms add constraint few check (seats < 9)', /^constraint rooms\.few is new/],
  ['create unique index rooms_name on rooms (name)', /^index rooms\.rooms_name is new, and unique/],
  ["alter type colour add value 'green'", /^value colour\.green is new/],
])('%s waits for a later release, with why', async (statement, sentence) => {
  const { expand, contract } = await changesBy(statement);

  expect(expand).toEqual([]);
  expect(contract).toEqual([expect.stringMatching(sentence)]);
});
