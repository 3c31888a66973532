import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { hashPassword } from '@campus/accounts';
import {
  createTestDatabase,
  type RecordingServer,
  startRecordingServer,
  watchStatements,
} from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import pino from 'pino';
import request from 'supertest';
import type { SigningConfiguration } from '../../src/config.ts';
import { startService } from '../../src/service.ts';
import { sharedInspector } from './shared-inspector.ts';

export const publicToken = 'public-token-for-tests-1';
export const otherPublicToken = 'public-token-for-tests-2';
export const managementToken = 'management-token-for-tests';
export const webhookToken = 'webhook-token-for-tests';
/** Of the administrator `root`. */
export const rootPassword = 'root-password';

/** A running service on a database of its own, and the two who talk to it. */
export interface TestService {
  url: string;
  databaseUrl: string;
  /** The signing application as the service calls it. */
  webhook: RecordingServer;
  /** Calls with a public token. */
  vendor: Caller;
  /** Calls with the management token. */
  institution: Caller;
  /** Straight to the tables, for what no API shows. */
  sql: pg.Pool;
}

/** One who calls the service, by method and path. */
export type Caller = Record<
  'get' | 'head' | 'post' | 'put' | 'patch' | 'delete' | 'options',
  (path: string) => request.Test
>;

export function callerWith(url: string, authorization: string | null): Caller {
  const by = (method: keyof Caller) => (path: string) => {
    const call = request(url)[method](path);
    return authorization === null ? call : call.set('Authorization', authorization);
  };
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

/** What the service is started with, unless a test says otherwise. */
const byDefault: Omit<SigningConfiguration, 'dataDir' | 'publicTokens' | 'managementTokens' | 'webhook'> = {
  host: '127.0.0.1',
  port: 0,
  processes: 1,
  baseUrl: undefined,
  trustedProxies: ['loopback'],
  metricsHost: '127.0.0.1',
  metricsPort: 0,
  tracesEndpoint: undefined,
  tracesRatio: 0,
  databaseReadUrl: undefined,
  databasePoolSize: 10,
  databaseListTimeout: 10,
  language: 'en',
  timeZone: 'UTC',
  legalUrl: undefined,
  accessibilityUrl: undefined,
  accessibilityContact: undefined,
  securityContact: undefined,
  brandName: undefined,
  brandColour: '#2457a6',
  brandLogo: undefined,
  oidcIssuer: undefined,
  oidcClientId: undefined,
  oidcClientSecret: undefined,
  oidcUsernameClaim: 'preferred_username',
  secondFactorFromRole: undefined,
  roundDueDays: undefined,
  reminderText: undefined,
  remindAfterDays: undefined,
  trustFolder: undefined,
  trustedLists: undefined,
  timestampUri: undefined,
  retention: {},
  mail: undefined,
  rootUsername: 'root',
  rootPassword: undefined,
};

/**
 * One service for the tests of a file; each test makes its own records.
 *
 * @param options.statements  takes the SQL statements that the service sends
 */
export function useService(
  options: {
    webhook?: false;
    configuration?: Partial<SigningConfiguration>;
    log?: pino.Logger;
    statements?: string[];
  } = {},
): TestService {
  const service = {} as TestService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const webhook = await startRecordingServer();
    closing.push(() => webhook.stop());
    const dataDir = await mkdtemp(path.join(tmpdir(), 'signing-test-'));
    closing.push(() => rm(dataDir, { recursive: true }));
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => sql.end());
    // Made here, the service need not make it, which takes half a second.
    await sql.query(
      `insert into accounts (username, role, password_hash) values ('root', 'administrator', $1)`,
      [await hashPassword(rootPassword)],
    );
    const watch = options.statements && (await watchStatements(database.url, options.statements));
    closing.push(async () => watch?.stop());
    const { url, stop } = await startService({
      databaseUrl: watch?.url ?? database.url,
      log: options.log ?? pino({ level: 'silent' }),
      inspector: sharedInspector,
      configuration: {
        ...byDefault,
        dataDir,
        publicTokens: [publicToken, otherPublicToken],
        managementTokens: [managementToken],
        webhook: options.webhook === false ? undefined : { uri: `${webhook.url}/start`, token: webhookToken },
        ...options.configuration,
      },
    });
    closing.push(stop);
    Object.assign(service, {
      url,
      databaseUrl: database.url,
      webhook,
      sql,
      vendor: callerWith(url, `Bearer ${publicToken}`),
      institution: callerWith(url, `Bearer ${managementToken}`),
    });
  });

  afterAll(async () => {
    for (const close of closing.splice(0).reverse()) await close();
    // Modules are never unloaded: that of the tests would keep all that their service was.
    for (const key of Object.keys(service)) Reflect.deleteProperty(service, key);
  });

  return service;
}
