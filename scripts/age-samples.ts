/**
 * Moves what has happened to the sample agreements into the last twelve weeks, so that lists and charts of the demo look
 * like those of an office: a second becomes half a day. For the demo's own database only; nothing in a service does this.
 *
 *     node scripts/age-samples.ts <title>...
 */
import { type Sql, sql } from '@campus/database';
import { runWithDatabase } from '@campus/database/programs';
import type { Program } from '@campus/service/command-line';
import {
  type Database,
  inTransaction,
  openDatabase,
} from '../apps/conventions-signing/src/data/open-database.ts';
import { identity } from '../apps/conventions-signing/src/identity.ts';

const secondsOfOne = 40_000;
/** Between the first days of two neighbouring samples. */
const daysApart = 2.8;

const program: Program<string[], Database> = {
  usage: 'usage: node scripts/age-samples.ts <title>...',
  read: (titles) => titles,
  async run(titles) {
    return (db) =>
      inTransaction(db, async (tx) => {
        // Rounds go on meanwhile, and they lock a record before its history.
        tx.send(sql`LOCK TABLE signables, history IN ACCESS EXCLUSIVE MODE`);
        tx.send(sql`ALTER TABLE history DISABLE TRIGGER USER`);
        tx.send(ageing(titles));
        // With other instants it is another history, which is sealed from its beginning.
        tx.send(sql`
          UPDATE history SET position = NULL, hash = NULL, ordinal = NULL, previous = NULL, record_key = NULL`);
        tx.send(sql`DELETE FROM history_heads`);
        tx.send(sql`ALTER TABLE history ENABLE TRIGGER USER`);
      });
  },
};

/**
 * One statement, so that a sample is aged whole or not at all; one that was aged is older than a day. A signed round
 * does not name its record: its start tells whose it is.
 */
const ageing = (titles: string[]) => sql`
WITH aged AS (
  SELECT s.id, s.round_started_at, s.created_at AS began, s.created_at - (interval '1 day' * ${daysApart}::float8 * (1 + array_length(${titles}::text[], 1) - wanted.place)) AS begins
  FROM unnest(${titles}::text[]) WITH ORDINALITY AS wanted (title, place)
  JOIN signables s ON s.title = wanted.title AND s.kind = 'agreement' AND s.created_at > now() - interval '1 day'
), signable AS (
  UPDATE signables t SET created_at = begins, round_started_at = ${aged(sql`t.round_started_at`)},
    due_on = CASE WHEN t.state = 'signing' THEN (${aged(sql`t.round_started_at`)} + interval '42 days')::date END
  FROM aged WHERE t.id = aged.id
), times AS (
  UPDATE signable_times t SET updated_at = ${aged(sql`t.updated_at`)}, signed_at = ${aged(sql`t.signed_at`)}
  FROM aged WHERE t.signable_id = aged.id
), signed_round AS (
  UPDATE signed_rounds t SET started_at = ${aged(sql`t.started_at`)}, signed_at = ${aged(sql`t.signed_at`)}
  FROM aged WHERE t.started_at = aged.round_started_at
), signatory AS (
  UPDATE signatories t SET signature_date = ${aged(sql`t.signature_date`)}, submission_date = ${aged(sql`t.submission_date`)}
  FROM aged WHERE t.signable_id = aged.id
), delivery AS (
  UPDATE deliveries t SET created_at = ${aged(sql`t.created_at`)}, give_up_at = ${aged(sql`t.created_at`)} + interval '3 days'
  FROM aged WHERE t.signable_id = aged.id
), attempt AS (
  UPDATE attempts t SET started_at = ${aged(sql`t.started_at`)}
  FROM aged JOIN deliveries d ON d.signable_id = aged.id WHERE t.delivery_id = d.id
), deposit AS (
  UPDATE deposits t SET deposited_at = ${aged(sql`t.deposited_at`)} FROM aged WHERE t.signable_id = aged.id
)
UPDATE history t SET at = ${aged(sql`t.at`)} FROM aged WHERE t.signable_id = aged.id`;

/** An instant of a sample if there is one: later than its new beginning as before, but slower, and not after now. */
function aged(instant: Sql): Sql {
  return sql`CASE WHEN ${instant} IS NOT NULL THEN least(now(), begins + (${instant} - began) * ${secondsOfOne}::float8) END`;
}

await runWithDatabase(identity, program, { open: openDatabase });
