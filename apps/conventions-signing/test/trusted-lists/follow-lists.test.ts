import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pino from 'pino';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { findListStandings, findTrustedServices } from '../../src/data/trusted-lists.ts';
import type { FollowedList } from '../../src/trust/trusted-list.ts';
import { anchorsOfLists } from '../../src/trusted-lists/anchors-of.ts';
import { followLists, keepListsCurrent } from '../../src/trusted-lists/keep-lists.ts';
import { listSource } from '../../src/trusted-lists/list-source.ts';
import { issueCertificate, type TestSigner } from '../support/test-pki.ts';
import { derOf, listXml, signedList } from '../support/trusted-lists.ts';

let union: TestSigner;
let france: TestSigner;
let spain: TestSigner;

beforeAll(async () => {
  const names = ['Union', 'France', 'Spain'].map((name) => issueCertificate({ name }));
  [union, france, spain] = (await Promise.all(names)) as [TestSigner, TestSigner, TestSigner];
});

const { signal: untilTheEnd } = new AbortController();

const files = new Map<string, Buffer>();
/** Tells when the list is asked for that is never answered. */
const held = new EventEmitter();
const server = createServer((request, response) => {
  const file = files.get(request.url ?? '');
  if (request.url === '/held.xml') held.emit('asked');
  else if (request.url === '/moved.xml') response.writeHead(302, { Location: '/fr.xml' }).end();
  else if (file === undefined) response.writeHead(404).end();
  else response.end(file);
});
let origin: string;

beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function listOfListsAt(at: (name: string) => string, sequence = 300): Promise<Buffer> {
  const pointers = [
    { territory: 'EU', location: at('eu.xml'), signers: [union] },
    { territory: 'ES', location: at('missing.xml'), signers: [spain] },
    { territory: 'FR', location: at('moved.xml'), signers: [spain, france] },
  ];
  return signedList(listXml({ territory: 'EU', sequence, pointers }), union);
}

async function follow(uri: string, kept = new Map<string, number>()): Promise<FollowedList[]> {
  const followed: FollowedList[] = [];
  const following = { signers: [derOf(union)], kept, signal: untilTheEnd };
  for await (const one of followLists(listSource(uri, untilTheEnd), following)) followed.push(one);
  return followed;
}

test('The list of lists leads to the others, and one that is missing keeps no other from being read', async () => {
  files.set('/eu.xml', await listOfListsAt((name) => `${origin}/${name}`));
  files.set('/fr.xml', await signedList(listXml({ territory: 'FR' }), france));

  expect(await follow(`${origin}/eu.xml`)).toEqual([
    { territory: 'EU', list: expect.objectContaining({ sequence: 300 }) },
    { territory: 'ES', problem: expect.stringMatching(/cannot be fetched from .*missing\.xml: .*404/) },
    { territory: 'FR', list: expect.objectContaining({ territory: 'FR' }) },
  ]);
});

test('A list in several places is the newest issue that can be read in any of them', async () => {
  const places = ['missing', 'fr', 'newer', 'older'];
  const pointers = places.map((name) => ({
    territory: 'FR',
    location: `${origin}/${name}.xml`,
    signers: [france],
  }));
  files.set('/eu.xml', await signedList(listXml({ territory: 'EU', sequence: 300, pointers }), union));
  for (const [name, sequence] of [
    ['fr', 7],
    ['newer', 8],
    ['older', 6],
  ] as const)
    files.set(`/${name}.xml`, await signedList(listXml({ territory: 'FR', sequence }), france));

  expect((await follow(`${origin}/eu.xml`)).slice(1)).toEqual([
    { territory: 'FR', list: expect.objectContaining({ sequence: 8 }) },
  ]);

  for (const name of places) files.delete(`/${name}.xml`);
  expect((await follow(`${origin}/eu.xml`)).slice(1)).toEqual([
    { territory: 'FR', problem: expect.stringMatching(/missing\.xml: .*404; .*fr\.xml: .*404/) },
  ]);
});

test('A list that another country has signed is refused, as is an issue older than the one that is kept', async () => {
  files.set('/eu.xml', await listOfListsAt((name) => `${origin}/${name}`, 299));
  expect(await follow(`${origin}/eu.xml`, new Map([['EU', 300]]))).toEqual([
    { territory: 'EU', problem: 'is issue 299, older than issue 300, which is kept' },
  ]);

  files.set('/fr.xml', await signedList(listXml({ territory: 'ES' }), france));
  expect(await follow(`${origin}/eu.xml`)).toContainEqual({
    territory: 'FR',
    problem: 'says to be that of ES',
  });

  files.set('/fr.xml', await signedList(listXml({ territory: 'FR' }), union));
  expect(await follow(`${origin}/eu.xml`)).toContainEqual({
    territory: 'FR',
    problem: expect.stringContaining('is not signed by any of the 2 certificates that may'),
  });
});

test('Lists in a folder are read by their countries', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'trusted-lists-'));
  try {
    await writeFile(
      path.join(folder, 'lotl.xml'),
      await listOfListsAt((name) => `https://lists.example/${name}`),
    );
    await writeFile(path.join(folder, 'FR.xml'), await signedList(listXml({ territory: 'FR' }), france));

    expect(await follow(pathToFileURL(path.join(folder, 'lotl.xml')).href)).toEqual([
      expect.objectContaining({ territory: 'EU' }),
      { territory: 'ES', problem: expect.stringMatching(/cannot be read from .*ES\.xml: ENOENT/) },
      { territory: 'FR', list: expect.objectContaining({ territory: 'FR' }) },
    ]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('What a list said stays when its next issue cannot be read, and goes when the Union names it no more', async () => {
  const database = await createTestDatabase('conventions-signing');
  const db: Database = openDatabase(database.url, () => {});
  const at = (name: string) => `${origin}/${name}`;
  const listOfLists = { uri: at('eu.xml'), signers: [derOf(union)] };
  const log = pino({ level: 'silent' });
  const keep = (day: number) =>
    keepListsCurrent({ db, log, now: () => new Date(`2026-11-0${day}T04:00:00Z`), listOfLists }, untilTheEnd);
  try {
    files.set('/eu.xml', await listOfListsAt(at));
    files.set(
      '/fr.xml',
      await signedList(listXml({ territory: 'FR', services: [{ certificate: spain }] }), france),
    );
    await keep(1);
    const before = await findTrustedServices(db);
    const anchors = anchorsOfLists(db);
    const trusted = await anchors();
    expect(trusted.anchors).toEqual([
      expect.objectContaining({ certificate: derOf(spain), status: expect.stringMatching(/granted$/) }),
    ]);
    expect(before).toEqual([
      { territory: 'EU', services: [] },
      { territory: 'FR', services: [expect.objectContaining({ certificates: [derOf(spain)] })] },
    ]);

    // Another issue that says the same is no reason to judge anything anew.
    const services = [{ certificate: spain }];
    files.set('/fr.xml', await signedList(listXml({ territory: 'FR', sequence: 8, services }), france));
    await keep(1);
    expect((await anchors()).version).toBe(trusted.version);

    files.set('/fr.xml', Buffer.from('<broken'));
    await keep(2);
    expect(await findTrustedServices(db)).toEqual(before);
    expect(await findListStandings(db)).toContainEqual(
      expect.objectContaining({ territory: 'FR', sequence: 8, problem: expect.stringContaining('XML') }),
    );

    files.set('/eu.xml', await signedList(listXml({ territory: 'EU', sequence: 301 }), union));
    await keep(3);
    expect(await findTrustedServices(db)).toEqual([{ territory: 'EU', services: [] }]);
    expect((await anchors()).anchors).toEqual([]);
    expect((await anchors()).version).not.toBe(trusted.version);

    files.set('/eu.xml', Buffer.from(''));
    await keep(4);
    expect(await findListStandings(db)).toEqual([
      expect.objectContaining({
        territory: 'EU',
        sequence: 301,
        problem: expect.stringContaining('no well-formed'),
      }),
    ]);
  } finally {
    await db.close();
    await database.drop();
  }
});

test('What lists say is kept at the end of a look, all at the same time, and nothing of a look that was ended', async () => {
  const database = await createTestDatabase('conventions-signing');
  const db: Database = openDatabase(database.url, () => {});
  const ending = new AbortController();
  const listOfLists = { uri: `${origin}/eu.xml`, signers: [derOf(union)] };
  const deps = { db, log: pino({ level: 'silent' }), now: () => new Date(), listOfLists };
  try {
    const pointers = ['ES', 'FR'].map((territory) => ({
      territory,
      location: `${origin}/${territory === 'FR' ? 'held' : 'es'}.xml`,
      signers: [spain],
    }));
    files.set('/eu.xml', await signedList(listXml({ territory: 'EU', pointers }), union));
    files.set('/es.xml', await signedList(listXml({ territory: 'ES' }), spain));
    const asked = once(held, 'asked');

    const look = keepListsCurrent(deps, ending.signal);
    await asked;
    expect(await findListStandings(db)).toEqual([]);
    ending.abort(new Error('the process stops'));

    await expect(look).rejects.toThrow('the process stops');
    expect(await findListStandings(db)).toEqual([]);
  } finally {
    await db.close();
    await database.drop();
  }
});
