import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { useBrowser } from '@campus/testing/browser';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { expectReadable, looks, savedBy, signInAt } from '../../support/browse.ts';
import { unzipped } from '../../support/evidence.ts';
import { type JudgedParts, prepareJudging } from '../../support/judged.ts';
import { deposit, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';
import { createPki, issueCertificate, pem } from '../../support/test-pki.ts';

const pki = await createPki();
const trustFolder = mkdtempSync(path.join(tmpdir(), 'anchors-'));
writeFileSync(path.join(trustFolder, 'root.pem'), pem(pki.root));

const service = useService({ webhook: false, configuration: { trustFolder } });
const browser = useBrowser(() => service.url);
let parts: JudgedParts;
let id: number;
beforeAll(async () => {
  parts = await prepareJudging(pki);
  ({ id } = await givenInSigning(service, { pdf: parts.unsigned }));
  const stranger = await issueCertificate({ name: `Stranger ${'of a long name '.repeat(8)}`.trim() });
  await deposit(service, id, await parts.sign({}, stranger)).expect(200);
});
afterAll(async () => {
  await rm(trustFolder, { recursive: true });
});

test.each(looks)(
  'Staff (%j) find what was judged indeterminate, read why, and save all that proves it',
  async (look) => {
    const page = await browser.newPage(look);
    await signInAt(page, '/console/conventions/');
    const findings = page.locator('[name="findings"]');
    if (!(await findings.isVisible())) await page.locator('details.filter > summary').click();
    await findings.selectOption('indeterminate');
    await page.locator('form[role="search"] button').click();
    await page.waitForURL(/findings=indeterminate/);
    await expectReadable(page);
    await page.locator(`main a[href="/console/conventions/${id}/"]`).click();
    await page.waitForURL(`**/console/conventions/${id}/`);
    await page.locator('main .badge.warning').first().waitFor();
    await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
    await page.getByText('NO_CERTIFICATE_CHAIN_FOUND').first().waitFor();
    await expectReadable(page);

    const { bytes } = await savedBy(page, () => page.locator('a[href$="/evidence"]').click());

    const files = await unzipped(bytes);
    expect([...files.keys()]).toContain('certificate.pdf');
  },
);
