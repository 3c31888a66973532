import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, nodeEnvironment } from '@campus/testing';
import { recordsOf } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { inTransaction, openDatabase } from '../../src/data/open-database.ts';
import { findNotedRules, noteRules } from '../../src/data/retention-rules.ts';
import { signIn } from '../support/console.ts';
import { givenManyDrafts } from '../support/many-drafts.ts';
import { givenDraft, givenInSigning, recordOf } from '../support/records.ts';
import { signInWithin } from '../support/scoped.ts';
import { useService } from '../support/service.ts';

const service = useService({
  configuration: { retention: { draft: 30, refused: 60, signed: 100, 'signed-outside': 200 } },
});

/** As the parameters of the service. */
const inForce = {
  RETENTION_DRAFT: '30',
  RETENTION_REFUSED: '60',
  RETENTION_SIGNED: '100',
  RETENTION_SIGNED_OUTSIDE: '200',
};

/** The program as npm runs it. */
function retention(args: string[] = [], env: Record<string, string> = inForce) {
  const program = path.resolve(import.meta.dirname, '../../src/cli/retention.ts');
  const places = {
    cwd: tmpdir(),
    env: { PATH: process.env.PATH, ...nodeEnvironment, DATABASE_URL: service.databaseUrl, ...env },
  };
  return new Promise<{ code: unknown; stdout: string; stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...args], places, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

/** A record that was signed outside, or drafted, so many days ago. */
async function age(id: number, days: number): Promise<void> {
  await service.sql.query(
    `update signable_times set updated_at = now() - $2 * interval '1 day',
       signed_at = case when signed_at is not null then now() - $2 * interval '1 day' end
     where kind = 'agreement' and number = $1`,
    [id, days],
  );
}

async function givenSignedOutside(days: number, kind: 'conventions' | 'avenants' = 'conventions') {
  const record = await givenDraft(service, { kind });
  await service.institution
    .post(`/api/${kind}/${record.id}/signed-outside`)
    .send({ reason: 'On paper.' })
    .expect(200);
  if (kind === 'conventions') await age(record.id, days);
  return record;
}

async function stateOf(id: number): Promise<string> {
  const { rows } = await service.sql.query(
    "select state::text from signables where kind = 'agreement' and number = $1",
    [id],
  );
  return rows[0]?.state ?? 'gone';
}

/** As if the clock had come to the time of the next night. */
async function letItBeNight(): Promise<void> {
  const { rows } = await service.sql.query<{ id: string }>(
    "update pgboss.job set start_after = now() where name = 'retention' and state = 'created' returning id",
  );
  await eventually(async () => {
    const done = await service.sql.query("select from pgboss.job where id = $1 and state = 'completed'", [
      rows[0]?.id,
    ]);
    expect(done.rowCount).toBe(1);
  });
}

describe('Retention', () => {
  let [oldDraft, soonDraft, youngDraft] = [0, 0, 0];
  let outside = 0;
  let outsideYoung = 0;
  let signing = 0;
  let withAmendment = 0;

  beforeAll(async () => {
    [oldDraft = 0] = await givenManyDrafts(service.sql, 1, { daysOld: 31, title: 'Old draft' });
    [soonDraft = 0] = await givenManyDrafts(service.sql, 1, { daysOld: 25, title: 'Soon' });
    [youngDraft = 0] = await givenManyDrafts(service.sql, 1, { daysOld: 2, title: 'Young' });
    ({ id: outside } = await givenSignedOutside(205));
    ({ id: outsideYoung } = await givenSignedOutside(150));
    ({ id: signing } = await givenInSigning(service));
    await age(signing, 4_000);
    const amendment = await givenDraft(service, { kind: 'avenants' });
    withAmendment = amendment.conventionId ?? 0;
    await age(withAmendment, 4_000);
  });

  test('erases nobody by a rule that is new: it is announced for a week before', async () => {
    await letItBeNight();

    expect(await stateOf(oldDraft)).toBe('draft');
    const { stdout } = await retention(['--dry-run']);
    expect(stdout).toMatch(
      new RegExp(`^agreement +${oldDraft} +draft +\\S+ \\S+ +2\\d{3}-\\S+ \\S+ +Old draft$`, 'm'),
    );
    expect(stdout).toContain('0 due now, 3 more within 7 days; nothing was erased.');
    expect((await retention()).stdout).toBe('Nothing is due.\n');
    const person = await signIn(service, 'reader');
    expect((await person.page('/console/')).text).toMatch(/Erased within 7 days\s+3/);
    const rows = recordsOf((await person.page('/console/retention/')).get('table'));
    expect(rows.map(({ Goes }) => Goes)).not.toContain('next night');

    await service.sql.query("update retention_rules set announced_at = announced_at - interval '7 days'");
    const shorter = { ...inForce, RETENTION_DRAFT: '20' };
    expect((await retention(['--dry-run'], shorter)).stdout).toContain('1 due now, 2 more within 7 days');
  });

  test('is announced in the console: how many within 7 days, and which', async () => {
    const person = await signIn(service, 'reader');

    const first = await person.page('/console/');
    expect(first.text).toMatch(/Erased within 7 days\s+3/);
    const page = await person.page(first.get('link', 'Which').attribute('href') ?? '');

    const rows = recordsOf(page.get('table'));
    expect(rows.map((row) => row['Agreement or amendment'])).toEqual([
      expect.stringContaining(`Agreement ${outside} ·`),
      `Agreement ${oldDraft} · Old draft`,
      `Agreement ${soonDraft} · Soon`,
    ]);
    expect(rows[1]?.Goes).toBe('next night');
    const { text } = await person.get(page.get('link', 'Save as CSV').attribute('href') ?? '').expect(200);
    const saved: Record<string, string>[] = parse(text, { columns: true, bom: true });
    expect(saved.map((row) => row['Title of the document'])).toEqual([
      expect.any(String),
      'Old draft',
      'Soon',
    ]);
    expect(saved[1]).toMatchObject({
      'Agreement or amendment': 'Agreement',
      'No.': String(oldDraft),
      'How long records are kept': 'drafts, since their last change',
    });
  });

  test('is announced, and saved, to nobody who does not see it', async () => {
    const within = await signInWithin(service, { departments: ['Nowhere'], workflows: [] });

    const { text } = await within.get('/console/retention/export/').expect(200);

    expect(text.trim().split('\r\n')).toHaveLength(1);
  });

  test('a dry run names them in a table, and erases nothing', async () => {
    const { code, stdout } = await retention(['--dry-run']);

    expect(code).toBe(0);
    expect(stdout).toMatch(/^KIND +ID +RULE +SINCE +DUE +TITLE$/m);
    expect(stdout).toMatch(new RegExp(`^agreement +${oldDraft} +draft +\\S+ \\S+ +now +Old draft$`, 'm'));
    expect(stdout).toMatch(
      new RegExp(`^agreement +${soonDraft} +draft +\\S+ \\S+ +2\\d{3}-\\S+ \\S+ +Soon$`, 'm'),
    );
    expect(stdout).toContain('2 due now, 1 more within 7 days; nothing was erased.');
    expect(await stateOf(oldDraft)).toBe('draft');
  });

  test('at night drafts go, others leave a stub with the reason, and nothing that is in signing or has amendments goes', async () => {
    await letItBeNight();

    await eventually(async () => expect(await stateOf(oldDraft)).toBe('gone'));
    await eventually(async () => expect(await stateOf(outside)).toBe('erased'));
    const { history } = await recordOf(service, outside);
    expect(history.at(-1)).toMatchObject({
      event: 'erased',
      actor: 'service',
      detail: { reason: 'Retention: signed outside for more than 200 days' },
    });
    const kept = [soonDraft, youngDraft, outsideYoung, signing, withAmendment];
    expect(await Promise.all(kept.map(stateOf))).toEqual(['draft', 'draft', 'signed', 'signing', 'draft']);
    const { body } = await service.institution.get('/api/operations').expect(200);
    expect(body.results).toHaveLength(2);
    expect(body.results[0]).toMatchObject({ action: 'erase', actor: 'service', total: 1 });
  });

  test('the program does it at once, in the name of whoever runs it', async () => {
    await age(soonDraft, 31);

    const { code, stdout, stderr } = await retention();

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain('1 erased.');
    expect(await stateOf(soonDraft)).toBe('gone');
    const { body } = await service.institution.get('/api/operations?page_size=1').expect(200);
    expect(body.results[0]).toMatchObject({ actor: expect.stringMatching(/^command-line:/), done: 1 });
    expect((await retention()).stdout).toBe('Nothing is due.\n');
  });

  test('with nothing due a dry run says so in one line', async () => {
    const { stdout } = await retention(['--dry-run'], { RETENTION_SIGNED: '36500' });
    expect(stdout).toBe('Nothing is due within 7 days.\n');
  });

  test('without a rule it names those that can be set, and a word that it does not know is refused with 64', async () => {
    for (const args of [['--dry-run'], []])
      expect((await retention(args, {})).stdout).toBe(
        'No rule is set, so nothing is ever due: set retention.draft, retention.refused, retention.signed, retention.signed-outside as needed.\n',
      );
    expect((await retention(['now'])).code).toBe(64);
  });
});

test('A rule is announced anew when it has fewer days, or was not in force, and not when it has more', async () => {
  const db = openDatabase(service.databaseUrl, () => {});
  const on = (day: number) => new Date(Date.UTC(2026, 10, day));
  const noted = async (days: number | undefined, day: number) => {
    const rules = days === undefined ? [] : ([{ state: 'draft', days }] as const);
    await inTransaction(db, async (tx) => noteRules(tx, rules, on(day)));
    return findNotedRules(db.pool);
  };
  try {
    expect(await noted(40, 1)).toEqual([{ state: 'draft', days: 40, announcedAt: expect.any(Date) }]);
    expect(await noted(undefined, 2)).toEqual([]);
    expect(await noted(40, 3)).toEqual([{ state: 'draft', days: 40, announcedAt: on(3) }]);
    expect(await noted(50, 4)).toEqual([{ state: 'draft', days: 50, announcedAt: on(3) }]);
    expect(await noted(45, 5)).toEqual([{ state: 'draft', days: 45, announcedAt: on(5) }]);
    expect(await noted(45, 6)).toEqual([{ state: 'draft', days: 45, announcedAt: on(5) }]);
  } finally {
    await db.close();
  }
});
