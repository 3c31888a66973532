import { createKnownClients, createPasswordCheck, refuseInPasswords } from '@campus/accounts';
import { bringUp } from '@campus/database/programs';
import { blockList } from '@campus/deliveries';
import { keepDoing } from '@campus/feed';
import { ownMailSection } from '@campus/mail';
import { endOfCertificate, type Listening, listen, watchCertificates } from '@campus/service';
import { createAuthenticator } from './accounts/authenticate.ts';
import { people } from './accounts/people.ts';
import { buildApp } from './app.ts';
import { findForSignIn } from './data/accounts.ts';
import { type Database, openDatabase } from './data/open-database.ts';
import { nameCurrentSite } from './data/sites.ts';
import { howWebhooksFare } from './data/webhooks.ts';
import { countWorkers } from './data/workers.ts';
import { forgetDeletions, workOnDeletions } from './deletions/deletions.ts';
import { workOnRuns } from './exchange/work-on-runs.ts';
import { watchWebhooks, watchWorkers } from './figures.ts';
import { lookBehind } from './http/changes/look-behind.ts';
import { missingDefaults } from './http/dublin-core-record.ts';
import { explainError } from './http/explain-error.ts';
import { mailLinks } from './http/mail-links.ts';
import { type MediaUrls, openMediaUrls } from './http/media/media-urls.ts';
import { openResumptionTokens } from './http/oai/resumption-tokens.ts';
import { openSessions, ownMail } from './http/pages/sign-in/open-sessions.ts';
import { openPasswordCookies } from './http/pages/watch/password-cookie.ts';
import { storesIn } from './http/resources/stores-in.ts';
import { isResumable } from './http/tus/tus-headers.ts';
import { identity } from './identity.ts';
import { startTidyingKeptFiles, tidyKept } from './library/keep.ts';
import { startMailing } from './mail/start-mailing.ts';
import { openSharedParts, type SharedParts, type StartOptions } from './open-shared-parts.ts';
import { forgetRuns } from './runs/runs.ts';
import { startEncoder } from './start-encoder.ts';
import { startCompleting } from './uploads/complete-upload.ts';
import { startSweepingUploads } from './uploads/open-upload.ts';
import { startMeasuringSources } from './videos/measure-sources.ts';
import { placeChanges } from './videos/place-changes.ts';
import { startTidying } from './videos/tidy-videos.ts';
import { openViewCounter } from './videos/view-counter.ts';
import { keepTelling } from './webhooks/tell-webhooks.ts';
import { openWebhookSecrets, type WebhookSecrets } from './webhooks/webhook-secrets.ts';

/**
 * Brings the service up on a migrated database: API, media, and the encoder unless it is left to workers.
 *
 * Rejects with one clear sentence when it cannot; nothing is left running then. `stop` lets requests finish for
 * a while and hands encodings at work to another process.
 */
export function startService(options: StartOptions): Promise<Listening> {
  const { configuration, log, takesJobs = true } = options;
  return bringUp(options, openDatabase, async (ground) => {
    const parts = await openSharedParts(options, ground);
    const { db } = parts;
    await settleFirstRows(db, options);
    const doors = await openDoors(parts, options);
    const app = buildApp({
      ...parts,
      ...doors,
      configuration,
      log,
      version: identity.version,
    });
    const listening = await listen(app, { ...configuration, isResumable });
    parts.onStop(() => listening.stop());
    const base = configuration.baseUrl ?? listening.url;
    if (takesJobs) await takeJobs({ ...parts, ...doors, base }, options);
    watchWorkers(parts.metrics, () => countWorkers(db.pool));
    watchWebhooks(parts.metrics, () => howWebhooksFare(db.pool));
    const { baseUrl } = configuration;
    if (baseUrl?.startsWith('https:'))
      watchCertificates(parts.metrics, { 'server.base-url': () => endOfCertificate(baseUrl) });
    if (takesJobs && configuration.encodeConcurrency > 0)
      await startEncoder(parts, { ...options, isService: true });
    // The first to go: what is at work is handed back at once, while requests take their time.
    parts.onStop(async () => parts.jobs.beginStop());
    // Reading goes on without room for uploads and without ffmpeg, on every replica that shares a full disk; without the
    // standby the primary answers.
    const { space, ffmpeg, ...needed } = parts.checks;
    parts.readiness.begin({
      ...needed,
      ...(db.standby && { standby: { run: db.standby.check, degrades: true } }),
      space: { ...space, degrades: true },
      ffmpeg: { ...ffmpeg, degrades: true },
    });
    return { url: listening.url };
  });
}

/** Makes the first superuser while there is none, and names the site. */
async function settleFirstRows(db: Database, { configuration, log }: StartOptions): Promise<void> {
  const { brandName, titleEtb, baseUrl } = configuration;
  refuseInPasswords([brandName, titleEtb]);
  await people.settleFirst(db, { configuration, log });
  if (baseUrl !== undefined) {
    const domain = new URL(baseUrl).host;
    await nameCurrentSite(db, { domain, name: titleEtb ?? domain });
  }
  const missing = missingDefaults(configuration);
  if (missing.length > 0) log.warn(`${missing.join(' and ')} not set: there is no Dublin Core export`);
}

/** How people and programs come in, and what is known of those who watch. */
async function openDoors({ db, now, report, onStop }: SharedParts, { configuration, log }: StartOptions) {
  const { baseUrl, timeZone, secondFactorFromRole, mail } = configuration;
  db.callers.listen();
  const findAccount = (username: string) => findForSignIn(db, username);
  const checkPassword = createPasswordCheck({
    findForSignIn: findAccount,
    findAgain: db.callers.keeping({ ask: findAccount, lets: ({ isActive }) => isActive }),
    known: createKnownClients({
      pool: db.pool,
      onError: (error) => report(error, 'a client that has signed in was not noted'),
    }),
  });
  const authenticate = createAuthenticator({
    database: db,
    checkPassword,
    secondFactorFromRole,
    onError: (error) => report(error, 'the use of a token was not noted'),
  });
  const media = await openMediaUrls(db, now);
  const ownSection = mail === undefined ? undefined : ownMailSection({ db, timeZone, ...ownMail });
  const sessions = await openSessions({ db, checkPassword, configuration, now, log, ownSection });
  const webhookSecrets = await openWebhookSecrets(db);
  onStop(() => sessions.close());
  const isSecure = baseUrl?.startsWith('https:') ?? false;
  const passwords = await openPasswordCookies(db, { isSecure, now });
  const resumptions = await openResumptionTokens(db, now);
  const onError = (error: unknown) => report(error, 'views of videos were not counted');
  const views = openViewCounter({ db, now, timeZone, onError });
  onStop(() => views.close());
  return { media, webhookSecrets, authenticate, sessions, passwords, resumptions, views };
}

/** Takes up what is done beside encoding. */
async function takeJobs(
  parts: SharedParts & { media: MediaUrls; webhookSecrets: WebhookSecrets; base: string },
  { configuration, log }: StartOptions,
): Promise<void> {
  const { db, jobs, storage, now, report, onStop } = parts;
  onStop(
    keepDoing(
      async (signal) => {
        while (!signal.aborted && (await placeChanges(db, { patienceMs: 60_000 })));
      },
      { everyMs: 1_000, onError: (error) => report(error, 'changes were not given their places') },
    ),
  );
  const look = lookBehind({ ...parts, storeOf: storesIn(parts) });
  const networks = blockList(configuration.webhookNetworks);
  onStop(keepTelling({ ...parts, log, networks, version: identity.version, look }));
  await startTidying({ db, jobs, storage });
  await startTidyingKeptFiles({ jobs, storage });
  await startMeasuringSources({ db, jobs, storage });
  await startCompleting(parts);
  await workOnRuns({ ...parts, configuration, log, explain: explainError });
  await workOnDeletions(parts, (tx, row) => tidyKept(tx, jobs, row));
  const { mail, baseUrl, timeZone } = configuration;
  if (mail !== undefined && baseUrl !== undefined)
    parts.onStop(await startMailing({ ...parts, log }, { ...mail, timeZone, links: mailLinks(baseUrl) }));
  parts.onStop(
    startSweepingUploads({ db, storage, now, log }, async () => {
      await forgetRuns({ db, now });
      await forgetDeletions({ db, now });
    }),
  );
}
