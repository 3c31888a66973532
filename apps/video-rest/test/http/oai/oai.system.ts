import { execFile, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { connect } from '@campus/database';
import { countWaiting, eventually, freePort, requireTool } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { sealTurnLimits } from '../../../src/http/oai/oai-routes.ts';
import { nastyTexts, unwritableTexts } from '../../support/dublin-core-records.ts';
import { givenVideo } from '../../support/given-records.ts';
import { askOai, givenManyOnAir, oai } from '../../support/oai.ts';
import { givenOnAir } from '../../support/on-air.ts';
import { useService } from '../../support/service.ts';
import { makeDataDir, startServiceProcess } from '../../support/service-process.ts';

const service = useService({ baseUrl: 'https://videos.example.org', oaiAdminEmail: 'videos@example.org' });
const schemas = path.join(import.meta.dirname, '../../support/oai-schemas');

/** Rejects with the words of xmllint when a document does not follow the schemas; nothing is fetched. */
async function validate(documents: readonly string[]): Promise<void> {
  const xmllint = await requireTool('xmllint');
  const folder = await mkdtemp(path.join(tmpdir(), 'oai-'));
  try {
    const files = documents.map((_document, n) => path.join(folder, `${n}.xml`));
    for (const [n, file] of files.entries()) await writeFile(file, documents[n] ?? '');
    const catalog = path.join(folder, 'catalog.xml');
    await writeFile(
      catalog,
      `<catalog xmlns="urn:oasis:names:tc:entity:xmlns:xml:catalog">
        <system systemId="http://www.w3.org/2001/03/xml.xsd" uri="file://${schemas}/xml.xsd"/>
        <uri name="http://www.w3.org/2001/03/xml.xsd" uri="file://${schemas}/xml.xsd"/>
      </catalog>`,
    );
    await promisify(execFile)(
      xmllint,
      ['--noout', '--nonet', '--schema', path.join(schemas, 'all.xsd'), ...files],
      { env: { XML_CATALOG_FILES: catalog } },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('Every answer is valid by the schemas of the protocol, whatever stands in the texts', async () => {
  const { prisma } = service.db;
  const texts = [...nastyTexts, ...unwritableTexts.map(([given]) => given)].map((text) =>
    // PostgreSQL keeps no NUL, and no half of a pair.
    text.replaceAll('\0', '').toWellFormed(),
  );
  for (const [n, text] of texts.entries()) {
    const { id, typeId } = await givenVideo(service.db, { ownerId: service.ada.id, title: text });
    await givenOnAir(service, id);
    await prisma.videoType.update({ where: { id: typeId }, data: { titleEn: `${n} ${text}` } });
    const contributors = { create: [{ name: text }, { name: text, role: 'director' }] };
    await prisma.video.update({
      where: { id },
      data: { description: text, tags: [text.slice(0, 50).toWellFormed()], contributors },
    });
  }
  const { set } = await givenManyOnAir(service, 201);
  const gone = await givenVideo(service.db, { ownerId: service.ada.id });
  await givenOnAir(service, gone.id);
  await prisma.video.update({ where: { id: gone.id }, data: { isDraft: true } });
  const list = (verb: string) => `verb=${verb}&metadataPrefix=oai_dc`;
  const token = (await oai(service, `${list('ListRecords')}&set=${set}`)).ListRecords?.resumptionToken;
  const one = `metadataPrefix=oai_dc&identifier=oai:videos.example.org:${gone.id}`;
  const queries = [
    'verb=Identify',
    'verb=ListMetadataFormats',
    `verb=ListMetadataFormats&identifier=oai:videos.example.org:${gone.id}`,
    'verb=ListSets',
    `verb=GetRecord&${one}`,
    ...[list('ListRecords'), list('ListIdentifiers'), `${list('ListRecords')}&set=${set}`],
    `${list('ListRecords')}&from=2000-01-01&until=2999-12-31`,
    `${list('ListIdentifiers')}&from=2000-01-01T00:00:00Z`,
    `verb=ListRecords&resumptionToken=${token?.['#text']}`,
    ...['', 'verb=%3Cb%3E', 'verb=ListRecords', 'verb=Identify&%00=%01', `${list('ListRecords')}&from=%22`],
    'verb=GetRecord&metadataPrefix=marc21&identifier=oai:x:1',
    'verb=GetRecord&metadataPrefix=oai_dc&identifier=oai:x:%2541',
    "verb=GetRecord&metadataPrefix=oai_dc&identifier=urn:x:%26a'(b)!$;@=%2B,~*",
    `verb=ListRecords&resumptionToken=${encodeURIComponent(texts.join(''))}%00%EF%BF%BE`,
    `${list('ListRecords')}&set=a:b'(c)!~*`,
    `${list('ListRecords')}&until=1999-12-31T23:59:59Z`,
  ];

  const documents: string[] = [];
  for (const query of queries) documents.push(await askOai(service, query));

  await validate(documents);
  const codes = documents.flatMap((document) => /<error code="(\w+)"/.exec(document)?.[1] ?? []);
  expect(new Set(codes)).toEqual(
    new Set([
      ...['badVerb', 'badArgument', 'badResumptionToken'],
      ...['cannotDisseminateFormat', 'idDoesNotExist', 'noRecordsMatch'],
    ]),
  );
  await expect(validate([documents[5]?.replace('<dc:title>', '<dc:headline>') ?? ''])).rejects.toThrow();
  await expect(validate([documents[0]?.replace('persistent', 'for ever') ?? ''])).rejects.toThrow('for ever');
});

test('A harvester goes on with its token through changes and kill -9, and has all there is', async () => {
  const perl = await requireTool('perl');
  const { dataDir, remove } = await makeDataDir();
  const port = await freePort();
  const env = {
    SERVER_PORT: String(port),
    MEDIA_ROOT: service.mediaRoot,
    OAI_ADMIN_EMAIL: 'videos@example.org',
    TITLE_ETB: 'Harvested',
  };
  const start = () =>
    startServiceProcess({ databaseUrl: service.databaseUrl, dataDir, rootPassword: 'root-password', env });
  const { set, ids } = await givenManyOnAir(service, 450);
  const [changed = 0, gone = 0] = [ids[2], ids[449]];
  const first = await start();
  const script = path.join(import.meta.dirname, '../../support/harvest.pl');
  const harvester = spawn(perl, [script, `http://127.0.0.1:${port}/oai`, 'set', set], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const reader = createInterface(harvester.stdout).on('line', (line) => lines.push(line));
  const isOver = new Promise((resolve) => reader.once('close', resolve));
  const parts = () => lines.filter((line) => line === 'part').length;
  const soon = { seen: () => lines.slice(-5) };

  await eventually(() => expect(parts()).toBe(1), soon);
  await service.db.prisma.video.update({ where: { id: changed }, data: { title: 'Changed' } });
  await service.db.prisma.video.update({ where: { id: gone }, data: { isRestricted: true } });
  // The next part is being asked for when the process is killed.
  const lock = await service.sql.connect();
  await lock.query(`select pg_advisory_lock(hashtext('oai_records'))`);
  harvester.stdin.write('\n');
  await eventually(async () => (await countWaiting(service.sql)) === 1);
  await first.kill('SIGKILL');
  await lock.query(`select pg_advisory_unlock(hashtext('oai_records'))`);
  lock.release();
  await eventually(() => expect(lines).toContain('away'), soon);
  await using _second = await start();
  await eventually(() => expect(parts()).toBe(2), soon);
  harvester.stdin.end('\n');
  await isOver;

  expect(lines[0]).toBe('repository\tHarvested\tpersistent');
  expect(lines.at(-1)).toBe('whole');
  const records = lines.map((line) => line.split('\t')).filter((line) => line.length === 4);
  const last = new Map(
    records.map(([status, identifier = '', , title]) => [identifier.split(':')[2], { status, title }]),
  );
  expect([...last.keys()].map(Number).toSorted((a, b) => a - b)).toEqual(ids);
  expect(last.get(String(changed))).toEqual({ status: 'there', title: 'Changed' });
  expect(last.get(String(gone))?.status).toBe('deleted');
  // That which changed has come twice, and nothing else.
  expect(records).toHaveLength(451);
  await remove();
});

test('Given harvesters that ask more than one may, Then figures tell their 503 from those of the service', async () => {
  const { dataDir, remove } = await makeDataDir();
  await using started = await startServiceProcess({
    databaseUrl: service.databaseUrl,
    dataDir,
    rootPassword: 'root-password',
    env: { MEDIA_ROOT: service.mediaRoot, OAI_ADMIN_EMAIL: 'videos@example.org' },
  });
  await using lock = await connect(service.databaseUrl);
  await lock.query(`select pg_advisory_lock(hashtext('oai_records'))`);
  const address = `${started.url}/oai?verb=ListIdentifiers&metadataPrefix=oai_dc`;
  const tooMany = 3;
  const most = sealTurnLimits.atATime + sealTurnLimits.waitingPerCaller + tooMany;
  const statuses: number[] = [];
  const asked = Array.from({ length: most }, async () => statuses.push((await fetch(address)).status));

  // Nobody gives the lock to the first in time, which is ours.
  await eventually(() => expect(statuses.length).toBeGreaterThan(tooMany));
  await lock.query(`select pg_advisory_unlock(hashtext('oai_records'))`);
  await Promise.all(asked);

  const ofUs = statuses.filter((status) => status === 503).length - tooMany;
  expect(ofUs).toBeGreaterThan(0);
  const refused = async () => {
    const text = await (await fetch(`${started.metricsUrl}/metrics`)).text();
    const ofRoutes =
      /^http_request_duration_seconds_count\{method="GET",route="(\/oai.*?)",status_code="503"\} (\d+)$/gm;
    return Object.fromEntries([...text.matchAll(ofRoutes)].map(([, route, count]) => [route, Number(count)]));
  };
  await eventually(async () =>
    expect(await refused()).toEqual({ '/oai': ofUs, '/oai beyond its share': tooMany }),
  );
  await remove();
});
