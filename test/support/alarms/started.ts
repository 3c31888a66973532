import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  createTestDatabase,
  freePort,
  type Network,
  networkBefore,
  type RecordingServer,
  requireTool,
  type StartedProcess,
  startMailServer,
  startProcess,
  startRecordingServer,
  type TestMailServer,
} from '@campus/testing';
import pg from 'pg';
import { signIn } from '../../../apps/conventions-signing/test/support/console.ts';
import {
  type ServiceProcess,
  startServiceProcess as startSigning,
  webhookEnv,
} from '../../../apps/conventions-signing/test/support/process.ts';
import { basic } from '../../../apps/video-rest/test/support/accounts.ts';
import { clientWith, type Person } from '../../../apps/video-rest/test/support/service.ts';
import { startServiceProcess as startVideo } from '../../../apps/video-rest/test/support/service-process.ts';
import { startWorkerProcess } from '../../../apps/video-rest/test/support/worker-process.ts';
import type { Service } from '../../../scripts/alarms/alarms.ts';

export const rootPassword = 'root-password';

/** Whatever is to be ended behind a test, the last one first. */
export type Closing = (() => Promise<unknown>)[];

/** A service that runs, and what it stands on. */
export interface Started {
  service: Service;
  process: StartedProcess;
  url: string;
  /** What Prometheus scrapes, by job. */
  targets: Record<string, string>;
  /** Between it and its database. */
  network: Network;
  /** Past that network. */
  sql: pg.Pool;
  dataDir: string;
  /** Reads a list. */
  read(): Promise<unknown>;
}

export interface StartedSigning extends Started {
  signingApplication: RecordingServer;
  /** Sends an agreement to be signed. */
  institution: ServiceProcess['institution'];
}

export interface StartedVideo extends Started {
  root: Person;
  staff: Person;
}

async function place(service: Service, closing: Closing) {
  const database = await createTestDatabase(service);
  closing.push(() => database.drop());
  const network = await networkBefore(database.url);
  closing.push(async () => network[Symbol.asyncDispose]());
  const sql = new pg.Pool({ connectionString: database.url, max: 2 });
  closing.push(() => sql.end());
  return { service, network, sql, dataDir: await givenFolder(closing) };
}

export async function givenFolder(closing: Closing): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'alarms-'));
  closing.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

export async function givenSigning(
  closing: Closing,
  env: Record<string, string> = {},
): Promise<StartedSigning> {
  const own = await place('conventions-signing', closing);
  const signingApplication = await startRecordingServer();
  closing.push(() => signingApplication.stop());
  const started = await startSigning({
    DATABASE_URL: own.network.url,
    DATA_DIR: own.dataDir,
    ROOT_PASSWORD: rootPassword,
    ...webhookEnv(signingApplication.url),
    ...env,
  });
  closing.push(() => started.kill('SIGKILL'));
  const { url, metricsUrl, institution } = started;
  return {
    ...{ ...own, process: started, url, institution, signingApplication },
    targets: { [own.service]: metricsUrl },
    read: () => institution.get('/api/conventions'),
  };
}

/** A signing service with a mail server, and how somebody asks for a message. */
export async function givenMailing(
  closing: Closing,
): Promise<StartedSigning & { mailServer: TestMailServer; askForMail(): Promise<unknown> }> {
  const mailServer = await startMailServer();
  closing.push(() => mailServer.stop());
  const port = String(await freePort());
  const started = await givenSigning(closing, {
    ...{ SERVER_PORT: port, SERVER_BASE_URL: `http://127.0.0.1:${port}` },
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'signing@example.org',
  });
  return {
    ...{ ...started, mailServer },
    async askForMail() {
      const person = await signIn(started, 'reader');
      const mail = `${person.username}@example.org`;
      await started.sql.query('update accounts set email = $2 where username = $1', [person.username, mail]);
      await person.post('/console/account/mail/test/').expect(303);
    },
  };
}

export async function givenVideo(closing: Closing, env: Record<string, string> = {}): Promise<StartedVideo> {
  const own = await place('video-rest', closing);
  const { dataDir, network } = own;
  const started = await startVideo({ databaseUrl: network.url, dataDir, rootPassword, env });
  closing.push(() => started.kill('SIGKILL'));
  const { url, metricsUrl } = started;
  const client = clientWith(url, { Authorization: basic('root', rootPassword) });
  const { body } = await client.get('/rest/users/me/').expect(200);
  const root: Person = { id: body.id, username: 'root', url: body.url, token: '', client };
  return {
    ...{ ...own, process: started, url, root, staff: root },
    targets: { [own.service]: metricsUrl },
    read: () => client.get('/rest/videos/'),
  };
}

/** With a worker, which Prometheus scrapes too. */
export async function givenEncoding(
  closing: Closing,
  env: Record<string, string> = {},
): Promise<StartedVideo & { worker: StartedProcess }> {
  const started = await givenVideo(closing);
  const { network, dataDir, targets } = started;
  const worker = await startWorkerProcess({ DATABASE_URL: network.url, DATA_DIR: dataDir, ...env });
  closing.push(() => worker.kill('SIGTERM'));
  const [, workerMetrics = ''] = await worker.waitForOutput(/metrics on (http:\/\/[\w.:]+)/);
  return { ...started, worker, targets: { ...targets, 'video-rest-worker': workerMetrics } };
}

export const given: Record<Service, (closing: Closing, env?: Record<string, string>) => Promise<Started>> = {
  'conventions-signing': givenSigning,
  'video-rest': givenVideo,
};

/** A small file system of memory, in a namespace of its own. */
export async function givenDisk(closing: Closing): Promise<string> {
  await requireTool('unshare');
  const folder = await givenFolder(closing);
  const script = 'mount -t tmpfs -o size=64m none "$0" && echo mounted && exec sleep 3600';
  const namespace = startProcess({ command: 'unshare', args: ['-rm', 'sh', '-c', script, folder] });
  closing.push(() => namespace[Symbol.asyncDispose]());
  await namespace.waitForOutput(/mounted/);
  return path.join(`/proc/${namespace.child.pid}/root`, folder);
}
