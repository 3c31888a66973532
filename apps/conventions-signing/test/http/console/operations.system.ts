import { useBrowser } from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import {
  expectReadable,
  looks,
  savedBy,
  signInAt,
  unfoldActions,
  untilOperationEnded,
} from '../../support/browse.ts';
import { givenManyDrafts } from '../../support/many-drafts.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const browser = useBrowser(() => service.url);

const count = 60;
let batches = 0;

/** Drafts that a search for their title finds, on more than a page. */
async function givenBatch(): Promise<{ title: string; list: string; numbers: number[] }> {
  const title = `Batch${batches++}`;
  const numbers = await givenManyDrafts(service.sql, count, { title });
  return { title, list: `/console/conventions/?q=${title}`, numbers };
}

describe.each(looks)('Staff (%j)', (look) => {
  test('send all that a list finds, follow how far it is, and save what became of each', async () => {
    const { list, numbers } = await givenBatch();
    const page = await browser.newPage(look);
    await signInAt(page, list);
    await page.locator('a[href^="/console/conventions/all/"]').click();
    await expectReadable(page);
    const blocker = await service.sql.connect();
    try {
      await blocker.query('begin');
      await blocker.query("select from signables where kind = 'agreement' and number = $1 for update", [
        numbers[count / 2],
      ]);
      await page.locator('form[action*="/all/send/"] button').click();
      await page.waitForURL('**/console/operations/*/');
      await page.locator('form[action$="/cancel/"] button').waitFor();
      await expectReadable(page);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    await untilOperationEnded(page);
    await expectReadable(page);

    const report = await savedBy(page, () => page.locator('a[href$="/report/"]').click());

    expect(report.name).toMatch(/^operation-\d{4}-\d\d-\d\d\.csv$/);
    expect(report.bytes.toString().trim().split('\r\n')).toHaveLength(1 + count);
    await page.locator('a[href*="outcome=refused"]').click();
    await expectReadable(page);
    await page.locator('nav a[href="/console/operations/"]').first().click();
    await page.locator('tbody tr').first().waitFor();
    await expectReadable(page);
  });

  test('erase all that a list finds, after its number was typed, with a reason', async () => {
    const { list, title } = await givenBatch();
    const page = await browser.newPage({ ...look, expectedStatuses: [400] });
    await signInAt(page, list);
    await page.locator('a[href^="/console/conventions/all/"]').click();
    const form = page.locator('form[action*="/all/erase/"]');
    await form.locator('[name="reason"]').fill('The year is over.');
    await form.locator('[name="number"]').fill(String(count - 1));
    await form.locator('button').click();
    await page.locator('#field-number-errors').waitFor();
    await expectReadable(page);
    await form.locator('[name="number"]').fill(String(count));
    await form.locator('button').click();

    await untilOperationEnded(page);

    await expectReadable(page);
    const { rows } = await service.sql.query('select from signables where title = $1', [title]);
    expect(rows).toHaveLength(0);
  });

  test('erase what they have ticked, after a page has named it', async () => {
    const { list, numbers } = await givenBatch();
    const page = await browser.newPage(look);
    await signInAt(page, list);
    for (const number of numbers.slice(-2)) await page.locator(`#conventions-${number}`).check();
    await unfoldActions(page);
    await page.locator('button[formaction="/console/erase/"]').click();
    await page.locator('[name="reason"]').fill('Registered twice.');
    await expectReadable(page);
    await page.locator('main form button').click();

    await untilOperationEnded(page);

    expect(await page.locator('tbody tr').count()).toBe(2);
  });
});
