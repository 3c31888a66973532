import { eventually } from '@campus/testing';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { XMLParser } from 'fast-xml-parser';
import pino from 'pino';
import { type Person, useService } from '../../support/service.ts';

const service = useService({ baseUrl: 'https://pod.example.org' });
const parser = new XMLParser({ ignoreAttributes: false, isArray: (name) => name === 'rdf:Description' });

let courseId: number;
let made = 0;

/** A video without a file: the export reads the record alone. */
async function givenVideo(
  owner: Person,
  fields: Record<string, unknown> = {},
): Promise<{ id: number; slug: string }> {
  made += 1;
  return service.db.prisma.video.create({
    data: {
      slug: `9999-video-${made}`,
      title: `Video ${made}`,
      ownerId: owner.id,
      typeId: courseId,
      mainLang: 'en',
      mediaKind: 'video',
      durationSeconds: 1,
      sourceFile: 'none.mp4',
      ...fields,
    },
  });
}

async function exported(person: Person, query = ''): Promise<{ title: string; about: string }[]> {
  const { status, text } = await person.client.get(`/rest/dublincore/${query}`).buffer(true);
  expect(status).toBe(200);
  const records = parser.parse(text)['rdf:RDF']['rdf:Description'] ?? [];
  return records.map((record: Record<string, unknown>) => ({
    title: String(record['dc:title']),
    about: String(record['@_rdf:about']),
  }));
}

beforeAll(async () => {
  const course = await service.db.prisma.videoType.create({ data: { titleEn: 'Course', titleFr: 'Cours' } });
  courseId = course.id;
});

describe('GET /rest/dublincore/', () => {
  test('answers XML with every element that the video and the instance have', async () => {
    const owner = await service.givenUser();
    await service.db.prisma.user.update({
      where: { id: owner.id },
      data: { firstName: 'Ada', lastName: 'Martin' },
    });
    await givenVideo(owner, {
      slug: '0042-plan',
      title: 'Intro & plan',
      dateAdded: new Date('2025-03-14T10:00:00Z'),
    });

    const { headers, text } = await service.root.client
      .get(`/rest/dublincore/?owner=${owner.id}`)
      .set('Content-Type', 'application/json')
      .buffer(true);

    expect(headers['content-type']).toBe('text/xml; charset=utf-8');
    expect(parser.parse(text)['rdf:RDF']['rdf:Description']).toEqual([
      {
        '@_rdf:about': 'https://pod.example.org/video/0042-plan/',
        'dc:title': 'Intro & plan',
        'dc:creator': 'Ada Martin',
        'dc:subject': 'Course',
        'dc:publisher': 'Example University',
        'dc:date': '2025-03-14',
        'dc:type': 'MovingImage',
        'dc:format': 'video/mp4',
        'dc:identifier': 'https://pod.example.org/video/0042-plan/',
        'dc:language': 'en',
        'dc:coverage': 'Example University - Town - Country',
        'dc:rights': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
      },
    ]);
  });

  test('says each subject and each contributor in an element of its own, and the licence of the video', async () => {
    const owner = await service.givenUser();
    await givenVideo(owner, {
      tags: ['waves', 'Course'],
      licence: 'by-sa',
      disciplines: { create: [{ titleEn: 'Physics', titleFr: 'Physique' }, { titleFr: 'Optique' }] },
      contributors: {
        create: [{ name: 'Grace Petit', role: 'director' }, { name: '' }, { name: 'Alan & Co' }],
      },
    });

    const { text } = await service.root.client
      .get(`/rest/dublincore/?owner=${owner.id}`)
      .set('Accept-Language', 'fr')
      .buffer(true);

    expect(parser.parse(text)['rdf:RDF']['rdf:Description'][0]).toMatchObject({
      'dc:subject': ['Cours', 'Physique', 'Optique', 'waves', 'Course'],
      'dc:contributor': ['Grace Petit (director)', 'Alan & Co (author)'],
      'dc:rights': 'https://creativecommons.org/licenses/by-sa/4.0/',
    });
  });

  test('leaves out drafts and restricted videos, also for those who may see them', async () => {
    const owner = await service.givenUser();
    await givenVideo(owner, { title: 'Public' });
    await givenVideo(owner, { title: 'Draft', isDraft: true });
    await givenVideo(owner, { title: 'Restricted', isRestricted: true });

    const titles = (await exported(service.root, `?owner=${owner.id}`)).map(({ title }) => title);

    expect(titles).toEqual(['Public']);
  });

  test('shows whoever asks the public videos of everybody', async () => {
    const [owner, other] = [await service.givenUser(), await service.givenUser()];
    await givenVideo(owner, { title: 'Mine' });
    await givenVideo(other, { title: 'Theirs' });

    expect((await exported(owner)).map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Mine', 'Theirs']),
    );
  });

  test('filters by title, slug, type and ranges of dates', async () => {
    const owner = await service.givenUser();
    const of = `?owner=${encodeURIComponent(owner.url)}`;
    const { slug } = await givenVideo(owner, { title: 'Old', dateAdded: new Date('2020-01-01T12:00:00Z') });
    await givenVideo(owner, { title: 'New', dateAdded: new Date('2024-01-01T12:00:00Z') });
    const titles = async (query: string) => (await exported(service.root, query)).map(({ title }) => title);

    expect(await titles(of)).toEqual(['New', 'Old']);
    expect(await titles(`${of}&title=Old`)).toEqual(['Old']);
    expect(await titles(`?slug=${slug}`)).toEqual(['Old']);
    expect(await titles(`${of}&date_added__gte=2023-01-01&date_added__lte=2024-01-01`)).toEqual(['New']);
    expect(await titles(`${of}&type=${courseId}&page=&format=json`)).toEqual(['New', 'Old']);
  });

  test('filters by what a video is about, and under which licence', async () => {
    const owner = await service.givenUser();
    const { prisma } = service.db;
    const discipline = await prisma.discipline.create({ data: { titleEn: 'Chemistry' } });
    const channel = await prisma.channel.create({
      data: { title: 'Science', themes: { create: { title: 'Acids' } } },
      include: { themes: true },
    });
    await givenVideo(owner, {
      title: 'About',
      ...{ tags: ['ph'], cursus: 'L', licence: 'by', dateEvt: new Date('2024-06-01'), is360: true },
      disciplines: { connect: { id: discipline.id } },
      channels: { connect: { id: channel.id } },
      themes: { connect: { id: channel.themes[0]?.id } },
    });
    await givenVideo(owner, { title: 'Other' });
    const wanted = [
      ...[`discipline=${discipline.id}`, `channel=${channel.id}`, `theme=${channel.themes[0]?.id}`],
      ...['tags=ph', 'cursus=L', 'licence=by', 'date_evt=2024-06-01', 'date_evt__year=2024', 'is_360=true'],
      ...[`owner__username=${owner.username}&title__icontains=bou`, 'date_evt__lte=2024-06-01&sites=1'],
    ];

    for (const query of wanted)
      expect([query, await exported(owner, `?${query}`)]).toEqual([
        query,
        [expect.objectContaining({ title: 'About' })],
      ]);
  });

  test('refuses what it does not know with 400, and an answer that the caller cannot take with 406', async () => {
    const unknown = await service.root.client.get('/rest/dublincore/?owner__password__startswith=x');
    const nobody = await service.root.client.get('/rest/dublincore/?owner=999999');
    const json = await service.root.client.get('/rest/dublincore/').set('Accept', 'application/json');

    expect(unknown.status).toBe(400);
    expect(Object.keys(unknown.body)).toEqual(['owner__password__startswith']);
    expect(nobody.body).toEqual({
      owner: ['Select a valid choice. That choice is not one of the available choices.'],
    });
    expect(json.status).toBe(406);
  });

  test('goes over all batches without losing or repeating a video', async () => {
    const owner = await service.givenUser();
    await service.sql.query(
      `insert into videos (slug, title, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file, date_added)
       select '8888-batch-' || n, 'Batch ' || n, $1, $2, 'en', 'video', 1, 'none.mp4', '2025-01-01'
       from generate_series(1, 1203) n`,
      [owner.id, courseId],
    );

    const records = await exported(service.root, `?owner=${owner.id}`);

    expect(new Set(records.map(({ about }) => about)).size).toBe(1203);
    expect(records).toHaveLength(1203);
  });
});

describe('Without the configuration of the export', () => {
  const bare = useService({ defaultDcRights: undefined, oaiAdminEmail: 'videos@example.org' });

  test('it answers 503 and names what is missing; everything else works', async () => {
    const answer = await bare.root.client.get('/rest/dublincore/');

    expect(answer.status).toBe(503);
    expect(answer.body.detail).toContain('DEFAULT_DC_RIGHTS');
    expect((await bare.as({}).get('/oai?verb=Identify')).status).toBe(503);
    expect((await bare.root.client.get('/rest/types/')).status).toBe(200);
  });
});

describe('When the database fails in the middle of an export', () => {
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
  const failing = useService({}, { log });

  test('the document is cut, and the log says why', async () => {
    const { rows } = await failing.sql.query<{ id: number }>(
      "insert into video_types (title_en) values ('Course') returning id",
    );
    await failing.sql.query(
      `insert into videos (slug, title, description, owner_id, type_id, main_lang, media_kind, duration_seconds, source_file)
       select '7777-long-' || n, 'Long', repeat('x', 10000), $1, $2, 'en', 'video', 1, 'none.mp4'
       from generate_series(1, 1500) n`,
      [failing.root.id, rows[0]?.id],
    );
    const { body } = await fetch(`${failing.url}/rest/dublincore/`, {
      headers: { Authorization: `Token ${failing.root.token}` },
    });
    const reader = body?.getReader();
    await reader?.read();

    await failing.sql.query('alter table video_types rename to video_kinds');

    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow();
    await eventually(() => expect(lines.join('')).toContain('video_types'));
  });
});
