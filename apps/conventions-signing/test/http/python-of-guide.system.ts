import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPythonOfGuide } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { validPdf } from '../support/pdfs.ts';
import { dateOf, deposit, metadata } from '../support/records.ts';
import { managementToken, useService } from '../support/service.ts';

const service = useService();

test('The program in Python of the guide registers and sends an agreement, and waits until it is signed', async () => {
  const cwd = await mkdtemp(path.join(tmpdir(), 'python-'));
  await writeFile(path.join(cwd, 'agreement.pdf'), await validPdf());
  await writeFile(path.join(cwd, 'metadata.json'), JSON.stringify(metadata({ signatories: 1 })));
  const env = { SIGNING_URL: service.url, SIGNING_TOKEN: managementToken };
  await using program = await startPythonOfGuide('signing.md', { cwd, env });

  await program.waitForOutput(/waiting for signatories/);
  const { body } = await service.institution.get('/api/conventions').expect(200);
  const [{ id }] = body.results;
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1)])
    .expect(200);
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);

  expect(await program.exited).toMatchObject({ code: 0 });
  expect(program.output()).toMatch(/\nsigned\n$/);
  await rm(cwd, { recursive: true });
});
