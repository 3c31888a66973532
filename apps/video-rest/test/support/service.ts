import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { createTestDatabase, watchStatements } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import pino from 'pino';
import request from 'supertest';
import { createToken } from '../../src/accounts/tokens.ts';
import { loadVideoConfiguration, type VideoConfiguration } from '../../src/config.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import type { MediaTools } from '../../src/ffmpeg/open-media-tools.ts';
import { startService } from '../../src/service.ts';
import type { ObjectStoreSettings } from '../../src/storage/objects/connect-store.ts';
import { givenBucketOfInstance, keptIn } from './buckets.ts';
import { encodingTools, quickMediaTools } from './clips.ts';
import { instance } from './instances.ts';
import { environmentOf, type ServiceProcess, startServiceProcess } from './service-process.ts';

const repositoryRoot = path.resolve(import.meta.dirname, '../../../..');

/** One who calls the service, by method and path. */
export type Client = Record<
  'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options',
  (path: string) => request.Test
>;

/** A user with a token, and the client that uses it. */
export interface Person {
  id: number;
  username: string;
  /** Address of the account, as relations name it. */
  url: string;
  token: string;
  client: Client;
}

/** A running service on a database of its own. */
export interface TestService {
  url: string;
  databaseUrl: string;
  dataDir: string;
  mediaRoot: string;
  /** Undefined: media are kept below MEDIA_ROOT. */
  bucket: ObjectStoreSettings | undefined;
  /** The process that has started the others; undefined where the service is in this one. */
  child: ServiceProcess | undefined;
  db: Database;
  /** Straight to the tables, for what no API shows. */
  sql: pg.Pool;
  /** A superuser, a member of staff, and somebody who is neither. */
  root: Person;
  staff: Person;
  ada: Person;
  /** Calls with these headers, or with none. */
  as(headers: Record<string, string>): Client;
  /** Another user; names are made up when absent. */
  givenUser(user?: {
    username?: string;
    isStaff?: boolean;
    isSuperuser?: boolean;
    isActive?: boolean;
    passwordHash?: string;
  }): Promise<Person>;
}

export function clientWith(url: string, headers: Record<string, string>): Client {
  const by = (method: keyof Client) => (pathname: string) => request(url)[method](pathname).set(headers);
  return {
    get: by('get'),
    head: by('head'),
    post: by('post'),
    put: by('put'),
    patch: by('patch'),
    delete: by('delete'),
    options: by('options'),
  };
}

/** What a service is started with, beside its configuration. */
interface ServiceOptions {
  log?: pino.Logger;
  /** Takes the SQL statements that the service sends. */
  statements?: string[];
  /** Other programs than those of the tests. */
  tools?: Partial<MediaTools>;
}

/**
 * One service for the tests of a file, on the instance of that file; each test makes its own records. Nothing is encoded
 * unless asked for.
 */
export function useService(
  configuration: Partial<VideoConfiguration> = {},
  options: ServiceOptions = {},
): TestService {
  const service = {} as TestService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const dataDir = await mkdtemp(path.join(tmpdir(), 'video-test-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const bucket = await givenBucketOfInstance();
    const all = { ...ofTests, ...keptIn(bucket), ...configuration };
    const start = instance().processes === 1 ? startHere : startProcesses;
    const { url, stop, child } = await start(
      { databaseUrl: database.url, dataDir, configuration: all },
      options,
    );
    closing.push(stop);
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => sql.end());
    const db = openDatabase(database.url, () => {});
    closing.push(() => db.close());
    const as = (headers: Record<string, string>) => clientWith(url, headers);
    let made = 0;
    const personOf = async (user: { id: number; username: string }): Promise<Person> => {
      const { key } = await createToken(db, { by: serviceItself, username: user.username, label: 'test' });
      const address = `${url}/rest/users/${user.id}/`;
      return { ...user, url: address, token: key, client: as({ Authorization: `Token ${key}` }) };
    };
    const givenUser: TestService['givenUser'] = async (user = {}) => {
      made += 1;
      const row = await db.prisma.user.create({ data: { username: `user-${made}`, ...user } });
      return personOf(row);
    };
    const rootRow = await db.prisma.user.findFirstOrThrow({ where: { isSuperuser: true } });
    Object.assign(service, {
      url,
      databaseUrl: database.url,
      dataDir,
      mediaRoot: path.join(dataDir, 'media'),
      bucket,
      child,
      db,
      sql,
      as,
      givenUser,
      root: await personOf(rootRow),
      staff: await givenUser({ username: 'staff', isStaff: true }),
      ada: await givenUser({ username: 'ada' }),
    });
  });

  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    // Modules are never unloaded: that of the tests would keep all that their service was.
    for (const key of Object.keys(service)) Reflect.deleteProperty(service, key);
  });

  return service;
}

const ofTests = {
  port: 0,
  mediaMinFree: 0,
  encodeConcurrency: 0,
  rootPassword: 'root-password',
  timeZone: 'UTC',
  defaultDcCoverage: 'Example University - Town - Country',
  defaultDcRights: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  titleEtb: 'Example University',
} satisfies Partial<VideoConfiguration>;

interface StartOptions {
  databaseUrl: string;
  dataDir: string;
  configuration: Partial<VideoConfiguration> & { rootPassword: string };
}

interface StartedService {
  url: string;
  stop(): Promise<unknown>;
  child?: ServiceProcess;
}

async function startHere(
  { databaseUrl, dataDir, configuration }: StartOptions,
  { log = pino({ level: 'silent' }), statements, tools = {} }: ServiceOptions,
): Promise<StartedService> {
  const places = { env: { DATA_DIR: dataDir }, workingDirectory: dataDir, repositoryRoot };
  const watch = statements && (await watchStatements(databaseUrl, statements));
  const found = await (configuration.encodeConcurrency === 0 ? quickMediaTools() : encodingTools());
  const { url, stop } = await startService({
    // What it does by itself would be counted too.
    takesJobs: watch === undefined,
    databaseUrl: watch?.url ?? databaseUrl,
    tools: { ...found, ...tools },
    log,
    configuration: { ...loadVideoConfiguration(places), ...configuration },
  });
  return { url, stop: () => stop().finally(() => watch?.stop()) };
}

async function startProcesses(
  { databaseUrl, dataDir, configuration }: StartOptions,
  { log, statements, tools: { ffmpeg: ffmpegPath, ffprobe: ffprobePath, ...others } = {} }: ServiceOptions,
): Promise<StartedService> {
  if (log ?? statements ?? Object.keys(others)[0])
    throw new Error('what processes log, send and decode is for tests of the plain instance');
  const { rootPassword, ...all } = configuration;
  const { processes } = instance();
  const env = environmentOf({ ...all, processes, ffmpegPath, ffprobePath });
  const child = await startServiceProcess({ databaseUrl, dataDir, rootPassword, env });
  const stop = async () => {
    const end = await child.kill('SIGTERM');
    await child[Symbol.asyncDispose]();
    if (end.code !== 0)
      throw new Error(`the service ended with ${end.code ?? end.signal}:\n${child.output()}`);
  };
  return { url: child.url, stop, child };
}
