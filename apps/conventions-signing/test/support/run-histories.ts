import { cpus } from 'node:os';
import { createTestDatabase } from '@campus/testing';
import fc from 'fast-check';
import pg from 'pg';
import { validPdf } from './pdfs.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess } from './process.ts';
import { dateOf, givenDraft, metadata } from './records.ts';
import { RoundModel, type Trigger } from './round-model.ts';

/** Of every record; each signs in a turn of their own. */
const people = 2;

/** Stands for the round that could be restored, if any. */
const whatCanBe = 0;

const order = fc.integer({ min: 1, max: people });
const round = fc.integer({ min: 1, max: 4 });

const trigger: fc.Arbitrary<Trigger> = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Trigger>({ name: 'send' }) },
  { weight: 2, arbitrary: round.map((seen): Trigger => ({ name: 'send', round: seen - 1 })) },
  { weight: 5, arbitrary: order.map((one): Trigger => ({ name: 'date', order: one })) },
  { weight: 2, arbitrary: fc.constant<Trigger>({ name: 'deposit' }) },
  { weight: 2, arbitrary: order.map((one): Trigger => ({ name: 'refuse', order: one })) },
  { weight: 1, arbitrary: round.map((one): Trigger => ({ name: 'restore', round: one })) },
  { weight: 5, arbitrary: fc.constant<Trigger>({ name: 'restore', round: whatCanBe }) },
  { weight: 3, arbitrary: fc.constant<Trigger>({ name: 'take-back' }) },
  { weight: 1, arbitrary: fc.constant<Trigger>({ name: 'replace' }) },
  { weight: 1, arbitrary: fc.constant<Trigger>({ name: 'sign-outside' }) },
);

/**
 * Lets random histories happen to records of their own, each step at one of two replicas on one database, and compares
 * the answer and the status after every step with the model.
 *
 * @returns how often each answer came, as `restore: done` or `date: round_refused`
 */
export async function runHistories(histories: number): Promise<Map<string, number>> {
  const closing: (() => Promise<unknown>)[] = [];
  const answers = new Map<string, number>();
  try {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const sql = new pg.Pool({ connectionString: database.url, max: 2 });
    closing.push(() => sql.end());
    const start = async () => {
      const { dataDir, remove } = await makeDataDir();
      closing.push(remove);
      const replica = await startServiceProcess({ DATABASE_URL: database.url, DATA_DIR: dataDir });
      closing.push(() => replica.kill('SIGTERM'));
      return replica;
    };
    const replicas = await Promise.all([start(), start()]);
    const pdf = await validPdf();
    const { id: original } = await givenDraft(replicas[0], { pdf, signatories: people });
    const property = fc.asyncProperty(
      fc.array(trigger, { minLength: 1, maxLength: 12 }),
      async (triggers) => {
        const id = await copyOf(sql, original);
        const model = new RoundModel(people);
        for (const [step, chosen] of triggers.entries()) {
          const one =
            chosen.name === 'restore' && chosen.round === whatCanBe
              ? { ...chosen, round: model.restorable ?? 1 }
              : chosen;
          const by = replicas[step % 2] ?? replicas[0];
          const answer = await happen(by, { id, pdf, trigger: one, step });
          const expected = model.apply(one) ?? 'done';
          const seen = await shownAt(replicas[(step + 1) % 2] ?? replicas[0], id);
          const wanted = { answer: expected, ...model.shown };
          if (JSON.stringify({ answer, ...seen }) !== JSON.stringify(wanted))
            throw new Error(
              `step ${step + 1}: ${JSON.stringify({ answer, ...seen })} instead of ${JSON.stringify(wanted)}`,
            );
          const key = `${one.name}: ${answer}`;
          answers.set(key, (answers.get(key) ?? 0) + 1);
        }
      },
    );
    const lanes = cpus().length;
    const numRuns = Math.ceil(histories / lanes);
    await Promise.all(Array.from({ length: lanes }, () => fc.assert(property, { numRuns })));
    return answers;
  } finally {
    for (const close of closing.reverse()) await close();
  }
}

/** A draft as another one is, without its PDF being read again. */
async function copyOf(sql: pg.Pool, original: number): Promise<number> {
  const { rows } = await sql.query<{ number: number }>(
    `with original as (select * from signables where kind = 'agreement' and number = $1),
     document as (
       insert into documents (sha256, size, bytes)
       select d.sha256, d.size, d.bytes from documents d join original on d.id = document_id returning id),
     record as (
       insert into signables (number, kind, title, company_name, school, workflow_id, watchers, search_text, document_id)
       select nextval('agreement_number_seq'), kind, title, company_name, school, workflow_id, watchers, search_text,
         document.id
       from original, document returning id, number),
     people as (
       insert into signatories (signable_id, position, "order", mail, name, given_name)
       select record.id, s.position, s."order", s.mail, s.name, s.given_name
       from signatories s join original on original.id = s.signable_id, record),
     registered as (
       insert into history (signable_id, at, event, actor, detail)
       select record.id, h.at, h.event, h.actor, h.detail
       from history h join original on original.id = h.signable_id, record where h.event = 'registered')
     select number from record`,
    [original],
  );
  const [copy] = rows;
  if (copy === undefined) throw new Error('nothing was copied');
  return copy.number;
}

/** Does it at one replica, and tells `done` or the code of the refusal. */
async function happen(
  { institution, vendor }: ServiceProcess,
  {
    id,
    pdf,
    trigger: { name, ...said },
    step,
  }: { id: number; pdf: Uint8Array; trigger: Trigger; step: number },
): Promise<string> {
  const [ours, theirs] = [`/api/conventions/${id}`, `/public/api/conventions/${id}`];
  const named = 'order' in said ? said.order : 1;
  const request = {
    send: () => institution.post(`${ours}/signature`).send('round' in said ? { round: said.round } : {}),
    'take-back': () => institution.delete(`${ours}/signature`),
    replace: () => {
      const again = metadata({ signatories: people, title: `Replaced in step ${step}` });
      return institution.put(ours).send({ pdf64: Buffer.from(pdf).toString('base64'), metadata: again });
    },
    'sign-outside': () => institution.post(`${ours}/signed-outside`).send({ reason: 'On paper.' }),
    restore: () => institution.post(`${ours}/restore`).send(said),
    deposit: () => vendor.post(`${theirs}/pdf`).attach('doc', Buffer.from(pdf), 'signed.pdf'),
    date: () => vendor.patch(`${theirs}/dates`).send([dateOf(named)]),
    refuse: () => {
      const { signatureDate: date, ...who } = dateOf(named);
      return vendor.post(`${theirs}/refusal`).send({ ...who, date, reason: 'The dates are wrong.' });
    },
  }[name];
  return outcomeOf(await request());
}

/** `done`, or the code of the refusal. */
export function outcomeOf({ status, body }: { status: number; body: { type?: string } }): string {
  return status < 300 ? 'done' : (String(body.type).split('#')[1] ?? `status ${status}`);
}

/** The status as a service shows it, in the words of the model. */
export async function shownAt(
  { vendor }: Pick<ServiceProcess, 'vendor'>,
  id: number,
): Promise<RoundModel['shown']> {
  const { body } = await vendor.get(`/public/api/conventions/${id}/status`).expect(200);
  return {
    state: body.state,
    round: body.round,
    signedOutside: body.signedOutside,
    dates: body.dates.map((date: { order: number }) => date.order),
    deposits: body.deposits.length,
    refusedBy: body.refusal?.order ?? null,
  };
}
