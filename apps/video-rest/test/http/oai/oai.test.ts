import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import pg from 'pg';
import { openResumptionTokens, resumptionHoldsMs } from '../../../src/http/oai/resumption-tokens.ts';
import { givenType, givenVideo, newName } from '../../support/given-records.ts';
import { givenManyOnAir, harvest, type OaiRecord, oai } from '../../support/oai.ts';
import { givenOnAir } from '../../support/on-air.ts';
import { useService } from '../../support/service.ts';

const baseUrl = 'https://videos.example.org';
const service = useService({ baseUrl, oaiAdminEmail: 'videos@example.org' });

const identifierOf = ({ id }: { id: number }) => `oai:videos.example.org:${id}`;
const idOf = ({ header }: OaiRecord) => Number(header.identifier.split(':')[2]);

interface Public {
  id: number;
  slug: string;
  typeId: number;
  setSpec: string;
}

/** A public video in a type of its own, which is a set with nothing else in it. */
async function givenPublic(columns: Partial<Parameters<typeof givenVideo>[1]> = {}): Promise<Public> {
  const video = await givenVideo(service.db, { ownerId: service.ada.id, ...columns });
  await givenOnAir(service, video.id);
  return { ...video, setSpec: `type:${video.typeId}` };
}

async function getRecord(video: { id: number }): Promise<OaiRecord | undefined> {
  const { GetRecord } = await oai(service, {
    verb: 'GetRecord',
    identifier: identifierOf(video),
    metadataPrefix: 'oai_dc',
  });
  return GetRecord?.record[0];
}

async function errorsOf(query: Record<string, string> | string): Promise<string[]> {
  return ((await oai(service, query)).error ?? []).map((error) => error['@_code']);
}

const update = (video: { id: number }, data: object) =>
  service.db.prisma.video.update({ where: { id: video.id }, data });

describe('The repository', () => {
  test('says what it is, from its configuration', async () => {
    const { Identify, request } = await oai(service, { verb: 'Identify' });

    expect(request).toEqual({ '@_verb': 'Identify', '#text': `${baseUrl}/oai` });
    expect(Identify).toMatchObject({
      repositoryName: 'Example University',
      baseURL: `${baseUrl}/oai`,
      protocolVersion: '2.0',
      adminEmail: 'videos@example.org',
      earliestDatestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      deletedRecord: 'persistent',
      granularity: 'YYYY-MM-DDThh:mm:ssZ',
      description: [
        { 'oai-identifier': { repositoryIdentifier: 'videos.example.org' } },
        { 'oai_dc:dc': { 'dc:rights': 'https://creativecommons.org/licenses/by-nc-sa/4.0/' } },
      ],
    });
  });

  test('tells the same Dublin Core of a video as the export, in the language of the instance', async () => {
    const video = await givenPublic({ title: 'Waves & "tides" <1>' });
    await update(video, {
      tags: ['sea'],
      licence: 'by-sa',
      disciplines: { create: [{ titleEn: 'Physics', titleFr: 'Physique' }] },
      contributors: { create: [{ name: 'Grace Petit', role: 'director' }] },
    });
    const { text } = await service.ada.client.get(`/rest/dublincore/?id=${video.id}`).buffer(true);
    const parser = new XMLParser({
      parseTagValue: false,
      isArray: (name) => ['dc:subject', 'dc:contributor'].includes(name),
    });
    const exported = parser.parse(text)['rdf:RDF']['rdf:Description'];

    const record = await getRecord(video);

    expect(record?.metadata?.['oai_dc:dc']).toMatchObject(exported);
    expect(exported['dc:subject']).toHaveLength(3);
    expect(record?.header.setSpec).toEqual(expect.arrayContaining([video.setSpec]));
  });

  test('takes a form as well as a query', async () => {
    const video = await givenPublic();
    const form = { verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', set: video.setSpec };

    const { text } = await service.as({}).post('/oai').type('form').send(form).buffer(true);

    expect(text).toContain(`<identifier>${identifierOf(video)}</identifier>`);
    expect(text).toContain(`set="${video.setSpec}"`);
    expect(
      (await service.as({}).post('/oai?verb=Identify').type('form').send('verb=Identify')).text,
    ).toContain('code="badVerb"');
    expect((await service.as({}).post('/oai').send({ verb: 'Identify' })).status).toBe(415);
    const long = `verb=${'x'.repeat(3_000_000)}`;
    expect((await service.as({}).post('/oai').type('form').send(long)).status).toBe(413);
  });

  test('is read by the methods of the protocol alone, and says which', async () => {
    const { headers } = await service.as({}).options('/oai').expect(204);

    const refused = await service.as({}).put('/oai').expect(405);
    expect([refused.headers.allow, headers.allow]).toEqual(Array(2).fill('GET, HEAD, POST, OPTIONS'));
  });

  test('knows a video that nobody but its owner has seen no more than one that is nowhere', async () => {
    const draft = await givenPublic({ isDraft: true });
    const notEncoded = await givenVideo(service.db, { ownerId: service.ada.id });

    for (const video of [draft, notEncoded, { id: 999_999 }])
      for (const verb of ['GetRecord&metadataPrefix=oai_dc', 'ListMetadataFormats'])
        expect(await errorsOf(`verb=${verb}&identifier=${identifierOf(video)}`)).toEqual(['idDoesNotExist']);
  });

  test.each<[string, (video: Public) => Promise<unknown>]>([
    ['made a draft', (video) => update(video, { isDraft: true })],
    ['restricted', (video) => update(video, { isRestricted: true })],
    ['given a password', (video) => update(video, { passwordHash: 'scrypt' })],
    [
      'restricted to a group',
      (video) =>
        update(video, {
          restrictAccessToGroups: { create: { displayName: newName(), codeName: newName() } },
        }),
    ],
    [
      'deleted',
      async ({ id }) => {
        await service.staff.client.delete(`/rest/videos/${id}/`).expect(204);
      },
    ],
  ])('tells of a video that was %s as deleted, in the sets that it was in', async (_how, hide) => {
    const video = await givenPublic();
    const before = await harvest(service, { set: video.setSpec });

    await hide(video);

    const { records } = await harvest(service, { set: video.setSpec, from: before.responseDate });
    expect(before.records).toHaveLength(1);
    expect(records).toMatchObject([
      { header: { identifier: identifierOf(video), setSpec: [video.setSpec], '@_status': 'deleted' } },
    ]);
    expect(records[0]?.metadata).toBeUndefined();
  });

  test('tells of a video that is shown again as of any other', async () => {
    const video = await givenPublic();
    await update(video, { isDraft: true });
    expect((await getRecord(video))?.header['@_status']).toBe('deleted');

    await update(video, { isDraft: false });

    expect((await getRecord(video))?.metadata).toBeDefined();
  });
});

describe('Sets', () => {
  test('are the types, disciplines and visible channels that hold something, with what they are called', async () => {
    const { prisma } = service.db;
    const video = await givenPublic();
    const within = { videos: { connect: { id: video.id } } };
    const { id: discipline } = await prisma.discipline.create({ data: { titleFr: 'Optique', ...within } });
    const channel = await prisma.channel.create({
      data: { title: newName(), visible: true, themes: { create: { title: 'Waves', ...within } } },
    });
    const hidden = await prisma.channel.create({ data: { title: newName(), ...within } });
    const empty = await givenType(service.db);

    const sets = (await oai(service, { verb: 'ListSets' })).ListSets?.set ?? [];
    const names = new Map(sets.map(({ setSpec: [spec], setName }) => [spec, setName]));

    expect(names.get('channel')).toBe('Channels');
    expect(names.get(`discipline:${discipline}`)).toBe('Optique');
    expect(names.get(`channel:${channel.id}`)).toBe(channel.title);
    expect(names.has(video.setSpec)).toBe(true);
    expect(names.has(`channel:${hidden.id}`)).toBe(false);
    expect(names.has(`type:${empty.id}`)).toBe(false);
    expect((await getRecord(video))?.header.setSpec?.toSorted()).toEqual([
      `channel:${channel.id}`,
      `discipline:${discipline}`,
      video.setSpec,
    ]);
    for (const set of ['channel', `channel:${channel.id}`, `discipline:${discipline}`])
      expect((await harvest(service, { set })).records.map(idOf)).toContain(video.id);
  });

  test('follow a channel that is hidden or shown, and a theme that moves', async () => {
    const { prisma } = service.db;
    const video = await givenPublic();
    const within = { create: { title: 'Waves', videos: { connect: { id: video.id } } } };
    const channel = await prisma.channel.create({
      data: { title: newName(), visible: true, themes: within },
    });
    const other = await prisma.channel.create({ data: { title: newName(), visible: true } });
    const specs = async () => (await getRecord(video))?.header.setSpec?.toSorted();
    const of = ({ id }: { id: number }) => [`channel:${id}`, video.setSpec];

    expect(await specs()).toEqual(of(channel));
    await prisma.channel.update({ where: { id: channel.id }, data: { visible: false } });
    expect(await specs()).toEqual([video.setSpec]);
    await prisma.channel.update({ where: { id: channel.id }, data: { visible: true } });
    expect(await specs()).toEqual(of(channel));
    await prisma.theme.updateMany({ where: { channelId: channel.id }, data: { channelId: other.id } });
    expect(await specs()).toEqual(of(other));
    await prisma.channel.delete({ where: { id: other.id } });
    expect(await specs()).toEqual([video.setSpec]);
  });
});

/** When a record changed, as exactly as it is known: harvesters are told the second. */
async function datestampOf({ id }: { id: number }): Promise<number> {
  await getRecord({ id });
  const { rows } = await service.sql.query<{ datestamp: Date }>(
    'select datestamp from oai_records where video_id = $1',
    [id],
  );
  return rows[0]?.datestamp.getTime() ?? 0;
}

describe('A datestamp', () => {
  test.each<[string, (video: Public) => Promise<unknown>]>([
    ['its title', (video) => update(video, { title: newName() })],
    ['its description', (video) => update(video, { description: 'Another' })],
    ['its tags', (video) => update(video, { tags: ['new'] })],
    ['its licence', (video) => update(video, { licence: 'by' })],
    ['its language', (video) => update(video, { mainLang: 'de' })],
    ['its date', (video) => update(video, { dateAdded: new Date(0) })],
    ['its owner', async (video) => update(video, { ownerId: (await service.givenUser()).id })],
    ['its type', async (video) => update(video, { typeId: (await givenType(service.db)).id })],
    ['its disciplines', (video) => update(video, { disciplines: { create: { titleEn: newName() } } })],
    ['its channels', (video) => update(video, { channels: { create: { title: newName(), visible: true } } })],
    ['its contributors', (video) => update(video, { contributors: { create: { name: 'Grace' } } })],
    [
      'the name of its type',
      ({ typeId: id }) => service.db.prisma.videoType.update({ where: { id }, data: { titleFr: newName() } }),
    ],
    [
      'the name of its owner',
      async () =>
        service.db.prisma.user.update({ where: { id: service.ada.id }, data: { lastName: newName() } }),
    ],
  ])('changes with %s', async (_what, change) => {
    const video = await givenPublic();
    const before = await datestampOf(video);

    await change(video);

    expect(await datestampOf(video)).toBeGreaterThan(before);
  });

  test('changes with the name of a discipline, a contributor that is changed, and one that is removed', async () => {
    const { prisma } = service.db;
    const video = await givenPublic();
    const within = { videos: { connect: { id: video.id } } };
    const { id } = await prisma.discipline.create({ data: { titleEn: newName(), ...within } });
    const grace = await prisma.contributor.create({ data: { name: 'Grace', videoId: video.id } });
    const stamps = [await datestampOf(video)];
    await prisma.discipline.update({ where: { id }, data: { titleEn: newName() } });
    stamps.push(await datestampOf(video));
    await prisma.contributor.update({ where: { id: grace.id }, data: { role: 'director' } });
    stamps.push(await datestampOf(video));
    await prisma.contributor.delete({ where: { id: grace.id } });
    stamps.push(await datestampOf(video));

    expect(stamps).toEqual([...new Set(stamps)].toSorted((a, b) => a - b));
  });

  test('stays when something changes of which the record says nothing', async () => {
    const video = await givenPublic();
    const before = await datestampOf(video);

    await update(video, { durationSeconds: 7, allowDownloading: true, dateEvt: new Date(0), cursus: 'L' });
    await givenOnAir(service, video.id);

    expect(await datestampOf(video)).toBe(before);
  });

  test('is that of the first harvest which can see the change, however long its transaction took', async () => {
    const [video, other] = [await givenPublic(), await givenPublic()];
    const open = new pg.Client({ connectionString: service.databaseUrl });
    await open.connect();
    await open.query('begin');
    await open.query(`update videos set title = 'Late' where id = $1`, [video.id]);
    await update(other, { title: 'Early' });

    const { responseDate } = await harvest(service, { set: other.setSpec });
    await service.sql.query(`select pg_sleep(1.1 - extract(milliseconds from now()) / 1000 % 1)`);
    await open.query('commit');
    await open.end();

    const { records } = await harvest(service, { set: video.setSpec, from: responseDate });
    expect(records).toMatchObject([{ metadata: { 'oai_dc:dc': { 'dc:title': 'Late' } } }]);
  });

  test('waits for nobody who changes a record at this moment', async () => {
    const video = await givenPublic();
    await datestampOf(video);
    await update(video, { title: 'First' });
    const open = new pg.Client({ connectionString: service.databaseUrl });
    await open.connect();
    await open.query('begin');
    await open.query(`update videos set title = 'Second' where id = $1`, [video.id]);

    const during = await errorsOf(`verb=ListRecords&metadataPrefix=oai_dc&set=${video.setSpec}`);
    await open.query('rollback');
    await open.end();

    // Neither as it was, nor as it will be: it comes with the next harvest.
    expect(during).toEqual(['noRecordsMatch']);
    expect((await harvest(service, { set: video.setSpec })).records).toMatchObject([
      { metadata: { 'oai_dc:dc': { 'dc:title': 'First' } } },
    ]);
  });

  test('bounds a harvest by seconds or by days, with both ends in it', async () => {
    const video = await givenPublic();
    await datestampOf(video);
    await service.sql.query('update oai_records set datestamp = $2 where video_id = $1', [
      video.id,
      '2001-02-03T04:05:06.789Z',
    ]);
    const isThere = async (bounds: Record<string, string>) =>
      (await errorsOf({ verb: 'ListIdentifiers', metadataPrefix: 'oai_dc', set: video.setSpec, ...bounds }))
        .length === 0;

    expect((await getRecord(video))?.header.datestamp).toBe('2001-02-03T04:05:06Z');
    expect(await isThere({ from: '2001-02-03T04:05:06Z', until: '2001-02-03T04:05:06Z' })).toBe(true);
    expect(await isThere({ from: '2001-02-03T04:05:07Z' })).toBe(false);
    expect(await isThere({ until: '2001-02-03T04:05:05Z' })).toBe(false);
    expect(await isThere({ from: '2001-02-03', until: '2001-02-03' })).toBe(true);
    expect(await isThere({ from: '2001-02-04' })).toBe(false);
    expect(await isThere({ until: '2001-02-02' })).toBe(false);
  });

  test('is given to many records of a name that changes over several requests, and no list ends before', async () => {
    const { id: typeId } = await givenType(service.db);
    const videos: Public[] = [];
    for (let n = 0; n < 5; n += 1) videos.push(await givenPublic({ typeId }));
    const before = await datestampOf(videos[4] ?? { id: 0 });
    await service.db.prisma.videoType.update({ where: { id: typeId }, data: { titleEn: newName() } });
    const seal = async () => (await service.sql.query('select * from seal_oai_records(2)')).rows[0].has_more;
    const stamped = async () =>
      (
        await service.sql.query(
          'select video_id from oai_records where datestamp > $1 and video_id = any($2) order by video_id',
          [new Date(before), videos.map(({ id }) => id)],
        )
      ).rowCount;

    const first = [await seal(), await stamped()];
    const second = [await seal(), await stamped()];
    const third = [await seal(), await stamped()];

    expect([first, second, third]).toEqual([
      [true, 2],
      [true, 4],
      [false, 5],
    ]);
  });
});

describe('A list in parts', () => {
  test('has every record once, says how far it is, and ends with an empty token', async () => {
    const { set, ids } = await givenManyOnAir(service, 450);

    const { records, parts } = await harvest(service, { set });
    const tokens = parts.map((part) => part.ListRecords?.resumptionToken);

    expect(records.map(idOf).toSorted((a, b) => a - b)).toEqual(ids);
    expect(tokens.map((token) => [token?.['@_cursor'], token?.['@_completeListSize']])).toEqual([
      ['0', '450'],
      ['200', '450'],
      ['400', '450'],
    ]);
    expect(tokens[2]?.['#text']).toBeUndefined();
  });

  test('stays right while videos change: what changed comes again, as it is now, and nothing is missed', async () => {
    const { set, ids } = await givenManyOnAir(service, 450);
    const [early = 0, late = 0, gone = 0, moved = 0] = [ids[3], ids[440], ids[441], ids[442]];
    const elsewhere = (await givenType(service.db)).id;

    const { records } = await harvest(service, { set }, async (part) => {
      if (part !== 1) return;
      for (const id of [early, late]) await update({ id }, { title: 'Changed' });
      await update({ id: gone }, { isDraft: true });
      await update({ id: moved }, { typeId: elsewhere });
    });
    const last = new Map(records.map((record) => [idOf(record), record]));

    expect([...last.keys()].toSorted((a, b) => a - b)).toEqual(ids.filter((id) => id !== moved));
    for (const id of [early, late])
      expect(last.get(id)?.metadata?.['oai_dc:dc']).toMatchObject({ 'dc:title': 'Changed' });
    expect(last.get(gone)?.header['@_status']).toBe('deleted');
    expect(records.filter((record) => idOf(record) === early)).toHaveLength(2);
    expect(records.filter((record) => idOf(record) === late)).toHaveLength(1);
  });

  test('ends a part where the texts are long', async () => {
    const { set, ids } = await givenManyOnAir(service, 3, "repeat('x', 600000)");

    const { parts, records } = await harvest(service, { set });

    expect(parts.map((part) => part.ListRecords?.record.length)).toEqual([2, 1]);
    expect(records.map(idOf)).toEqual(ids);
  });

  test('takes no token that is made up, of another list, or too old', async () => {
    const { set } = await givenManyOnAir(service, 201);
    const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc', set };
    const token = (await oai(service, list)).ListRecords?.resumptionToken?.['#text'] ?? '';
    const [content = '', signature = ''] = token.split('.');
    const made = { ...JSON.parse(Buffer.from(content, 'base64url').toString()), set: null };
    const forged = `${Buffer.from(JSON.stringify(made)).toString('base64url')}.${signature}`;
    const aged = await openResumptionTokens(
      service.db,
      () => new Date(Date.now() - resumptionHoldsMs - 1000),
    );
    const old = aged.write(made).token;

    for (const resumptionToken of [forged, old, content, '.', `${token}x`, 'x'.repeat(5000), '\u0000é<"'])
      expect(await errorsOf({ verb: 'ListRecords', resumptionToken })).toEqual(['badResumptionToken']);
    for (const verb of ['ListIdentifiers', 'ListSets'])
      expect(await errorsOf({ verb, resumptionToken: token })).toEqual(['badResumptionToken']);
    expect(await errorsOf({ verb: 'ListRecords', resumptionToken: token })).toEqual([]);
  });
});

describe('A request that is wrong', () => {
  const list = 'verb=ListRecords&metadataPrefix=oai_dc';
  test.each([
    ['', 'badVerb'],
    ['verb=Destroy', 'badVerb'],
    ['verb=identify', 'badVerb'],
    ['verb=toString', 'badVerb'],
    ['verb=Identify&verb=Identify', 'badVerb'],
    ['verb=Identify&set=type', 'badArgument'],
    ['verb=Identify&__proto__=1', 'badArgument'],
    ['verb=ListRecords', 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc', 'badArgument'],
    ['verb=GetRecord&identifier=oai:videos.example.org:1', 'badArgument'],
    [`${list}&set=type&set=type`, 'badArgument'],
    [`${list}&from=2026-01-01&until=2026-01-01T00:00:00Z`, 'badArgument'],
    [`${list}&from=2026-01-02&until=2026-01-01`, 'badArgument'],
    [`${list}&from=2026-02-30`, 'badArgument'],
    [`${list}&from=0000-01-01`, 'badArgument'],
    [`${list}&from=2026-01-01T00:00:00.5Z`, 'badArgument'],
    [`${list}&from=2026-01-01T24:00:00Z`, 'badArgument'],
    [`${list}&from=`, 'badArgument'],
    [`${list}&set=a%20b`, 'badArgument'],
    [`${list}&resumptionToken=x`, 'badArgument'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=a%20b', 'badArgument'],
    ['verb=ListRecords&metadataPrefix=marc21', 'cannotDisseminateFormat'],
    ['verb=GetRecord&metadataPrefix=marc21&identifier=oai:x:1', 'cannotDisseminateFormat'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:elsewhere.example.org:1', 'idDoesNotExist'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:videos.example.org:01', 'idDoesNotExist'],
    ['verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:videos.example.org:99999999999', 'idDoesNotExist'],
    ['verb=ListRecords&resumptionToken=x', 'badResumptionToken'],
    [`${list}&set=type:999999`, 'noRecordsMatch'],
    [`${list}&set=playlist`, 'noRecordsMatch'],
    [`${list}&until=1999-12-31`, 'noRecordsMatch'],
    [`${list}&from=9999-12-31`, 'noRecordsMatch'],
  ])('%s: %s', async (query, code) => {
    const { request, error } = await oai(service, query);

    expect(error).toMatchObject([{ '@_code': code, '#text': expect.stringMatching(/\.$/) }]);
    // Of these the protocol wants the arguments left out.
    const isRepeated = typeof request === 'object';
    expect(isRepeated).toBe(code !== 'badVerb' && code !== 'badArgument');
  });
});

test('An upgrade gives the videos that were there their records, once however often it is begun', async () => {
  const [video, other] = [await givenPublic(), await givenPublic({ isDraft: true })];
  await service.sql.query('delete from oai_records');
  const folder = '../../../../../prisma/video-rest/migrations/20261124061001_fill_oai_records';
  const [fill = ''] = (await readFile(new URL(`${folder}/migration.sql`, import.meta.url), 'utf8')).split(
    '\n\n',
  );

  await service.sql.query(fill);
  await service.sql.query(fill);

  const { rows } = await service.sql.query<{ id: number; sets: string[] }>(
    'select video_id as id, sets from oai_records where not deleted and datestamp is not null',
  );
  expect(rows).toContainEqual({ id: video.id, sets: ['type', video.setSpec] });
  expect(rows.map(({ id }) => id)).not.toContain(other.id);
});

describe('When there is no room', () => {
  test('a harvester is told to wait, as the protocol says', async () => {
    const open = new pg.Client({ connectionString: service.databaseUrl });
    await open.connect();
    await open.query(`select pg_advisory_lock(hashtext('oai_records'))`);

    const answer = await service.as({}).get('/oai?verb=ListRecords&metadataPrefix=oai_dc');
    await open.end();

    expect(answer.status).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });
});
