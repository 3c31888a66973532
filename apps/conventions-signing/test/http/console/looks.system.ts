import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { eventually } from '@campus/testing';
import { useBrowser } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { expectReadable, signInAt } from '../../support/browse.ts';
import { givenAccount, passwordInConsole } from '../../support/console.ts';
import { givenDelivered } from '../../support/read-console.ts';
import { givenDraft, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const institution =
  'Université fédérale Toulouse-Midi-Pyrénées, École d’anthropogéographie_et_de_paléoclimatologie';
const service = useService({ configuration: { brandName: institution } });
const browser = useBrowser(() => service.url);

test('How close the rows of lists are is chosen on a device, and kept there', async () => {
  await givenDraft(service);
  const page = await browser.newPage();
  await signInAt(page, '/console/conventions/');
  const padding = () =>
    page.evaluate<number>("parseFloat(getComputedStyle(document.querySelector('tbody td')).paddingTop)");
  const wide = await padding();

  await page.getByRole('button', { name: 'Dense lists', pressed: false }).click();
  await page.reload();

  await page.getByRole('button', { name: 'Dense lists', pressed: true }).waitFor();
  expect(await padding()).toBeLessThan(wide / 2);
  await page.getByRole('button', { name: 'Dense lists' }).click();
  expect(await padding()).toBe(wide);
});

test('The signs of all pages are one file, which is asked for once, within the policy of the pages', async () => {
  await givenDraft(service);
  const page = await browser.newPage();
  let count = 0;
  // A browser tells of what it has kept as of what it has asked for.
  const onRequest = (message: unknown) => {
    if (String((message as { request: IncomingMessage }).request.url).endsWith('/icons.svg')) count += 1;
  };
  subscribe('http.server.request.start', onRequest);
  await signInAt(page, '/console/conventions/');

  for (const address of ['/console/operations/', '/console/templates/', '/console/'])
    await page.goto(address, { waitUntil: 'networkidle' });

  unsubscribe('http.server.request.start', onRequest);
  expect(count).toBe(1);
});

test('On paper a record and its history are what they say: no rooms, no buttons, and nothing folded', async () => {
  const { id } = await givenInSigning(service, { title: 'To be printed' });
  const page = await browser.newPage({ colourScheme: 'dark' });
  await signInAt(page, `/console/conventions/${id}/`);

  for (const address of [`/console/conventions/${id}/`, `/console/conventions/${id}/history/`]) {
    await page.goto(address);
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });

    await page.getByRole('heading', { level: 1 }).waitFor();
    const pressed = page.locator('nav:visible, button:visible, .button:visible, footer:visible');
    expect([address, await pressed.allTextContents()]).toEqual([address, []]);
    const hidden = await page.evaluate<number>(
      "[...document.querySelectorAll('main details > :not(summary)')].filter((part) => !part.checkVisibility({ contentVisibilityAuto: true }) && !part.matches('form')).length",
    );
    expect([address, hidden]).toEqual([address, 0]);
    // What a button is for goes with it.
    expect(await page.getByText('(ZIP)').isVisible()).toBe(false);
    const ground = await page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    expect(ground).toBe('rgb(255, 255, 255)');
  }
});

test('What changes moves for nobody who asks for stillness, and a little for others', async () => {
  const { id } = await givenDraft(service);
  const page = await browser.newPage();
  await signInAt(page, `/console/conventions/new/?from=${id}`);
  await page.locator('.notice').waitFor();
  const animation = () =>
    page.evaluate<string>("getComputedStyle(document.querySelector('.notice')).animationName");

  expect(await animation()).toBe('none');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await animation()).toBe('arrive');
});

test('Long names of the institution and of people are read whole on a phone, which scrolls nothing aside', async () => {
  const username = 'anne-charlotte.de-la-rochefoucauld-montmorency@etu.universite.example';
  await givenAccount(service, { username, role: 'administrator' });
  const name = 'de La Rochefoucauld-Montmorency-Luxembourg_et_Champagne';
  const mail = 'anne-charlotte.de-la-rochefoucauld-montmorency-luxembourg@etu.universite.example';
  const signatory = [{ name, givenname: 'Anne-Charlotte', mail, phone: null, order: 1 }];
  const { id } = await givenInSigning(service, { signatory });
  const page = await browser.newPage({ language: 'fr', viewport: { width: 320, height: 640 } });
  await signInAt(page, '/console/', { username, password: passwordInConsole });

  for (const address of [
    '/console/',
    '/console/conventions/',
    `/console/conventions/${id}/`,
    `/console/person/?waiting_for=${encodeURIComponent(mail)}`,
  ]) {
    await page.goto(address);
    await expectReadable(page);
    for (const text of [institution, username]) {
      const box = await page.locator('header').getByText(text).boundingBox();
      expect([address, text, box !== null && box.x >= 0 && box.x + box.width <= 320]).toEqual([
        address,
        text,
        true,
      ]);
    }
  }
});

test('All that can be done with a record is in sight on a desktop, and hides no document', async () => {
  const { id } = await givenInSigning(service, { signatories: 6 });
  for (let round = 2; round < 4; round += 1)
    await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
  const page = await browser.newPage({ language: 'fr', viewport: { width: 1280, height: 900 } });
  await signInAt(page, `/console/conventions/${id}/`);

  const actions = await page.locator('main > .actions').locator('button, .button').all();
  const boxes = await Promise.all(actions.map((action) => action.boundingBox()));
  await page.mouse.wheel(0, 300);

  expect(boxes.length).toBeGreaterThan(6);
  for (const box of boxes) expect((box?.x ?? Infinity) + (box?.width ?? 0)).toBeLessThan(1280);
  await eventually(async () => {
    const [bar, paper] = await Promise.all(
      ['main > .actions', '.document'].map((part) => page.locator(part).boundingBox()),
    );
    expect(bar?.y).toBe(0);
    expect(paper?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? Infinity) - 1);
  });
});

test('Where nothing can be ticked, nothing offers to tick all', async () => {
  const { id } = await givenDelivered(service);
  const page = await browser.newPage();
  await signInAt(page, '/console/deliveries/?state=delivered');

  await page.getByRole('link', { name: new RegExp(`^Agreement ${id} `) }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(await page.getByRole('checkbox').count()).toBe(0);
});
