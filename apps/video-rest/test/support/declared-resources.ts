import { tmpdir } from 'node:os';
import {
  answerError,
  type Caller,
  columnsOf,
  createLongAnswers,
  type ReceivedForm,
  type Resource,
  resourceRouter,
} from '@campus/rest';
import { createShell, listen } from '@campus/service';
import { createTestDatabase } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import type { Request } from 'express';
import pino from 'pino';
import { loadVideoConfiguration } from '../../src/config.ts';
import { refuseInUse } from '../../src/data/conflicts.ts';
import { type Database, openDatabase } from '../../src/data/open-database.ts';
import { tableStore } from '../../src/data/table-store.ts';
import { type Tables, tables } from '../../src/data/tables.ts';
import { paths } from '../../src/http/addresses.ts';
import { openSessions } from '../../src/http/pages/sign-in/open-sessions.ts';
import { passwordCheckOn } from './accounts.ts';
import { type Client, clientWith } from './service.ts';

/** A server with resources that exist for a test alone. */
export interface DeclaredService {
  url: string;
  db: Database;
  /** Calls as staff. */
  client: Client;
}

/**
 * Starts a server with these resources before the tests of a file.
 *
 * @param options.sql     makes tables that the schema has not
 * @param options.tables  the same, as the generator would write them
 */
export function useDeclared(
  resources: readonly Resource<object>[],
  {
    sql,
    tables: others = {},
    receiveForm = async () => ({ fields: {}, file: undefined, dispose: async () => {} }),
  }: { sql?: string; tables?: Tables; receiveForm?: () => Promise<ReceivedForm> } = {},
): DeclaredService {
  const service = {} as DeclaredService;
  const closing: (() => Promise<unknown>)[] = [];
  const log = pino({ level: 'silent' });

  beforeAll(async () => {
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const db = openDatabase(database.url, () => {});
    closing.push(() => db.close());
    if (sql !== undefined) await db.pool.query(sql);
    const sessions = await openSessions({
      db,
      checkPassword: passwordCheckOn(db),
      configuration: loadVideoConfiguration({
        env: {},
        workingDirectory: tmpdir(),
        repositoryRoot: tmpdir(),
      }),
      now: () => new Date(),
      log,
    });
    closing.push(() => sessions.close());
    const known = { ...tables, ...others };
    const storeOn = (table: string, columns: Iterable<string>) => ({
      ...tableStore(db, table, columns, known),
      remove: (id: number) =>
        refuseInUse({ pool: db.pool, id, known }, async () => {
          const { rowCount } = await db.pool.query(`delete from "${table}" where id = $1`, [id]);
          return rowCount === 1;
        }),
    });
    const stores = new Map(
      resources.map((resource) => [resource.table, storeOn(resource.table, columnsOf(resource))]),
    );
    const app = createShell({ log, trustedProxies: [] });
    const engine = {
      services: {},
      baseUrl: undefined,
      language: 'en' as const,
      timeZone: 'UTC',
      toleratedParameters: new Set<string>(),
      storeOf: (table: string) => stores.get(table) ?? storeOn(table, []),
      authenticate: async ({ headers }: Pick<Request, 'headers'>) =>
        somebody({ isStaff: headers.authorization === 'staff' }),
      receiveForm,
      explain: () => undefined,
      longAnswers: createLongAnswers(),
      sessions: {
        ...sessions,
        callerOf: (request: Request) => signedIn(sessions.accountOf(request), request),
        lookAgain: async (request: Request) => signedIn(await sessions.lookAgain(request), request),
      },
    };
    app.use(sessions.handle);
    app.use(paths.accounts, sessions.routes);
    app.use('/rest', resourceRouter(resources, engine));
    app.use(answerError({ language: 'en', explain: () => undefined }));
    const { url, stop } = await listen(app, { host: '127.0.0.1', port: 0 });
    closing.push(stop);
    Object.assign(service, { url, db, client: clientWith(url, { authorization: 'staff' }) });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}

function signedIn(account: { id: number; username: string } | undefined, { ip: address }: Request) {
  if (account === undefined) return undefined;
  const { id, username } = account;
  return somebody({ id, username, address, isStaff: true, scheme: 'session' });
}

/** Who calls: somebody with a token, unless it is said otherwise. */
function somebody(given: Partial<Caller>): Caller {
  return {
    id: 1,
    username: 'somebody',
    address: undefined,
    isStaff: false,
    isSuperuser: false,
    scheme: 'token',
    ...given,
  };
}
