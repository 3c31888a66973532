import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import { useBrowser } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import { signInAt } from '../../support/browse.ts';
import { givenDraft, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
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
