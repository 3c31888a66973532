import { useBrowser } from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import { expectReadable, looks, signInAt } from '../../support/browse.ts';
import { dateOf, givenInSigning, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);

const send = (id: number) => service.institution.post(`/api/conventions/${id}/signature`).expect(202);

describe.each(looks)('Staff (%j)', (look) => {
  test('see on a record, on the first page and in the list who has refused, and why', async () => {
    const { id } = await givenInSigning(service, { title: 'Refused', signatories: 30 });
    await service.vendor
      .post(`/public/api/conventions/${id}/refusal`)
      .send({
        mail: 'signatory30@example.org',
        order: 30,
        date: '2026-03-01T10:00:00.000+0000',
        reason: 'The dates are wrong: the internship begins a week later, and ends before the holidays.',
      })
      .expect(200);
    const page = await browser.newPage(look);
    await signInAt(page, '/console/');
    await expectReadable(page);

    await page.locator('main a[href="/console/conventions/?state=refused"]').click();
    await page.getByText('The dates are wrong').first().waitFor();
    await expectReadable(page);
    await page.locator(`main a[href="/console/conventions/${id}/"]`).click();
    await page.getByText('The dates are wrong').first().waitFor();
    await expectReadable(page);
  });

  test('let a round count again that was set aside by mistake', async () => {
    const { id } = await givenInSigning(service, { title: 'Sent twice', signatories: 30 });
    await service.vendor
      .patch(`/public/api/conventions/${id}/dates`)
      .send([dateOf(1), dateOf(2)])
      .expect(200);
    await send(id);
    const page = await browser.newPage(look);
    await signInAt(page, `/console/conventions/${id}/`);
    await page.locator('a[href$="/restore/"]').click();
    await expectReadable(page);
    await page.locator('main form button').click();
    await page.waitForURL('**/?done=restored');

    await expectReadable(page);
    expect(await recordOf(service, id)).toMatchObject({ state: 'signing', round: 1 });
  });

  test('change a due date, and find what is overdue before all else', async () => {
    const title = `Late ${JSON.stringify(look)}`;
    const { id } = await givenInSigning(service, { title });
    const page = await browser.newPage({ ...look, expectedStatuses: [400] });
    await signInAt(page, `/console/conventions/${id}/`);
    await page.locator('a[href$="/due/"]').click();
    await expectReadable(page);
    await page.locator('[name="due"]').fill('2001-01-01');
    await page.locator('main form button').click();
    await page.locator('#field-due-errors').waitFor();
    await expectReadable(page);
    await page.locator('[name="due"]').fill('2999-12-31');
    await page.locator('main form button').click();
    await page.waitForURL('**/?done=due-changed');
    await expectReadable(page);
    await service.sql.query(
      "update signables set due_on = current_date - 1 where kind = 'agreement' and number = $1",
      [id],
    );

    await page.goto('/console/');
    await page.locator('main a[href*="overdue=true"]').first().click();

    await page.getByText(title).waitFor();
    await page.locator('.badge.bad').first().waitFor();
    await expectReadable(page);
  });
});
