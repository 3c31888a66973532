import { useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import { expectReadable, looks, savedBy, signInAt, unfoldActions } from '../../support/browse.ts';
import { validPdf } from '../../support/pdfs.ts';
import { dateOf, deposit, givenDraft, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const browser = useBrowser(() => service.url);

let id: number;
beforeAll(async () => {
  await givenDraft(service, { title: 'Of another department', department: 'Law' });
  ({ id } = await givenInSigning(service, { title: 'Of this department', department: 'Physics' }));
  await deposit(service, id, await validPdf({ text: 'Signed' })).expect(200);
  await service.vendor
    .patch(`/public/api/conventions/${id}/dates`)
    .send([dateOf(1), dateOf(2)])
    .expect(200);
});

test.each(looks)(
  'Staff (%j) filter a list, and save it and its signed documents, all of it or what is ticked',
  async (look) => {
    const page = await browser.newPage(look);
    await signInAt(page, '/console/conventions/');
    const department = page.locator('[name="department"]');
    if (!(await department.isVisible())) await page.locator('details.filter > summary').click();
    await expectReadable(page);
    await department.fill('Physics');
    await page.locator('form[role="search"] button').click();
    await page.waitForURL(/department=Physics/);
    await expectReadable(page);
    await page.locator(`#conventions-${id}`).check();
    await unfoldActions(page);

    for (const [file, pattern] of [
      ['export', /^conventions-[\d-]{10}\.csv$/],
      ['signed-pdfs', /^conventions-[\d-]{10}\.zip$/],
    ] as const) {
      const all = await savedBy(page, () => page.locator(`main a[href*="/${file}/"]`).click());
      const ticked = await savedBy(page, () => page.locator(`button[formaction$="/${file}/"]`).click());
      for (const { name } of [all, ticked]) expect(name).toMatch(pattern);
      // A ZIP says when it was made.
      if (file === 'export') {
        expect(all.bytes.toString()).toContain('Of this department');
        expect(all.bytes.toString()).not.toContain('Of another department');
        expect(ticked.bytes.equals(all.bytes)).toBe(true);
      }
    }
  },
);
