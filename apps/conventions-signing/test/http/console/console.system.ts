import path from 'node:path';
import { eventually, freePort, type StartedProcess, startProcess } from '@campus/testing';
import { expectAccessible, useBrowser } from '@campus/testing/browser';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { validPdf } from '../../support/pdfs.ts';
import { givenDraft, recordOf } from '../../support/records.ts';
import { publicToken, rootPassword, useService, webhookToken } from '../../support/service.ts';

// Known beforehand, because each of the two must be told where the other is.
const port = await freePort();
const applicationPort = await freePort();
const service = useService({
  configuration: {
    port,
    webhook: { uri: `http://127.0.0.1:${applicationPort}/webhook`, token: webhookToken },
  },
});
const browser = useBrowser(() => service.url);
const browserWithViewer = useBrowser(() => service.url, 'chromium');

let application: StartedProcess;
beforeAll(async () => {
  application = startProcess({
    command: process.execPath,
    args: [path.resolve(import.meta.dirname, '../../../../../examples/signing-application/src/main.ts')],
    env: {
      WEBHOOK_TOKEN: webhookToken,
      ACCESS_TOKEN: publicToken,
      API_BASE_URL: `http://127.0.0.1:${port}`,
      PORT: String(applicationPort),
      SECONDS_BETWEEN_SIGNATURES: '1',
    },
  });
  await application.waitForOutput(/http:\/\/127/);
});
afterAll(() => application?.[Symbol.asyncDispose]());

async function signInAt(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.locator('input[name="username"]').fill('root');
  await page.locator('input[name="password"]').fill(rootPassword);
  await page.locator('main button').click();
  await page.waitForURL(`**${address}`);
}

const send = (id: number) => service.institution.post(`/api/conventions/${id}/signature`).expect(202);

/** Whether the browser's own viewer has opened the PDF of this page, with so many pages. */
async function expectInViewer(page: Page, pages: number): Promise<void> {
  await eventually(async () => {
    const viewer = page.frames().find((frame) => frame.url().startsWith('chrome-extension://'));
    expect(await viewer?.locator('#pagelength').textContent()).toBe(String(pages));
  });
}

describe('A list that keeps itself up to date', () => {
  test('says so when the session is over, and leads to the sign-in and back', async () => {
    await send((await givenDraft(service)).id);
    const page = await browser.newPage({ language: 'fr' });
    await signInAt(page, '/console/conventions/');
    await page.locator('[data-live]').waitFor();

    await service.sql.query('delete from sessions');

    const notice = page.locator('.notice', { hasText: "n'est plus tenu à jour" });
    await notice.waitFor();
    await expectAccessible(page);
    await notice.getByRole('link', { name: 'Se connecter' }).click();
    await page.locator('input[name="username"]').fill('root');
    await page.locator('input[name="password"]').fill(rootPassword);
    await page.locator('main button').click();
    await page.waitForURL('**/console/conventions/');
  });

  test('says so when the session has ended while nobody looked', async () => {
    await send((await givenDraft(service)).id);
    const page = await browser.newPage();
    // Left open: Chromium writes to the console of what is refused, but not each time.
    await page.route('**/live/**', () => {});
    await signInAt(page, '/console/conventions/');
    await page.unroute('**/live/**');
    await service.sql.query('delete from sessions');

    await page.evaluate(`for (const value of [true, false]) {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }`);

    await page.locator('.notice', { hasText: 'not kept up to date' }).waitFor();
  });
});

describe('A record that is being signed', () => {
  test('becomes signed before the reader', async () => {
    const { id } = await givenDraft(service);
    const page = await browser.newPage();
    await signInAt(page, `/console/conventions/${id}/`);
    await send(id);
    await page.reload();
    await page.locator('[data-live] .badge', { hasText: /^(waiting for|in signing)/ }).waitFor();

    // Nobody touches the page: in the end it also offers what can be done with what is signed.
    await page.locator('main:not(:has([data-live])) .badge', { hasText: /^signed$/ }).waitFor();

    expect(await page.getByRole('link', { name: 'Record as signed outside' }).count()).toBe(0);
    expect(await page.getByText('2 digital signatures, all intact').count()).toBeGreaterThan(0);
    await expectAccessible(page);
  });

  test('becomes signed in the list as well, and what was ticked and focused there stays so', async () => {
    const { id } = await givenDraft(service, { title: 'Followed in the list' });
    const page = await browser.newPage();
    await signInAt(page, '/console/conventions/?q=followed');
    await send(id);
    await page.reload();
    const tick = page.getByRole('checkbox', { name: /Followed/ });
    const all = page.getByRole('checkbox', { name: 'Select all on this page' });
    await all.check();
    expect(await tick.isChecked()).toBe(true);
    await page.getByRole('status').getByText('Selected: 1', { exact: true }).waitFor();
    await tick.uncheck();
    expect(await all.isChecked()).toBe(false);
    await tick.check();

    await page.locator('.badge', { hasText: /^signed$/ }).waitFor();

    expect([await tick.isChecked(), await all.isChecked()]).toEqual([true, true]);
    expect(await page.locator(`#conventions-${id}:focus`).count()).toBe(1);
    expect(await page.locator('td .marks .good').count()).toBe(2);
  });
});

test('Given a record that is signed, Then both its PDFs open in the viewer', async () => {
  const { id } = await givenDraft(service, { pdf: await validPdf({ pages: 2 }) });
  await send(id);
  await eventually(async () => expect((await recordOf(service, id)).state).toBe('signed'));
  const page = await browserWithViewer.newPage();
  await signInAt(page, `/console/conventions/${id}/`);

  await page
    .getByRole('link', { name: /^Signed, version/ })
    .first()
    .click();
  await page.waitForURL(/signed-pdf\?version=/);
  await expectInViewer(page, 2);
  await page.goBack();
  await page.getByRole('link', { name: 'As registered' }).click();
  await expectInViewer(page, 2);
});

describe('Every page of the console', () => {
  const pages = (id: number) => [
    '/console/',
    '/console/conventions/',
    '/console/avenants/',
    '/console/deliveries/',
    `/console/conventions/${id}/`,
  ];

  test.each(['light', 'dark'] as const)('has no serious fault for anybody, %s', async (colourScheme) => {
    const { id } = await givenDraft(service, { title: 'Looked at', reference: `A-${colourScheme}` });
    await send(id);
    await eventually(async () => expect((await recordOf(service, id)).state).toBe('signed'));
    await service.institution.delete(`/api/conventions/${id}/signature`).send({ reason: 'again' });
    const page = await browser.newPage({ colourScheme, expectedStatuses: [404, 400] });
    await signInAt(page, '/console/');

    for (const address of [...pages(id), '/console/conventions/9999/', '/console/avenants/?state=x']) {
      await page.goto(address);
      await expectAccessible(page);
    }
  });

  test('fits a phone: what is wider scrolls by itself, not the page', async () => {
    const { id } = await givenDraft(service, {
      title: `Long ${'x'.repeat(100)}`,
      reference: 'A-VERY-LONG-REFERENCE-WITHOUT-ANY-BLANK-0123456789',
    });
    await send(id);
    const page = await browser.newPage({ viewport: { width: 360, height: 640 } });
    await signInAt(page, '/console/');

    for (const address of pages(id)) {
      await page.goto(address);
      expect([address, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([address, 360]);
    }
  });

  test('works without JavaScript: list, search, record and its calls', async () => {
    const { id } = await givenDraft(service, { title: 'Sans script' });
    await givenDraft(service, { title: 'Something else' });
    const page = await browser.newPage({ javaScript: false, language: 'fr' });
    await signInAt(page, '/console/conventions/');

    await page.getByLabel('Mots').fill('SANS SCRIPT');
    await page.getByRole('button', { name: 'Filtrer' }).click();
    await page.waitForURL(/q=SANS/);
    expect(await page.locator('tbody tr').count()).toBe(1);
    await page.getByRole('link', { name: `${id} · Sans script` }).click();
    await page.getByRole('heading', { name: 'Signataires' }).waitFor();
    await expectAccessible(page);

    await send(id);
    await page.reload();
    await page.getByRole('link', { name: 'Appels', exact: true }).click();
    await page.locator('details summary').first().click();
    expect(await page.locator('details[open] table').count()).toBe(1);
  });
});
