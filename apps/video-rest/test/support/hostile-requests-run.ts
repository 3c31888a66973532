import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { createTestDatabase } from '@campus/testing';
import {
  type ApiDocument,
  attack,
  type HostileAnswer,
  type HostileRequest,
  type HostileRun,
  isOfTheParser,
  watchChanges,
} from '@campus/testing/hostile';
import { readPage } from '@campus/testing/markup';
import pg from 'pg';
import { createToken } from '../../src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { givenBroadcaster, givenBuilding, givenEncoding, givenType, givenVideo } from './given-records.ts';
import { hostileVideoRequest, type Surroundings } from './hostile-requests.ts';
import { clientWith } from './service.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './service-process.ts';

/** What a run came to. */
export interface HostileVideoRun extends HostileRun {
  /** Files of uploads that nobody needs any more. */
  filesLeft: string[];
  /** Tables whose kept number of rows is not the number of rows. */
  wrongCounts: string[];
}

/** Whoever sends the requests, as they must be for the requests to reach anything. */
interface Senders {
  root: number;
  staff: number;
  ada: number;
}

const rootPassword = 'root-password-of-the-run';

/**
 * Sends generated requests, one after the other, to a service process with some records of each kind, and judges
 * each answer. The same seed gives the same requests.
 */
export async function runHostileRequests({
  requests,
  seed,
}: {
  requests: number;
  seed: number;
}): Promise<HostileVideoRun> {
  const closing: (() => Promise<unknown>)[] = [];
  try {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const service = await startServiceProcess({ databaseUrl: database.url, dataDir, rootPassword });
    closing.push(() => service.kill('SIGKILL'));
    const db = openDatabase(database.url, () => {});
    closing.push(() => db.close());
    const senders = await givenSenders(db);
    const surroundings = await givenSurroundings(db, senders, { objects: Math.ceil(requests / 40) + 10 });
    const watch = await watchChanges(database.url, {
      // The kept counts follow the tables, and are compared at the end; the use of a token is noted with any request.
      // What has changed is given its place afterwards, in the background, and webhooks are told of it. The first page of
      // changes makes the key that its cursors are written with.
      except: ['row_counts', 'day_counts', 'changes', 'webhook_deliveries', 'instance_keys'],
      columns: {
        access_tokens: ['user_id', 'key_hash', 'label', 'expires_at', 'revoked_at'],
        webhooks: ['address', 'description', 'events', 'created_by_id', 'secret_version'],
      },
    });
    closing.push(() => watch.stop());
    const { credentials } = surroundings;
    const run = await attack({
      service,
      requests,
      seed,
      judge,
      hostile: hostileVideoRequest(await documentOf(service, credentials[0]), surroundings),
      secrets: [...credentials.map((value) => value.replace('Token ', '')), rootPassword, '$scrypt$'],
      countChanges: watch.count,
      restore: () => restoreSenders(db, senders),
    });
    return {
      ...run,
      filesLeft: await filesIn(path.join(dataDir, 'media', 'tmp')),
      wrongCounts: await wrongCounts(db),
    };
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** A superuser, staff, and somebody who is neither; each owns some videos, so that nobody deletes them. */
async function givenSenders(db: Database): Promise<Senders> {
  const { prisma } = db;
  const [root, staff, ada] = [
    await prisma.user.findFirstOrThrow({ where: { isSuperuser: true } }),
    await prisma.user.create({ data: { username: 'staff', isStaff: true } }),
    await prisma.user.create({ data: { username: 'ada' } }),
  ];
  for (const { id: ownerId } of [root, staff, ada])
    for (let video = 0; video < 5; video += 1) await givenVideo(db, { ownerId });
  return { root: root.id, staff: staff.id, ada: ada.id };
}

/** Among the requests are some that take rights away from those who send them. */
async function restoreSenders({ prisma }: Database, { root, staff, ada }: Senders): Promise<void> {
  const rights = [
    { id: root, isSuperuser: true, isStaff: true },
    { id: staff, isSuperuser: false, isStaff: true },
    { id: ada, isSuperuser: false, isStaff: false },
  ];
  for (const { id, ...data } of rights)
    await prisma.user.update({ where: { id }, data: { ...data, isActive: true } });
}

/** Some objects of each kind, and the credentials of the senders. */
async function givenSurroundings(
  db: Database,
  { root, staff, ada }: Senders,
  { objects }: { objects: number },
): Promise<Surroundings> {
  const keys: Record<string, string[]> = {
    '/rest/users/': [],
    '/rest/types/': [],
    '/rest/buildings/': [],
    '/rest/broadcasters/': [],
    '/rest/videos/': [],
    '/rest/encodings/': [],
  };
  const note = (list: string, key: number | string) => keys[list]?.push(String(key));
  note('/rest/users/', root);
  note('/rest/users/', 'me');
  for (let object = 0; object < objects; object += 1) {
    const user = await db.prisma.user.create({ data: { username: `victim-${object}` } });
    const { id: videoId, slug, typeId } = await givenVideo(db, { ownerId: object % 2 === 0 ? ada : user.id });
    note('/rest/users/', user.id);
    note('/rest/types/', object % 2 === 0 ? typeId : (await givenType(db)).id);
    note('/rest/buildings/', (await givenBuilding(db)).id);
    note('/rest/broadcasters/', (await givenBroadcaster(db)).slug);
    note('/rest/videos/', object % 2 === 0 ? videoId : slug);
    note('/rest/encodings/', (await givenEncoding(db, videoId)).id);
  }
  const token = async (id: number) => {
    const { username } = await db.prisma.user.findUniqueOrThrow({ where: { id } });
    const { key } = await createToken(db, { by: serviceItself, username });
    return `Token ${key}`;
  };
  const others = [root, staff, ada, ada].map(token);
  return { credentials: [await token(root), ...(await Promise.all(others))], keys };
}

async function documentOf({ url }: ServiceProcess, Authorization: string): Promise<ApiDocument> {
  return (await clientWith(url, { Authorization }).get('/rest/schema/').expect(200)).body;
}

/** What is counted besides whole tables. */
const countedRules: Record<string, string | undefined> = {
  open_videos: 'videos where not is_draft and not is_for_groups and password_hash is null',
};

async function wrongCounts({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ table_name: string; rows: string }>('select * from row_counts');
  const wrong: string[] = [];
  for (const { table_name: table, rows: kept } of rows) {
    const from = countedRules[table] ?? pg.escapeIdentifier(table);
    const counted = await pool.query<{ count: string }>(`select count(*) from ${from}`);
    const [count] = counted.rows.map((row) => row.count);
    if (count !== kept) wrong.push(`${table}: ${kept} are kept, ${count} are there`);
  }
  const { rows: days } = await pool.query<{ sum: string; count: string }>(
    `select (select sum(rows) from day_counts where table_name = 'videos' and rows >= 0), (select count(*) from videos)`,
  );
  for (const { sum, count } of days)
    if (sum !== count) wrong.push(`days of videos: ${sum} are kept, ${count} are there`);
  return wrong;
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** What is wrong with an answer, by the rules of a Django REST Framework API. */
function judge(
  { method, target, headers: sent }: HostileRequest,
  answer: HostileAnswer,
  { hasChanged }: { hasChanged: boolean },
): string[] {
  const { status, headers, text } = answer;
  const wrong: string[] = [];
  const onlyReads = ['GET', 'HEAD', 'OPTIONS'].includes(method) && !/launch_encode_view/i.test(target);
  if (onlyReads && hasChanged) wrong.push(`changed something by ${method}`);
  const mayBePage = /text\/html/i.test(String(sent.Accept)) || /[=.]api\b/.test(target);
  if ([301, 302, 303, 307, 308].includes(status)) {
    const isSignIn = String(headers.location).startsWith('/accounts/login/');
    // Whoever asks for a page and says nothing of who it is.
    if (mayBePage && isSignIn && sent.Authorization === undefined) return wrong;
    wrong.push(`redirects to ${headers.location}`);
  }
  if (mayBePage && String(headers['content-type']).startsWith('text/html')) {
    if (method !== 'HEAD' && !isPage(text, target)) wrong.push(`answered ${status} with half a page`);
    return wrong;
  }
  if (method !== 'HEAD' && status !== 204 && status !== 304 && !isOfTheParser(answer)) {
    const isOfKind = (kind: RegExp) => status === 200 && kind.test(String(headers['content-type']));
    const isOther =
      isOfKind(/^text\/(xml|csv)/) || (isOfKind(/^application\/x-ndjson/) && text.split('\n').every(isLine));
    if (!isOther && !isJson(answer)) wrong.push(`answered ${status} without JSON`);
    else if (status >= 400 && !isError(JSON.parse(text))) wrong.push(`answered ${status} in another form`);
  }
  return wrong;
}

/** Whole, and about an answer that programs get; nobody without a session has a form on it. */
function isPage(text: string, target: string): boolean {
  // On the bytes: whoever reads a page mends it.
  const isWhole = text.startsWith('<!doctype html>') && text.endsWith('</html>\n');
  const page = readPage(text);
  const isPosted = page.all('form').some((form) => form.attribute('method') === 'post');
  // A path that is written in another way is nobody's, and has no request to show.
  const isOfApi = /^\/rest(?:[/?]|$)/.test(target);
  const hasAnswer = page.all('pre').some((sheet) => /^\s*HTTP \d{3} /.test(sheet.text));
  // Nor has one whose address cannot be told, for an impossible `Host` or `X-Forwarded-Proto`.
  const hasNoAddress = text.includes('it names no valid host');
  return isWhole && !isPosted && (hasAnswer || hasNoAddress || !isOfApi);
}

function isJson({ headers, text }: HostileAnswer): boolean {
  if (!/^application\/(problem\+)?json/.test(String(headers['content-type']))) return false;
  return isParsed(text);
}

/** A line of an export; the last has an end, behind which nothing is. */
const isLine = (line: string) => line === '' || isParsed(line);

function isParsed(json: string): boolean {
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}

/** `{"detail": …}`, messages by field, or the report of an import. */
function isError(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const { detail, problems } = body as { detail?: unknown; problems?: unknown };
  if (typeof detail === 'string' && detail !== '') return true;
  if (Array.isArray(problems) && problems.length > 0) return true;
  const messages = Object.values(body);
  const areTexts = (value: unknown) =>
    Array.isArray(value) && value.length > 0 && value.every((text) => typeof text === 'string');
  return messages.length > 0 && messages.every(areTexts);
}
