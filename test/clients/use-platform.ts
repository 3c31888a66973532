import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { createTestDatabase, freePort, startProcess } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import { createToken } from '../../apps/video-rest/src/accounts/tokens.ts';
import { type Database, openDatabase } from '../../apps/video-rest/src/data/open-database.ts';
import { givenUser } from '../../apps/video-rest/test/support/accounts.ts';
import { repositoryRoot } from '../support/start-demo.ts';
import { startNginx } from '../support/start-nginx.ts';

/** Somebody with a token and a password. */
export interface Account {
  id: number;
  username: string;
  password: string;
  token: string;
}

/** An institution's video platform as its clients see it: by TLS, through nginx, under a name that everybody resolves. */
export interface Platform {
  /** Where clients find it, with the public port, without a slash at the end. */
  origin: string;
  /** The file with the certificate that clients trust. */
  authority: string;
  /** For what a test writes; gone at the end. */
  folder: string;
  db: Database;
  /** A member of staff, whose token programs are given. */
  staff: Account;
  givenAccount(user?: { isStaff?: boolean; isSuperuser?: boolean }): Promise<Account>;
  /** Asks as a program of staff's own, for what a client does not look at. @throws when it is refused */
  ask<Shown = Record<string, unknown>>(pathname: string, init?: RequestInit): Promise<Shown>;
}

/** One platform for the tests of a file, in French as the instances are that these clients were written for. */
export function usePlatform(): Platform {
  const platform = {} as Platform;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'platform-'));
    closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    const database = await createTestDatabase('video-rest');
    closing.push(() => database.drop());
    const db = openDatabase(database.url, () => {});
    closing.push(() => db.close());
    const [port, mediaRoot] = [await freePort(), path.join(folder, 'media')];
    const nginx = await startNginx({
      LISTEN: 'tls',
      SIGNING_HOST: 'signing.localhost',
      SIGNING_UPSTREAM: `127.0.0.1:${await freePort()}`,
      VIDEO_HOST: 'localhost',
      VIDEO_UPSTREAM: `127.0.0.1:${port}`,
      MEDIA_ACCEL_LOCATION: '/protected-media/',
      MEDIA_ROOT: mediaRoot,
    });
    closing.push(() => nginx.stop());
    const authority = path.join(folder, 'authority.pem');
    await writeFile(authority, nginx.certificate);
    const origin = `https://localhost:${nginx.httpsPort}`;
    const service = startProcess({
      command: process.execPath,
      args: [path.join(repositoryRoot, 'apps/video-rest/src/main.ts')],
      cwd: folder,
      env: {
        DATABASE_URL: database.url,
        DATA_DIR: folder,
        MEDIA_ROOT: mediaRoot,
        MEDIA_ACCEL_LOCATION: '/protected-media/',
        MEDIA_MIN_FREE: '0',
        SERVER_PORT: String(port),
        METRICS_PORT: '0',
        SERVER_BASE_URL: origin,
        SERVER_TRUSTED_PROXIES: '127.0.0.1',
        LANGUAGE_CODE: 'fr',
        ROOT_PASSWORD: 'root-password',
        DEFAULT_DC_COVERAGE: 'Example University - Town - Country',
        DEFAULT_DC_RIGHTS: 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
      },
    });
    closing.push(async () => {
      await service.kill();
      await service[Symbol.asyncDispose]();
    });
    await service.waitForOutput(/ready on /);
    const givenAccount: Platform['givenAccount'] = async (user = {}) => {
      const account = await givenUser(db, user);
      const { key } = await createToken(db, { by: serviceItself, username: account.username });
      return { ...account, token: key };
    };
    const staff = await givenAccount({ isStaff: true, isSuperuser: true });
    const ask = async (pathname: string, init: RequestInit = {}) => {
      const address = `http://127.0.0.1:${port}${pathname}`;
      const headers = { Authorization: `Token ${staff.token}`, ...init.headers };
      const answer = await fetch(address, { ...init, headers });
      if (!answer.ok) throw new Error(`${answer.status} at ${pathname}: ${await answer.text()}`);
      return answer.json();
    };
    Object.assign(platform, { origin, authority, folder, db, staff, givenAccount, ask });
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return platform;
}
