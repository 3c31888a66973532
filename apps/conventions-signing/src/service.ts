import { X509Certificate } from 'node:crypto';
import path from 'node:path';
import { createKnownClients, createPasswordCheck, refuseInPasswords } from '@campus/accounts';
import { tokenFingerprint } from '@campus/auth';
import { requireDataFolder } from '@campus/database';
import { type BringUpOptions, bringUp, type Ground } from '@campus/database/programs';
import type { Jobs } from '@campus/jobs';
import { ownMailSection } from '@campus/mail';
import { endOfCertificate, type Listening, listen, watchCertificates, watchDisks } from '@campus/service';
import { people } from './accounts/people.ts';
import { noteTokens, tokenLookup } from './accounts/tokens.ts';
import { buildApp } from './app.ts';
import type { SigningConfiguration } from './config.ts';
import { findForSignIn } from './data/accounts.ts';
import { oldestPendingSeconds } from './data/deliveries.ts';
import { forgetOldKeys } from './data/idempotent-answers.ts';
import { type Database, openDatabase } from './data/open-database.ts';
import { countLists } from './data/trusted-lists.ts';
import { declareFigures, type Figures, watchDeliveries, watchTrustedLists } from './figures.ts';
import { mailLinks } from './http/addresses.ts';
import { openSessions, type Sessions } from './http/console/frame/open-sessions.ts';
import { ownMail } from './http/console/mail/own-mail.ts';
import { checkUploads, openUploads, type Uploads } from './http/receive/uploads.ts';
import { identity } from './identity.ts';
import { keepSealing } from './ledger/keep-sealing.ts';
import type { LetterStyle } from './mail/compose-reminder.ts';
import { type Mailing, startMailing } from './mail/start-mailing.ts';
import { operations } from './operations/operations.ts';
import { remindEveryDay } from './operations/remind-every-day.ts';
import { workOnOperations } from './operations/work-on-operations.ts';
import { createPdfInspector, type PdfInspector } from './pdf/inspect.ts';
import { eraseEveryNight, retentionTime } from './retention/every-night.ts';
import { type JudgingDeps, judgeAnew, workOnJudging } from './signing/judge-deposits.ts';
import { startStamping } from './stamps/keep-stamping.ts';
import { readCertificateFiles } from './trust/certificate-files.ts';
import { anchorsOfFolder, type KnownAnchors, knowAnchors } from './trust/known-anchors.ts';
import { anchorsOfLists } from './trusted-lists/anchors-of.ts';
import { type KeepListsDeps, startFollowingLists } from './trusted-lists/keep-lists.ts';
import { startDelivering } from './webhook/deliver.ts';

const hourMs = 60 * 60 * 1000;

interface StartOptions extends BringUpOptions<SigningConfiguration> {
  /** Reads PDFs, and is stopped with the service. */
  inspector?: PdfInspector;
}

/**
 * Brings the service up on a migrated database: API, PDF inspection, calls to the signing application.
 *
 * Rejects with one clear sentence when it cannot; nothing is left running then. `stop` lets requests and
 * calls finish for a while and hands what is left to another process.
 */
export function startService(options: StartOptions): Promise<Listening> {
  const { configuration, log, takesJobs = true, inspector = createPdfInspector() } = options;
  const { webhook } = configuration;
  const { version } = identity;
  return bringUp(options, openDatabase, async ({ startJobs, ...ground }) => {
    const { db, now, report, metrics, readiness, onStop } = ground;
    const uploadFolder = path.join(configuration.dataDir, 'uploads');
    await requireDataFolder(uploadFolder);
    await settleCallers(db, options);
    db.callers.listen();
    onStop(forgetEveryHour(ground));
    if (takesJobs)
      onStop(keepSealing({ db, log, now, onError: (error) => report(error, 'the history was not sealed') }));
    const jobs = await startJobs();
    const figures = declareFigures(metrics);
    onStop(() => inspector.stop());

    const sessions = await openDoorForStaff(ground, options);
    onStop(() => sessions.close());
    const uploads = await openUploads(uploadFolder);
    const judging = { db, jobs, inspector, now, takesJobs, report };
    const { current: anchors } = await startJudging(configuration, judging, onStop);
    const parts = { ...ground, jobs, inspector, anchors, log, version, sessions, uploads };
    const { publicTokens, managementTokens, baseUrl, trustedProxies } = configuration;
    const { language, timeZone } = configuration;
    const findToken = tokenLookup({
      db,
      now,
      onError: (error) => report(error, 'the use of a token was not noted'),
    });
    const app = buildApp({
      ...parts,
      publicTokens,
      managementTokens,
      findPublicToken: findToken('public'),
      findManagementToken: findToken('management'),
      baseUrl,
      trustedProxies,
      institution: { language, timeZone },
      retention: configuration.retention,
      ...roundsOf(configuration),
      hasMail: configuration.mail !== undefined,
      letters: letterStyleOf(configuration),
    });
    const listening = await listen(app, configuration);
    onStop(() => listening.stop());
    if (webhook === undefined)
      log.warn('webhook.signature.uri is not set: sending for signature calls nobody');
    // Last: the signing application may fetch the document while it is being called.
    if (takesJobs) await takeJobs(configuration, { db, jobs, log, metrics, figures, now });
    // The first to go: no call is begun while requests take their time.
    onStop(async () => jobs.beginStop());
    watchService(configuration, ground);
    readiness.begin(checksOf({ db, jobs, uploads }));
    return { url: listening.url };
  });
}

/** Shows what operators are woken for, beside what every service shows. */
function watchService(configuration: SigningConfiguration, { db, metrics, now }: Below): void {
  const { dataDir, baseUrl, trustedLists } = configuration;
  watchDisks(metrics, { data: dataDir });
  watchDeliveries(metrics, () => oldestPendingSeconds(db.pool, now()));
  if (trustedLists !== undefined) watchTrustedLists(metrics, () => countLists(db, now()));
  watchCertificates(metrics, {
    ...(baseUrl?.startsWith('https:') && { 'server.base-url': () => endOfCertificate(baseUrl) }),
    // One that may still sign the list of lists is enough.
    ...(trustedLists && { 'trust.lotl-signers': () => lastEndOf(trustedLists.signers) }),
  });
}

async function lastEndOf(folder: string): Promise<Date> {
  const files = await readCertificateFiles(folder, { parameter: 'trust.lotl-signers' });
  const ends = files.map(({ certificate }) => new X509Certificate(certificate).validToDate.getTime());
  return new Date(Math.max(...ends));
}

/** What the service cannot do without, or not all of its work. */
function checksOf({ db, jobs, uploads }: { db: Database; jobs: Jobs; uploads: Uploads }) {
  return {
    database: { run: () => db.check() },
    queue: { run: jobs.depths },
    // What it would answer, the primary does.
    ...(db.standby && { standby: { run: db.standby.check, degrades: true } }),
    // Reading goes on without: what was registered and deposited is in the database.
    storage: { run: () => checkUploads(uploads), rememberMs: 5_000, degrades: true },
  };
}

type Below = Omit<Ground<Database>, 'startJobs'>;

/** @returns what ends it */
function forgetEveryHour({ db, now, report }: Below): () => Promise<void> {
  const forgetting = setInterval(() => {
    forgetOldKeys(db.pool, now()).catch((error: unknown) => report(error, 'old keys were not forgotten'));
    operations
      .forgetOld(db.pool, now())
      .catch((error: unknown) => report(error, 'old operations were not forgotten'));
  }, hourMs).unref();
  return async () => clearInterval(forgetting);
}

/** How staff signs in, and what their pages have around them. */
function openDoorForStaff(
  { db, now, report }: Below,
  { configuration, log }: StartOptions,
): Promise<Sessions> {
  const { mail, timeZone } = configuration;
  const checkPassword = createPasswordCheck({
    findForSignIn: (username) => findForSignIn(db, username),
    known: createKnownClients({
      pool: db.pool,
      onError: (error) => report(error, 'a client that has signed in was not noted'),
    }),
  });
  const ownSection = mail === undefined ? undefined : ownMailSection({ db, timeZone, ...ownMail });
  return openSessions({ db, configuration, now, log, checkPassword, ownSection });
}

/** What rounds begin by. */
function roundsOf({ webhook, managementTokens, roundDueDays, timeZone }: SigningConfiguration) {
  const configuredTokens = new Set(managementTokens.map(tokenFingerprint));
  return { hasWebhook: webhook !== undefined, configuredTokens, roundDueDays, timeZone };
}

/** Takes up the work of the queue, and what is done every day. */
async function takeJobs(
  configuration: SigningConfiguration,
  { figures, metrics, ...deps }: DailyDeps & Pick<Below, 'metrics'> & { figures: Figures },
): Promise<void> {
  const { webhook, publicTokens } = configuration;
  const mailing = mailingOf(configuration);
  if (webhook !== undefined) {
    const target = { ...webhook, publicTokens, version: identity.version };
    await startDelivering({ ...deps, figures, target, hasMail: mailing !== undefined });
  }
  const { remindAfterDays, timeZone } = configuration;
  await workOnOperations({ ...deps, ...roundsOf(configuration), remindAfterDays });
  await arrangeDays(configuration, deps);
  await startMailing({ ...deps, metrics }, mailing);
  await remindEveryDay(deps, {
    afterDays: remindAfterDays,
    at: mailing?.digestAt ?? retentionTime,
    timeZone,
  });
}

/** Knows whom the institution trusts, and has deposits judged anew at the start and whenever that are others. */
async function startJudging(
  { trustFolder, trustedLists }: SigningConfiguration,
  options: Pick<JudgingDeps, 'db' | 'jobs' | 'inspector' | 'now'> &
    Pick<Below, 'report'> & { takesJobs: boolean },
  onStop: (stop: () => Promise<unknown>) => void,
): Promise<KnownAnchors> {
  const { takesJobs, report, ...deps } = options;
  const begin = () =>
    judgeAnew(deps).catch((error: unknown) => report(error, 'deposits were not judged anew'));
  const sources = [
    ...(trustFolder === undefined ? [] : [anchorsOfFolder(trustFolder)]),
    ...(trustedLists === undefined ? [] : [anchorsOfLists(deps.db)]),
  ];
  const trusted = await knowAnchors(sources, {
    onChange: () => {
      if (takesJobs) void begin();
    },
    onError: (error) => report(error, 'the trust anchors were not read anew'),
  });
  if (takesJobs && trusted.current() !== null) {
    await workOnJudging({ ...deps, anchors: trusted.current });
    await begin();
  }
  onStop(async () => trusted.stop());
  return trusted;
}

/** What is done every day works with. */
type DailyDeps = Pick<KeepListsDeps, 'db' | 'log' | 'now'> & { jobs: Jobs };

/** Arranges what is done at a time of each day. */
async function arrangeDays(configuration: SigningConfiguration, deps: DailyDeps): Promise<void> {
  const { retention: rules, timestampUri: uri, language, timeZone } = configuration;
  await eraseEveryNight({ ...deps, rules, language, timeZone });
  await followTrustedLists(configuration, deps);
  if (uri !== undefined) await startStamping({ ...deps, timeZone, uri });
}

async function followTrustedLists(
  { trustedLists, timeZone }: SigningConfiguration,
  deps: DailyDeps,
): Promise<void> {
  if (trustedLists === undefined) return;
  const files = await readCertificateFiles(trustedLists.signers, { parameter: 'trust.lotl-signers' });
  const listOfLists = { uri: trustedLists.uri, signers: files.map(({ certificate }) => certificate) };
  await startFollowingLists({ ...deps, timeZone, listOfLists });
}

/** How mails are sent; undefined: not at all. */
function mailingOf(configuration: SigningConfiguration): Mailing | undefined {
  const { mail, baseUrl, timeZone, retention } = configuration;
  return mail && baseUrl !== undefined
    ? { ...mail, timeZone, retention, links: mailLinks(baseUrl), letters: letterStyleOf(configuration) }
    : undefined;
}

/** In whose words people are reminded. */
function letterStyleOf({ language, timeZone, reminderText: text }: SigningConfiguration): LetterStyle {
  return { language, timeZone, text };
}

/** Makes the first administrator while there is none, and notes whose tokens may call. */
async function settleCallers(db: Database, { configuration, log }: StartOptions): Promise<void> {
  refuseInPasswords([configuration.brandName]);
  await people.settleFirst(db, { configuration, log });
  await noteTokens(db, configuration);
  if (configuration.managementTokens.length === 0)
    log.warn(
      'appli.management.tokens is not set: only people in the console can register documents and send them for signature',
    );
}
