/** `npm run retention -w apps/conventions-signing -- ...`: erases at once what is kept for a limited time and is due. */
import { randomUUID } from 'node:crypto';
import { commandLine } from '@campus/accounts';
import { OperatorError, placesOf } from '@campus/config';
import { runWithDatabase } from '@campus/database/programs';
import { startJobs } from '@campus/jobs';
import { declareProgram, flag, minute, say, textTable } from '@campus/service/command-line';
import { loadSigningConfiguration } from '../config.ts';
import type { DueRecord } from '../data/due-records.ts';
import { type Database, openDatabase } from '../data/open-database.ts';
import { retentionStates, rulesOf } from '../domain/retention-rules.ts';
import { identity } from '../identity.ts';
import { operationOf } from '../operations/operations.ts';
import { workThrough } from '../operations/work-on-operations.ts';
import { announcedDays, announceRetention, maxAnnounced } from '../retention/announce.ts';
import { eraseDue, findDueNow } from '../retention/apply.ts';

/** The database, and where it is: the queue has connections of its own. */
type PlacedDatabase = Database & { url: string };

const configuration = () => loadSigningConfiguration(placesOf(identity.repositoryRoot), { isBeside: true });

const noRule = `No rule is set, so nothing is ever due: set ${retentionStates.map((state) => `retention.${state}`).join(', ')} as needed.`;

const options = { 'dry-run': flag('only says what is due now and within 7 days, and when') };

const program = declareProgram<typeof options, PlacedDatabase>({
  call: 'npm run retention -w apps/conventions-signing',
  about: `Erases at once what is kept for a limited time (retention.draft, retention.refused, retention.signed,
retention.signed-outside) and is due, beside a running service or without it, and says before what that is. A rule erases nothing before the
service has announced it for 7 days.`,
  options,
  verbs: {
    '': { form: '[--dry-run]', read: (_, values) => (values['dry-run'] ? announce : eraseNow) },
  },
  exit: 'Exit status: 0 when all that was due is erased, or nothing was, 1 when some was not, 64 when the command line is wrong.',
});

await runWithDatabase(identity, program, {
  open: (url, onError) => Object.assign(openDatabase(url, onError), { url }),
});

async function announce(db: PlacedDatabase): Promise<void> {
  const now = new Date();
  const { retention } = configuration();
  if (rulesOf(retention).length === 0) return say(noRule);
  const { count, records } = await announceRetention(db.pool, retention, {
    now,
    scope: 'everything',
    limit: maxAnnounced,
  });
  if (count === 0) return say(`Nothing is due within ${announcedDays} days.`);
  say(dueTable(records, now));
  const due = records.filter(({ dueAt }) => dueAt <= now.getTime()).length;
  say(
    `${due} due now, ${records.length - due} more within ${announcedDays} days${count > maxAnnounced ? ', and others after these' : ''}; nothing was erased.`,
  );
}

async function eraseNow(db: PlacedDatabase): Promise<void> {
  const { retention: rules, language, timeZone } = configuration();
  if (rulesOf(rules).length === 0) return say(noRule);
  const now = () => new Date();
  const due = await findDueNow({ db, rules, now });
  if (due.length === 0) return say('Nothing is due.');
  const records = due.flatMap((one) => one.records);
  say(dueTable(records, now()));
  const jobs = await startJobs({ databaseUrl: db.url, onError: () => {} });
  try {
    const log = { error: (_facts: object, message: string) => process.stderr.write(`${message}\n`) };
    const deps = {
      db,
      jobs,
      now,
      log,
      rules,
      language,
      timeZone,
      // It works on what it has begun itself.
      configuredTokens: new Set<string>(),
      hasWebhook: false,
      roundDueDays: undefined,
    };
    const begun = await eraseDue(deps, due, { actor: commandLine().name, occurrence: randomUUID() });
    let [done, refused] = [0, 0];
    for (const { id } of begun) {
      await workThrough(deps, id);
      const operation = await operationOf(deps, id, undefined);
      done += operation.done;
      refused += operation.refused;
    }
    say(`${done} erased.`);
    if (refused > 0)
      throw new OperatorError(
        `${refused} were not erased, since they had changed meanwhile; the page of the operation in the console names each.`,
      );
  } finally {
    await jobs.stop();
  }
}

/** Records as a table of text; instants in UTC to the minute. */
function dueTable(records: readonly DueRecord[], now: Date): string {
  const rows = records.map(({ kind, number, title, rule, since, dueAt }) => [
    kind,
    String(number),
    rule,
    minute(new Date(since)),
    dueAt <= now.getTime() ? 'now' : minute(new Date(dueAt)),
    title,
  ]);
  return textTable(['KIND', 'ID', 'RULE', 'SINCE', 'DUE', 'TITLE'], rows);
}
