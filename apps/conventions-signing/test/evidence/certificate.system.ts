import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { evidenceOf, unzipped } from '../support/evidence.ts';
import { type JudgedParts, prepareJudging } from '../support/judged.ts';
import { deposit, givenDraft, givenInSigning } from '../support/records.ts';
import { type TestService, useService } from '../support/service.ts';
import { tamper } from '../support/tamper.ts';
import { createPki, issueCertificate, pem } from '../support/test-pki.ts';

const pki = await createPki();
const folder = mkdtempSync(path.join(tmpdir(), 'certificate-'));
writeFileSync(path.join(folder, 'root.pem'), pem(pki.root));
const configuration = { trustFolder: folder, timeZone: 'Europe/Paris' };
const english = useService({ webhook: false, configuration: { ...configuration, language: 'en' } });
const french = useService({ webhook: false, configuration: { ...configuration, language: 'fr' } });
let parts: JudgedParts;
let pdftotext: string;
beforeAll(async () => {
  pdftotext = await requireTool('pdftotext');
  parts = await prepareJudging(pki);
});
afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** What the certificate of a record says that was signed by one who is trusted, and then by a stranger. */
async function certificateText(service: TestService): Promise<string> {
  const { id } = await givenInSigning(service, { pdf: parts.unsigned });
  const lately = {
    thisUpdate: new Date(Date.now() - 3_600_000),
    nextUpdate: new Date(Date.now() + 3_600_000),
  };
  await deposit(service, id, await parts.proven(await parts.sign(), lately)).expect(200);
  const stranger = await issueCertificate({ name: 'Stranger' });
  await deposit(service, id, await parts.sign({}, stranger)).expect(200);
  return textOf(service, id);
}

async function textOf(service: TestService, id: number): Promise<string> {
  const files = await unzipped(await evidenceOf(service, id));
  const file = path.join(folder, 'certificate');
  await writeFile(file, files.get('certificate.pdf') ?? '');
  const { stdout } = await promisify(execFile)(pdftotext, ['-raw', file, '-']);
  await rm(file);
  return stdout.replace(/\s+/g, ' ');
}

test('The certificate says what signatures were judged, why, and since when they are known', async () => {
  const text = await certificateText(english);

  expect(text).toContain('Judged: passed, advanced, known since it was deposited on');
  expect(text).toContain('Who answers for the signer: Authority, Root');
  expect(text).toContain('Trusted by: root.pem');
  expect(text).toContain('Judged: indeterminate, NO_CERTIFICATE_CHAIN_FOUND, known since');
  expect(text).toContain('Why: Nobody who is trusted here answers for the certificate of Stranger.');
});

test('The certificate says so in French', async () => {
  const text = await certificateText(french);

  expect(text).toContain('Jugement : validée, avancée, connue depuis son dépôt, le');
  expect(text).toContain('Jugement : indéterminée, NO_CERTIFICATE_CHAIN_FOUND, connue depuis');
  expect(text).toContain(
    'Personne parmi ceux qui sont reconnus ici ne répond du certificat délivré à Stranger.',
  );
});

test('The certificate says who refused, when and why, and until when signatures were expected', async () => {
  const { id } = await givenDraft(english);
  await english.institution.post(`/api/conventions/${id}/signature`).send({ due: '2030-12-24' }).expect(202);
  const refusal = { mail: 'signatory2@example.org', order: 2, reason: 'The dates are wrong.' };
  await english.vendor
    .post(`/public/api/conventions/${id}/refusal`)
    .send({ ...refusal, date: '2026-03-01T10:00:00.000+0100' })
    .expect(200);

  const text = await textOf(english, id);

  expect(text).toContain('round 1, due 24 December 2030');
  expect(text).toContain('round 1, signatory2@example.org: 1 Mar 2026, 10:00:00 CET');
  expect(text).toContain('Reason: The dates are wrong.');
});

test('The certificate says of which entries it is proved that none was left out', async () => {
  const { id } = await givenDraft(english);
  const whole = await textOf(english, id);
  const without = 'ordinal = null, previous = null, record_key = null';
  await tamper(english.sql, `update history set ${without} where kind = 'agreement' and number = $1`, [id]);
  const earlier = await textOf(english, id);

  expect(whole).toMatch(
    /entry (\d+), number 1 of this record .* up to entry \1 this history is whole: it has one entry, and no other was left out/,
  );
  expect(whole).not.toContain('without a number');
  expect(earlier).not.toContain('is whole');
  expect(earlier).toContain('Of the newest it is proved what it says, not that none was left out before it');
});
