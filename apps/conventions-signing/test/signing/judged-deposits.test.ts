import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startJobs } from '@campus/jobs';
import { eventually } from '@campus/testing';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase } from '../../src/data/open-database.ts';
import { judgeAnew, workOnJudging } from '../../src/signing/judge-deposits.ts';
import { anchorsOfFolder, knowAnchors } from '../../src/trust/known-anchors.ts';
import { signIn } from '../support/console.ts';
import { anchorOf, type JudgedParts, prepareJudging } from '../support/judged.ts';
import { agreementWithStore, endlessStream } from '../support/pdf-updates.ts';
import { deposit, givenInSigning } from '../support/records.ts';
import { type TestService, useService } from '../support/service.ts';
import { sharedInspector } from '../support/shared-inspector.ts';
import { signedPdf } from '../support/signed-pdfs.ts';
import { createPki, issueCertificate, pem, type TestSigner } from '../support/test-pki.ts';

const pki = await createPki();
const trustFolder = mkdtempSync(path.join(tmpdir(), 'anchors-'));
writeFileSync(path.join(trustFolder, 'root.pem'), pem(pki.root));

const service = useService({ webhook: false, configuration: { trustFolder } });
/** One that nobody has told of anchors. */
const untold = useService({ webhook: false });
let parts: JudgedParts;
beforeAll(async () => {
  parts = await prepareJudging(pki);
});
afterAll(async () => {
  await rm(trustFolder, { recursive: true });
});

const hourMs = 3_600_000;
const lately = () => ({
  thisUpdate: new Date(Date.now() - hourMs),
  nextUpdate: new Date(Date.now() + 24 * hourMs),
});

async function givenDeposited(signed: Uint8Array, at: TestService = service): Promise<number> {
  const { id } = await givenInSigning(at, { pdf: parts.unsigned });
  await deposit(at, id, signed).expect(200);
  return id;
}

const proven = async () => parts.proven(await parts.sign(), lately());
const byStranger = async () => parts.sign({}, await issueCertificate({ name: 'Stranger' }));
const spoilt = async () => parts.sign({ spoilt: true });

async function judgementOf(id: number, at: TestService = service) {
  const { body } = await at.institution.get(`/api/conventions/${id}`).expect(200);
  return body.deposits.at(-1).judgement;
}

async function listed(findings: string, at: TestService = service): Promise<number[]> {
  const { body } = await at.institution.get(`/api/conventions?findings=${findings}`).expect(200);
  return body.results.map(({ id }: { id: number }) => id);
}

describe('A deposit by a service that has anchors', () => {
  test('is judged with its record: who signed, at which level, known since when, answered for by whom', async () => {
    const judgement = await judgementOf(await givenDeposited(await proven()));

    expect(judgement).toMatchObject({
      status: 'passed',
      items: [
        {
          kind: 'signature',
          signer: 'Ada Lovelace',
          status: 'passed',
          subIndication: null,
          reason: null,
          level: 'advanced',
          format: 'B',
          existedBy: 'deposit',
          chain: ['Authority', 'Root'],
          anchor: 'root.pem',
        },
      ],
    });
    expect(judgement.items[0].existedAt).toBe(judgement.judgedAt);
  });

  test('is told why it has not passed, in a sentence, and taken all the same', async () => {
    const judgement = await judgementOf(await givenDeposited(await byStranger()));

    expect(judgement.items[0]).toMatchObject({
      status: 'indeterminate',
      subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
      reason: 'Nobody who is trusted here answers for the certificate of Stranger.',
      about: { certificate: 'Stranger', at: null },
    });
  });

  test('without signatures is judged to be nothing', async () => {
    expect(await judgementOf(await givenDeposited(parts.unsigned))).toMatchObject({
      status: null,
      items: [],
    });
  });
});

describe('A deposit that is made to cost judging whatever it can', () => {
  test('is taken, judged to be too much, and keeps nobody waiting', async () => {
    const pdf = agreementWithStore('<< /CRLs [13 0 R] >>', endlessStream());
    const subFilter = 'ETSI.CAdES.detached';
    const { id } = await givenInSigning(service, { pdf: parts.unsigned });
    let isTaken = false;
    const taking = deposit(service, id, await signedPdf(pdf, pki.signer, { subFilter }))
      .expect(200)
      .then(() => {
        isTaken = true;
      });
    await service.institution.get('/api/conventions').expect(200);
    expect(isTaken).toBe(false);
    await taking;

    expect(await judgementOf(id)).toMatchObject({
      status: 'indeterminate',
      items: [{ subIndication: 'GENERIC', reason: 'Judging it takes more than a document may take.' }],
    });
    expect(await listed('indeterminate')).toEqual(expect.arrayContaining([id]));
  });

  test('is kept with names that are cut in the middle of a character', async () => {
    const judgement = await judgementOf(
      await givenDeposited(
        await parts.sign({}, await issueCertificate({ name: `${'a'.repeat(199)}\u{1f58b}` })),
      ),
    );

    expect(judgement.items[0].about.certificate).toBe(`${'a'.repeat(199)} `);
  });
});

describe('Lists', () => {
  test('find records by what the newest signed document that counts was judged', async () => {
    const [passed, unknown, failed] = [
      await givenDeposited(await proven()),
      await givenDeposited(await byStranger()),
      await givenDeposited(await spoilt()),
    ];

    expect(await listed('passed')).toEqual(expect.arrayContaining([passed]));
    expect(await listed('passed')).not.toEqual(expect.arrayContaining([unknown]));
    expect(await listed('indeterminate')).toEqual(expect.arrayContaining([unknown]));
    expect(await listed('failed')).toEqual(expect.arrayContaining([failed]));
    await deposit(service, failed, await proven()).expect(200);
    expect(await listed('failed')).not.toEqual(expect.arrayContaining([failed]));
    expect(await listed('passed')).toEqual(expect.arrayContaining([failed]));
  });

  test('find a record no more once a new round has set its document aside', async () => {
    const id = await givenDeposited(await spoilt());
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);

    expect(await listed('failed')).not.toEqual(expect.arrayContaining([id]));
    await service.institution.get('/api/conventions?findings=perhaps').expect(400);
  });

  test('find a record no more once it was taken back, and again once its round is restored', async () => {
    const id = await givenDeposited(await spoilt());
    await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
    expect(await listed('failed')).not.toEqual(expect.arrayContaining([id]));

    await service.institution.post(`/api/conventions/${id}/restore`).send({ round: 1 }).expect(200);

    expect(await listed('failed')).toEqual(expect.arrayContaining([id]));
  });
});

test('The console tells the judgement in short, folds the rest, and filters by it', async () => {
  const id = await givenDeposited(await byStranger());
  const reader = await signIn(service, 'reader');
  const page = await reader.page(`/console/conventions/${id}/`);

  const badges = page.all('span').filter(({ name }) => name === 'indeterminate');
  expect(badges.map((badge) => badge.attribute('class'))).toEqual(['badge warning', 'badge warning']);
  expect(page.text).toContain('Nobody who is trusted here answers for the certificate of Stranger.');
  expect(page.text).toContain('NO_CERTIFICATE_CHAIN_FOUND');
  const list = await reader.page('/console/conventions/?findings=indeterminate');
  expect(list.text).toContain('Convention de stage');
  const french = await signIn(service, 'reader', { language: 'fr' });
  expect((await french.page(`/console/conventions/${id}/`)).text).toContain(
    'Personne parmi ceux qui sont reconnus ici ne répond du certificat délivré à Stranger.',
  );
});

/** Has what a service without anchors holds judged by somebody's own certificate. */
async function judgedByAnchor(anchor: TestSigner, check: () => Promise<void>): Promise<void> {
  const errors: Error[] = [];
  const onError = (error: Error) => void errors.push(error);
  const db = openDatabase(untold.databaseUrl, onError);
  const jobs = await startJobs({ databaseUrl: untold.databaseUrl, onError });
  const anchors = () => ({ version: pem(anchor), anchors: [anchorOf(anchor)] });
  try {
    const deps = { db, jobs, inspector: sharedInspector, anchors, now: () => new Date() };
    await workOnJudging(deps);
    await judgeAnew(deps);
    await eventually(check);
  } finally {
    await jobs.stop();
    await db.close();
  }
  expect(errors).toEqual([]);
}

test('What was deposited while there were no anchors is judged when there are', async () => {
  const stranger = await issueCertificate({ name: 'Stranger' });
  const id = await givenDeposited(await parts.sign({}, stranger), untold);
  expect(await judgementOf(id, untold)).toBeNull();

  await judgedByAnchor(stranger, async () => expect(await listed('passed', untold)).toEqual([id]));

  expect((await judgementOf(id, untold)).items[0]).toMatchObject({
    existedBy: 'deposit',
    level: 'advanced',
  });
});

test('A deposit is judged while somebody erases its record, and neither is in the way of the other', async () => {
  const stranger = await issueCertificate({ name: 'Stranger' });
  const id = await givenDeposited(await parts.sign({}, stranger), untold);
  const eraser = await untold.sql.connect();
  try {
    await eraser.query('begin');
    const { rows } = await eraser.query(
      "select id from signables where kind = 'agreement' and number = $1 for update",
      [id],
    );

    const judged = judgedByAnchor(stranger, async () =>
      expect(await listed('passed', untold)).toEqual(expect.arrayContaining([id])),
    );
    await eventually(async () => {
      const waiting = await untold.sql.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      expect(waiting.rowCount).toBe(1);
    });
    await eraser.query('delete from deposits where signable_id = $1', [rows[0].id]);
    await eraser.query('rollback');

    await judged;
  } finally {
    eraser.release();
  }
});

test('What is deposited while there are no anchors any more lists its record under no judgement', async () => {
  const stranger = await issueCertificate({ name: 'Stranger' });
  const id = await givenDeposited(await parts.sign({}, stranger), untold);
  const isPassed = async () => expect(await listed('passed', untold)).toEqual(expect.arrayContaining([id]));
  await judgedByAnchor(stranger, isPassed);

  await deposit(untold, id, await spoilt()).expect(200);

  expect(await judgementOf(id, untold)).toBeNull();
  expect(await listed('passed', untold)).not.toEqual(expect.arrayContaining([id]));
});

test('Anchors are others as soon as their folder holds others, and stay while it cannot be read', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'anchors-'));
  writeFileSync(path.join(folder, 'root.pem'), pem(pki.root));
  const problems: unknown[] = [];
  let changes = 0;
  const known = await knowAnchors([anchorsOfFolder(folder)], {
    onChange: () => {
      changes += 1;
    },
    onError: (error) => problems.push(error),
    everyMs: 20,
  });
  try {
    const first = known.current()?.version;
    writeFileSync(path.join(folder, 'another.pem'), pem(pki.authority));
    await eventually(async () => expect(changes).toBe(1));
    expect(known.current()).toMatchObject({ anchors: [{ source: 'another.pem' }, { source: 'root.pem' }] });
    expect(known.current()?.version).not.toBe(first);
    writeFileSync(path.join(folder, 'no-certificate.pem'), 'nothing');
    await eventually(async () => expect(problems.length).toBeGreaterThan(0));
    expect(known.current()?.anchors).toHaveLength(2);
  } finally {
    known.stop();
    await rm(folder, { recursive: true });
  }
});
