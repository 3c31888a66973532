import path from 'node:path';
import { createPasswordCheck } from '@campus/accounts';
import { startJobs } from '@campus/jobs';
import { type Listening, type Log, listen } from '@campus/server';
import { ensureFirstAccount } from './accounts/first-account.ts';
import { buildApp } from './app.ts';
import type { SigningConfiguration } from './config.ts';
import { findForSignIn } from './data/accounts.ts';
import { forgetOldKeys } from './data/idempotent-answers.ts';
import { openDatabase } from './data/open-database.ts';
import { openPeople } from './http/console/open-people.ts';
import { openUploads } from './http/uploads.ts';
import { createPdfInspector } from './pdf/inspect.ts';
import { version } from './version.ts';
import { startDelivering } from './webhook/deliver.ts';

const hourMs = 60 * 60 * 1000;

/**
 * Brings the service up on a migrated database: API, PDF inspection, calls to the signing application.
 *
 * Rejects with one clear sentence when it cannot; nothing is left running then. `stop` lets requests and
 * calls finish for a while and hands what is left to another process.
 */
export async function startService({
  configuration,
  databaseUrl,
  log,
  now = () => new Date(),
}: {
  configuration: SigningConfiguration;
  databaseUrl: string;
  log: Log;
  now?: () => Date;
}): Promise<Listening> {
  const { webhook } = configuration;
  const running: (() => Promise<unknown>)[] = [];
  const stopAll = async () => {
    for (const stop of running.splice(0).reverse()) await stop();
  };
  try {
    const db = openDatabase(databaseUrl, (error) => log.error({ err: error }, 'a database connection broke'));
    running.push(() => db.close());
    const account = await ensureFirstAccount(db, configuration);
    if (account.outcome === 'created') {
      const where = account.passwordFile ?? 'the parameter root.password';
      log.info(`made the administrator ${account.username}; its password stands in ${where}`);
    }
    if (configuration.managementTokens.length === 0)
      log.warn(
        'appli.management.tokens is not set: only people in the console can register documents and send them for signature',
      );
    const forgetting = setInterval(() => {
      forgetOldKeys(db.prisma, now()).catch((error: unknown) =>
        log.error({ err: error }, 'old keys were not forgotten'),
      );
    }, hourMs).unref();
    running.push(async () => clearInterval(forgetting));
    const jobs = await startJobs({
      databaseUrl,
      onError: (error) => log.error({ err: error }, 'the job queue reports an error'),
    });
    running.push(() => jobs.stop());
    const inspector = createPdfInspector();
    running.push(() => inspector.stop());

    const checkPassword = createPasswordCheck({ findForSignIn: (username) => findForSignIn(db, username) });
    const people = await openPeople({ db, checkPassword, configuration, now, log });
    running.push(() => people.close());
    const app = buildApp({
      db,
      jobs,
      inspector,
      now,
      log,
      version,
      people,
      hasWebhook: webhook !== undefined,
      publicTokens: configuration.publicTokens,
      managementTokens: configuration.managementTokens,
      baseUrl: configuration.baseUrl,
      trustedProxies: configuration.trustedProxies,
      uploads: openUploads(path.join(configuration.dataDir, 'uploads')),
    });
    const listening = await listen(app, configuration);
    running.push(() => listening.stop());
    // Last: the signing application may fetch the document while it is being called.
    if (webhook === undefined)
      log.warn('webhook.signature.uri is not set: sending for signature calls nobody');
    else await startDelivering({ db, jobs, log, now, target: { ...webhook, version } });
    return { url: listening.url, stop: stopAll };
  } catch (error) {
    await stopAll();
    throw error;
  }
}
