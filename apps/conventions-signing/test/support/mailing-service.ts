import { createTestDatabase, freePort } from '@campus/testing';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './process.ts';
import { type Exim, eximLogin, startExim } from './start-exim.ts';

/** The service as a process whose letters an Exim takes. */
interface MailingService {
  exim: Exim;
  /** Straight to the tables. */
  sql: pg.Pool;
  /** Where it is, whichever process runs. */
  site: string;
  /** What it is started with. */
  env: Record<string, string>;
  /** The process that runs. */
  up: ServiceProcess;
  start(): Promise<void>;
}

/** A mail server with the login, as operators write it. */
export function smtpUrl(
  exim: Exim,
  scheme: 'smtp' | 'smtps' = 'smtp',
  { password = eximLogin.password } = {},
): string {
  const port = scheme === 'smtp' ? exim.port : exim.tlsPort;
  return `${scheme}://${eximLogin.user}:${encodeURIComponent(password)}@localhost:${port}`;
}

/** One for the tests of a file, which runs. @param more  parameters besides */
export function useMailingService(more: () => Record<string, string> = () => ({})): MailingService {
  const service = {} as MailingService;
  const closing: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const exim = await startExim();
    closing.push(() => exim.remove());
    const sql = new pg.Pool({ connectionString: database.url, max: 3 });
    closing.push(() => sql.end());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    const port = await freePort();
    const site = `http://localhost:${port}`;
    const env = {
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      SERVER_PORT: String(port),
      SERVER_BASE_URL: site,
      NODE_EXTRA_CA_CERTS: exim.certificate,
      SMTP_URL: smtpUrl(exim),
      MAIL_FROM: 'Signing office <signing@university.example>',
      ...more(),
    };
    const start = async () => {
      service.up = await startServiceProcess(env);
    };
    Object.assign(service, { exim, sql, site, env, start });
    await start();
    closing.push(() => service.up.kill('SIGKILL'));
  });

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  return service;
}
