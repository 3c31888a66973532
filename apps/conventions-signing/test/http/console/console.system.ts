import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { eventually, freePort, type StartedProcess, startProcess } from '@campus/testing';
import { expectAccessible, useBrowser } from '@campus/testing/browser';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { expectReadable, signInAt } from '../../support/browse.ts';
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

/** Holds up the application (SIGSTOP), or lets it go on (SIGCONT). */
const signal = (name: NodeJS.Signals) => void process.kill(Number(application.child.pid), name);

const send = (id: number) => service.institution.post(`/api/conventions/${id}/signature`).expect(202);

/** Its page keeps itself up to date no more. */
const untilSigned = (id: number) =>
  eventually(async () => expect((await recordOf(service, id)).state).toBe('signed'));

describe('A list that keeps itself up to date', () => {
  // It does so while something in it is on its way.
  beforeEach(() => signal('SIGSTOP'));
  afterEach(() => signal('SIGCONT'));

  test('says so when the session is over, and leads to the sign-in and back', async () => {
    await send((await givenDraft(service)).id);
    const page = await browser.newPage({ language: 'fr' });
    await signInAt(page, '/console/conventions/');
    await page.locator('[data-live]').waitFor();

    await service.sql.query('delete from sessions');

    const notice = page.locator('.notice', { hasText: 'n’est plus tenu à jour' });
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
    await sleep(provenMs);

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
    // Nobody signs before the reader is there.
    signal('SIGSTOP');
    try {
      await send(id);
      await page.reload();
      await page.locator('[data-live] .badge', { hasText: /^(waiting for|in signing)/ }).waitFor();
    } finally {
      signal('SIGCONT');
    }

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
    await page.getByRole('status').getByText('1 selected', { exact: true }).waitFor();
    await tick.uncheck();
    expect(await all.isChecked()).toBe(false);
    await tick.check();

    await page.locator('.badge', { hasText: /^signed$/ }).waitFor();

    expect([await tick.isChecked(), await all.isChecked()]).toEqual([true, true]);
    expect(await page.locator(`#conventions-${id}:focus`).count()).toBe(1);
    expect(await page.locator('td .marks .good').count()).toBe(2);
  });
});

describe('Every page of the console', () => {
  const pages = (id: number, delivery: string) => [
    '/console/',
    '/console/conventions/',
    '/console/avenants/',
    '/console/deliveries/',
    '/console/deliveries/?chart=days',
    '/console/deliveries/again/',
    '/console/operations/',
    '/console/retention/',
    '/console/person/?waiting_for=signatory1@example.org',
    '/console/templates/',
    '/console/accounts/',
    '/console/account/',
    `/console/deliveries/${delivery}/`,
    `/console/conventions/${id}/`,
    `/console/conventions/${id}/history/`,
  ];

  const deliveryOf = async (id: number) => String((await recordOf(service, id)).deliveries[0]?.id);

  test('has no serious fault for anybody in the dark, in French', async () => {
    const { id } = await givenDraft(service, { title: 'Looked at' });
    await send(id);
    await untilSigned(id);
    await service.institution.delete(`/api/conventions/${id}/signature`).send({ reason: 'again' });
    const page = await browser.newPage({
      colourScheme: 'dark',
      language: 'fr',
      expectedStatuses: [404, 400],
    });
    await signInAt(page, '/console/');

    for (const address of [
      ...pages(id, await deliveryOf(id)),
      '/console/conventions/9999/',
      '/console/avenants/?state=x',
    ]) {
      await page.goto(address);
      await expectAccessible(page);
    }
  });

  test.each([
    [1200, 800],
    [390, 780],
  ])('shows the first row of a list and its actions on the first screen, %d by %d', async (width, height) => {
    for (let count = 0; count < 15; count += 1) await givenDraft(service, { title: `Row ${count}` });
    const page = await browser.newPage({ viewport: { width, height }, language: 'fr' });
    await signInAt(page, '/console/conventions/');

    const bar = page.getByRole('form', { name: 'Avec la sélection' });
    // A bar of which nothing can be used yet would cover the list.
    await page.locator('.action-bar[data-waits]').waitFor({ state: 'attached' });
    expect(await bar.isVisible()).toBe(false);
    await page.locator('tbody').getByRole('checkbox').first().check();
    await bar.waitFor();
    const { top, bottom } = await page.evaluate<{ top: number; bottom: number }>(`({
      top: document.querySelector('.action-bar').getBoundingClientRect().top,
      bottom: document.querySelector('tbody tr').getBoundingClientRect().bottom,
    })`);
    expect(bottom).toBeLessThan(top);
    const more = bar.getByText('Autres actions');
    expect(await more.isVisible()).toBe(width < 640);
    if (width < 640) await more.click();
    const again = bar.getByRole('button', { name: 'Rappeler l’application de signature' });
    expect(await again.isEnabled()).toBe(true);
    await bar.getByText('Sélection\u00a0: 1').waitFor();
    // Where the bar covers no half of a row.
    await page.evaluate('scrollTo(0, document.body.scrollHeight)');
    await expectAccessible(page);
  });

  test('offers what can be done with a selection from the start where no script can tell that there is one', async () => {
    await givenDraft(service);
    const page = await browser.newPage({ javaScript: false });
    await signInAt(page, '/console/conventions/');

    const send = page.getByRole('form', { name: 'With the selection' }).getByRole('button').first();
    expect([await send.isVisible(), await send.isEnabled()]).toEqual([true, true]);
  });

  test.each([
    ['en', 'Filter'],
    ['fr', 'Filtre'],
  ] as const)(
    'has the fields of its filter in one line, and what is done with them in another (%s)',
    async (language, name) => {
      await givenDraft(service);
      const page = await browser.newPage({ language, viewport: { width: 1280, height: 900 } });
      await signInAt(page, '/console/conventions/?department=Law');

      const search = page.getByRole('search', { name });
      const middlesOf = async (roles: Parameters<typeof search.getByRole>[0][]) => {
        const found = await Promise.all(roles.map((role) => search.getByRole(role).all()));
        const boxes = await Promise.all(found.flat().map((place) => place.boundingBox()));
        return boxes.map((box) => Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2));
      };
      const fields = await middlesOf(['searchbox', 'spinbutton', 'combobox']);
      const below = await middlesOf(['checkbox', 'button', 'link']);
      const spread = (middles: number[]) => Math.max(...middles) - Math.min(...middles);
      expect([fields.length, below.length]).toEqual([6, 5]);
      expect([fields, spread(fields) < 4]).toEqual([fields, true]);
      expect([below, spread(below) < 4]).toEqual([below, true]);
      expect(Math.min(...below)).toBeGreaterThan(Math.max(...fields) + 20);
    },
  );

  test('leaves a phone to the list: of its actions one line is in sight', async () => {
    await givenDraft(service);
    const page = await browser.newPage({ viewport: { width: 320, height: 640 }, language: 'fr' });
    await signInAt(page, '/console/conventions/');
    const height = () =>
      page.evaluate<number>("document.querySelector('.action-bar').getBoundingClientRect().height");

    await page.locator('.action-bar[data-waits]').waitFor({ state: 'attached' });
    expect(await height()).toBe(0);
    await page.locator('tbody').getByRole('checkbox').first().check();
    await page.getByText('Sélection\u00a0: 1').waitFor();
    expect(await height()).toBeLessThan(110);
  });

  test.each([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ])('has the open tab in sight on a phone, %s', async (_name, javaScript) => {
    await givenDraft(service);
    const page = await browser.newPage({ javaScript, viewport: { width: 320, height: 640 }, language: 'fr' });
    await signInAt(page, '/console/conventions/?state=signed');

    const open = page.getByRole('navigation', { name: 'État' }).locator('[aria-current="page"]');
    await open.waitFor();
    expect(await open.textContent()).toContain('signé');
    const box = await open.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(320);
  });

  test('fits a phone: what is wider scrolls by itself, not the page', async () => {
    const { id } = await givenDraft(service, {
      title: `Long ${'x'.repeat(100)}`,
      reference: 'A-VERY-LONG-REFERENCE-WITHOUT-ANY-BLANK-0123456789',
    });
    await send(id);
    await untilSigned(id);
    const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
    await signInAt(page, '/console/');

    for (const address of pages(id, await deliveryOf(id))) {
      await page.goto(address);
      await expectReadable(page);
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
    await page.getByText('Ada Martin1').waitFor();
    await expectAccessible(page);

    await send(id);
    await page.reload();
    await page.getByRole('link', { name: 'Appels', exact: true }).click();
    await page.getByRole('link', { name: `Convention ${id} · Sans script` }).click();
    await eventually(async () => {
      await page.reload();
      expect(await page.locator('details[open]', { hasText: 'Essai 1' }).count()).toBe(1);
    });
    await page.getByText(/^GET .*\/webhook/).waitFor();
    await expectAccessible(page);
  });
});
