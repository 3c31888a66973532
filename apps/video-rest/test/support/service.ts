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
import { testMediaTools } from './clips.ts';

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

/**
 * One service for the tests of a file; each test makes its own records. Nothing is encoded unless asked for.
 *
 * @param options.statements  takes the SQL statements that the service sends
 * @param options.tools       other programs than those of the tests
 */
export function useService(
  configuration: Partial<VideoConfiguration> = {},
  {
    log = pino({ level: 'silent' }),
    statements,
    tools = {},
  }: { log?: pino.Logger; statements?: string[]; tools?: Partial<MediaTools> } = {},
): TestService {
  const service = {} as TestService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const dataDir = await mkdtemp(path.join(tmpdir(), 'video-test-'));
    closing.push(() => rm(dataDir, { recursive: true, force: true }));
    const defaults = loadVideoConfiguration({
      env: { DATA_DIR: dataDir },
      workingDirectory: dataDir,
      repositoryRoot,
    });
    const watch = statements && (await watchStatements(database.url, statements));
    closing.push(async () => watch?.stop());
    const { url, stop } = await startService({
      databaseUrl: watch?.url ?? database.url,
      tools: { ...(await testMediaTools()), ...tools },
      log,
      configuration: {
        ...defaults,
        port: 0,
        mediaMinFree: 0,
        encodeConcurrency: 0,
        rootPassword: 'root-password',
        timeZone: 'UTC',
        defaultDcCoverage: 'Example University - Town - Country',
        defaultDcRights: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
        titleEtb: 'Example University',
        ...configuration,
      },
    });
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
    for (const close of closing.reverse()) await close();
  });

  return service;
}
