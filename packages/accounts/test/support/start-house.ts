import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { inPipelinedTransaction, openKeptCallers, type Sql, sql } from '@campus/database';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import type { TestDatabase } from '@campus/testing';
import express, { type ErrorRequestHandler, type Express } from 'express';
import pg from 'pg';
import { openBrowserSessions } from '../../src/open-browser-sessions.ts';
import { signInFiles } from '../../src/passkey/passkey-form.ts';
import { createPasswordCheck } from '../../src/password/check-password.ts';
import { hashPassword } from '../../src/password/password-hash.ts';
import { checkPasswordRules } from '../../src/password/password-rules.ts';
import type { Identity } from '../../src/provider/identity-provider.ts';
import type { CasServer, OpenIdClient } from '../../src/provider/provider-parameters.ts';
import { type FactorDeps, hasSecondFactor } from '../../src/second-factor/factors.ts';
import type { BrowserSessions } from '../../src/session/browser-sessions.ts';
import { visitsWith } from '../../src/session/visit.ts';
import { createKnownClients } from '../../src/throttling/known-clients.ts';
import type { AttemptLimits } from '../../src/throttling/throttle-attempts.ts';

/** An account of the house. */
export interface Person {
  id: number;
  username: string;
  passwordHash: string | null;
  isActive: boolean;
  hasSecondFactor: boolean;
}

/** A small service: the pages of signing in at `/accounts`, and one page of its own that needs an account. */
export interface House {
  url: string;
  pool: pg.Pool;
  /** What the log was told of sign-ins. */
  logged: object[];
  /** What went wrong behind the answers. */
  errors: unknown[];
  /** Moves the clock of the house, which stands still otherwise: codes of an app are of half a minute. */
  passTime(milliseconds: number): void;
  stop(): Promise<void>;
}

/** What the clocks of all houses of a file of tests begin with. */
export const houseTime = Date.now();

export const password = 'correct horse battery';

const columns = sql`id, username, password_hash, is_active, ${hasSecondFactor(sql`users.id`)} as has_second_factor`;

const site = ui.createSite({
  brand: { brandName: undefined, brandColour: '#2457a6', brandLogo: undefined },
  name: { en: 'House', fr: 'Maison' },
  home: '/home/',
  timeZone: 'Europe/Paris',
  links: { legal: undefined, accessibility: undefined },
  assetsPath: '/static',
  files: signInFiles,
});

/** Starts a house on a copy of the video service's database, for its tables of users and sessions. */
export async function startHouse(
  database: TestDatabase,
  {
    openId,
    cas,
    limits,
    baseUrl,
    isRequired = () => false,
  }: {
    openId?: OpenIdClient;
    cas?: CasServer;
    limits?: AttemptLimits;
    baseUrl?: string;
    /** Whether somebody must have a second factor. */
    isRequired?: (person: Person) => boolean;
  } = {},
): Promise<House> {
  const pool = new pg.Pool({ connectionString: database.url, max: 4 });
  const errors: unknown[] = [];
  const logged: object[] = [];
  const callers = openKeptCallers({ url: database.url, pool, onError: (error) => errors.push(error) });
  let passed = 0;
  const { find, findOrBind } = peopleIn(pool);
  const signIn = await openBrowserSessions<Person>({
    site,
    language: 'en',
    root: '/accounts',
    cookiePath: '/',
    pool,
    callers,
    lookups: { of: () => pool },
    baseUrl,
    checkPassword: createPasswordCheck({
      findForSignIn: (name) => find(sql`username = ${name}`),
      known: createKnownClients({ pool, onError: (error) => errors.push(error) }),
      limits,
    }),
    secondFactor: {
      isRequired,
      change: changeOn(pool),
    },
    findAccounts: (ids) => sql<Person>`select ${columns} from users where id = any (${ids})`.rows(pool),
    noteSignIn: async (id) => {
      await sql`update users set last_sign_in_at = now() where id = ${id}`.run(pool);
    },
    changePassword: async ({ username, password: changed }) => {
      checkPasswordRules(changed);
      const hash = await hashPassword(changed);
      await sql`update users set password_hash = ${hash} where username = ${username}`.run(pool);
    },
    factsOf: () => [],
    navigation: () => [],
    openId: { client: openId, findAccount: findOrBind(sql`oidc_subject`) },
    cas: { server: cas, findAccount: findOrBind(sql`cas_user`) },
    onError: (error) => errors.push(error),
    now: () => new Date(houseTime + passed),
  });

  const server = houseOf(signIn, { errors, logged }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('a TCP server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    pool,
    logged,
    errors,
    passTime(milliseconds) {
      passed += milliseconds;
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      await signIn.close();
      await callers.close();
      if (!pool.ended) await pool.end();
    },
  };
}

/** Finds the people of the house, also those whom another house vouches for. */
function peopleIn(pool: pg.Pool) {
  const first = async (people: Sql<Person>) => (await people.rows(pool))[0];
  const find = (condition: Sql) => first(sql`select ${columns} from users where ${condition}`);
  const bind = (column: Sql, { subject, username }: Identity) =>
    first(sql`
      update users set ${column} = ${subject}
      where username = ${username} and ${column} is null and is_active returning ${columns}`);
  return {
    find,
    findOrBind: (column: Sql) => async (identity: Identity) =>
      (await find(sql`${column} = ${identity.subject}`)) ?? bind(column, identity),
  };
}

/** Runs changes in transactions that say who makes them. */
function changeOn(pool: pg.Pool): FactorDeps['change'] {
  return (by, change) =>
    inPipelinedTransaction(pool, async (tx) => {
      tx.send(sql`select set_config('campus.actor', ${by.name}, true)`);
      return change(tx);
    });
}

function houseOf(
  signIn: BrowserSessions<Person>,
  { errors, logged }: Pick<House, 'errors' | 'logged'>,
): Express {
  const app = express();
  const info = (members: object, line: string) => void logged.push({ line, ...members });
  Object.defineProperty(app.request, 'log', { value: { info } });
  app.set('trust proxy', 'loopback');
  app.set('query parser', 'simple');
  app.use(ui.securityHeaders(), signIn.handle);
  app.use('/accounts', signIn.routes);
  const run = visitsWith({ sessions: signIn });
  app.get(
    '/home',
    run(({ sessions, request, csrf, answer }) => {
      const main = html`<form method="post">${csrf()}${sessions.onceField(request)}</form>`;
      answer({ title: 'Home', main });
    }),
  );
  const give = run(async ({ sessions, request, response }) => {
    response.send((await sessions.isFirst(request)) ? 'done' : 'done before');
  });
  app.post('/home', ...signIn.readForm, give);
  const answerError: ErrorRequestHandler = (error, _request, response, _next) => {
    errors.push(error);
    response.status(500).send('unexpected');
  };
  app.use(answerError);
  return app;
}

/** An active account with a name of its own and the password above. */
export async function givenPerson(
  { pool }: Pick<House, 'pool'>,
  { username = `user-${randomUUID()}`, subject = null as string | null, isActive = true } = {},
): Promise<Person> {
  const person = await sql<Person>`
    insert into users (username, password_hash, oidc_subject, is_active)
    values (${username}, ${await hashPassword(password)}, ${subject}, ${isActive}) returning ${columns}`.row(
    pool,
  );
  if (person === null) throw new Error('the account was not made');
  return person;
}
