import path from 'node:path';
import { createKnownClients, createPasswordCheck } from '@campus/accounts';
import { createErrorReport, requireDataFolder } from '@campus/database';
import { startJobs } from '@campus/jobs';
import {
  createMetrics,
  createReadiness,
  createStopList,
  type Listening,
  type Log,
  listen,
  type Metrics,
  type Readiness,
  watchPool,
  watchQueues,
} from '@campus/service';
import { ensureFirstAccount } from './accounts/first-account.ts';
import { noteTokens } from './accounts/note-tokens.ts';
import { buildApp } from './app.ts';
import type { SigningConfiguration } from './config.ts';
import { findForSignIn } from './data/accounts.ts';
import { forgetOldKeys } from './data/idempotent-answers.ts';
import { type Database, openDatabase } from './data/open-database.ts';
import { declareFigures } from './figures.ts';
import { openSessions } from './http/console/session/open-sessions.ts';
import { checkUploads, openUploads } from './http/receive/uploads.ts';
import { identity } from './identity.ts';
import { createPdfInspector } from './pdf/inspect.ts';
import { startDelivering } from './webhook/deliver.ts';

const hourMs = 60 * 60 * 1000;

interface ServiceOptions {
  configuration: SigningConfiguration;
  databaseUrl: string;
  log: Log;
  /** Where figures are declared; nobody sees them when absent. */
  metrics?: Metrics;
  /** Told when the start is over. */
  readiness?: Readiness;
  /** Whether this process calls the signing application; it does when absent. */
  takesJobs?: boolean;
  now?: () => Date;
}

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
  metrics = createMetrics(),
  readiness = createReadiness({ log }),
  takesJobs = true,
  now = () => new Date(),
}: ServiceOptions): Promise<Listening> {
  const { webhook } = configuration;
  const { version } = identity;
  const { onStop, stop } = createStopList();
  try {
    const db = openDatabase(databaseUrl, (error) => report(error, 'a database connection broke'), {
      poolSize: configuration.databasePoolSize,
      listTimeoutSeconds: configuration.databaseListTimeout,
    });
    onStop(() => db.close());
    const { report, ...errorReport } = createErrorReport({ log, check: () => db.check() });
    onStop(async () => errorReport.close());
    const uploadFolder = path.join(configuration.dataDir, 'uploads');
    await requireDataFolder(uploadFolder);
    await settleCallers(db, { configuration, log });
    const forgetting = setInterval(() => {
      forgetOldKeys(db.pool, now()).catch((error: unknown) => report(error, 'old keys were not forgotten'));
    }, hourMs).unref();
    onStop(async () => clearInterval(forgetting));
    const jobs = await startJobs({
      databaseUrl,
      onError: (error) => report(error, 'the job queue reports an error'),
    });
    onStop(() => jobs.stop());
    watchPool(metrics, db.pool);
    watchQueues(metrics, jobs.depths);
    const figures = declareFigures(metrics);
    const inspector = createPdfInspector();
    onStop(() => inspector.stop());

    const checkPassword = createPasswordCheck({
      findForSignIn: (username) => findForSignIn(db, username),
      known: createKnownClients({
        pool: db.pool,
        onError: (error) => report(error, 'a client that has signed in was not noted'),
      }),
    });
    const sessions = await openSessions({ db, checkPassword, configuration, now, log });
    onStop(() => sessions.close());
    const uploads = openUploads(uploadFolder);
    const parts = { db, jobs, inspector, now, log, version, sessions, uploads, metrics, readiness };
    const { publicTokens, managementTokens, baseUrl, trustedProxies } = configuration;
    const app = buildApp({
      ...parts,
      publicTokens,
      managementTokens,
      baseUrl,
      trustedProxies,
      hasWebhook: webhook !== undefined,
    });
    const listening = await listen(app, configuration);
    onStop(() => listening.stop());
    // Last: the signing application may fetch the document while it is being called.
    if (webhook === undefined)
      log.warn('webhook.signature.uri is not set: sending for signature calls nobody');
    else if (takesJobs)
      await startDelivering({ db, jobs, log, figures, now, target: { ...webhook, version } });
    // The first to go: no call is begun while requests take their time.
    onStop(async () => jobs.beginStop());
    readiness.begin({
      database: { run: () => db.check() },
      queue: { run: jobs.depths },
      // Reading goes on without: what was registered and deposited is in the database.
      storage: { run: () => checkUploads(uploads), rememberMs: 5_000, degrades: true },
    });
    return { url: listening.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes the first administrator while there is none, and notes whose tokens may call. */
async function settleCallers(
  db: Database,
  { configuration, log }: Pick<ServiceOptions, 'configuration' | 'log'>,
): Promise<void> {
  const account = await ensureFirstAccount(db, configuration);
  if (account.outcome === 'created') {
    const where = account.passwordFile ?? 'the parameter root.password';
    log.info(`made the administrator ${account.username}; its password stands in ${where}`);
  }
  await noteTokens(db, configuration);
  if (configuration.managementTokens.length === 0)
    log.warn(
      'appli.management.tokens is not set: only people in the console can register documents and send them for signature',
    );
}
