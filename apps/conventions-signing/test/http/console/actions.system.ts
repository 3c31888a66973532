import { expectAccessible, useBrowser } from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { givenAccount, passwordInConsole } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { givenDraft, recordOf } from '../../support/records.ts';
import { rootPassword, useService } from '../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);
const newAgreement = '/console/conventions/new/';

async function signInAt(
  page: Page,
  address: string,
  { username = 'root', password = rootPassword }: { username?: string; password?: string } = {},
): Promise<void> {
  await page.goto(address);
  await page.locator('input[name="username"]').fill(username);
  await page.locator('input[name="password"]').fill(password);
  await page.locator('main button').click();
  await page.waitForURL(`**${address}`);
}

async function pdfFile(text: string) {
  return { name: 'document.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await validPdf({ text })) };
}

async function fillSignatory(page: Page, index: number, givenName: string): Promise<void> {
  const fields = { givenname: givenName, name: 'Martin', mail: `${givenName.toLowerCase()}@example.org` };
  for (const [member, value] of Object.entries(fields))
    await page.locator(`[name="signatory-${index}-${member}"]`).fill(value);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Without sideways scrolling of the page. */
async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const [wide, seen] = await page.evaluate<[number, number]>(
    '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
  );
  expect(wide).toBeLessThanOrEqual(seen);
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('Staff %s', (_name, javaScript) => {
  // The markup is the same for both, so that one look at each page is enough.
  const expectFirstAccessible = async (page: Page) => {
    if (javaScript) await expectAccessible(page);
  };

  test('make an agreement by the form, send it, take it back, and record it as signed outside with a scan', async () => {
    const page = await browser.newPage({ javaScript });
    await signInAt(page, newAgreement);
    await expectAccessible(page);
    for (const name of ['title', 'companyname', 'school']) await page.locator(`[name="${name}"]`).fill(name);
    await fillSignatory(page, 0, 'Ada');
    await button(page, 'Add a signatory').click();
    await button(page, 'Add a signatory').click();
    await fillSignatory(page, 1, 'Wrong');
    await fillSignatory(page, 2, 'Blaise');
    await page.getByRole('button', { name: 'Remove signatory 2' }).click();
    expect(await page.locator('fieldset').count()).toBe(2);
    expect(await page.locator('[name="companyname"]').inputValue()).toBe('companyname');
    await page.locator('[name="doc"]').setInputFiles(await pdfFile('made by a form'));
    await button(page, 'Register as a draft').click();
    await page.getByText('Registered as a draft.').waitFor();
    const id = Number(/conventions\/(\d+)\//.exec(page.url())?.[1]);
    const { signatory } = await recordOf(service, id);
    expect(signatory.map(({ mail }) => mail)).toEqual(['ada@example.org', 'blaise@example.org']);
    await expectFirstAccessible(page);

    await button(page, 'Send for signature').click();
    await page.getByText('Sent for signature.').waitFor();
    await page.getByRole('link', { name: 'Send again (new round)' }).click();
    await button(page, 'Begin round 2').waitFor();
    await expectFirstAccessible(page);
    await page.getByRole('link', { name: 'Back without changing anything' }).click();
    await page.getByRole('link', { name: 'Take back to draft' }).click();
    await page.locator('[name="reason"]').fill('The tutor has changed');
    await expectFirstAccessible(page);
    await button(page, 'Take back to draft').click();
    await page.getByText('Taken back to draft.').waitFor();

    await page.getByRole('link', { name: 'Record as signed outside' }).click();
    await expectFirstAccessible(page);
    await page.locator('[name="reason"]').fill('Signed on paper');
    await page.locator('[name="date-all"]').fill('2026-03-01');
    await page.locator('[name="date-1"]').fill('2026-03-02');
    await page.locator('[name="doc"]').setInputFiles(await pdfFile('a scan'));
    await button(page, 'Record as signed outside').click();
    await page.getByText('Recorded as signed outside.').waitFor();
    expect(await recordOf(service, id)).toMatchObject({ state: 'signed', deposits: [{ version: 1 }] });
  });

  test('send two that are ticked in the list, and read a report', async () => {
    const title = `Ticked ${javaScript ? 'with' : 'without'}`;
    const { id: first } = await givenDraft(service, { title });
    const { id: second } = await givenDraft(service, { title });
    const page = await browser.newPage({ javaScript });
    await signInAt(page, '/console/conventions/');
    for (const id of [first, second]) await page.locator(`#conventions-${id}`).check();
    await button(page, 'Send the selected for signature').click();
    await page.getByText('2 of 2 sent for signature.').waitFor();
    await expectFirstAccessible(page);

    await page.goto('/console/conventions/');
    for (const id of [first, second]) await page.locator(`#conventions-${id}`).check();
    await button(page, 'Send the selected for signature').click();
    await button(page, 'Send what is ticked').waitFor();
    await expectFirstAccessible(page);
    // What would set a round aside is ticked by nobody else.
    for (const id of [first, second]) await page.locator(`#record-agreement-${id}`).check();
    await button(page, 'Send what is ticked').click();
    await page.getByText('2 of 2 sent for signature.').waitFor();
    expect(
      [await recordOf(service, first), await recordOf(service, second)].map(({ round }) => round),
    ).toEqual([2, 2]);
  });

  test('make an account, whose password is shown once, and deactivate it', async () => {
    const username = `made-${javaScript ? 'with' : 'without'}`;
    const page = await browser.newPage({ javaScript });
    await signInAt(page, '/console/accounts/');
    await expectFirstAccessible(page);
    await page.getByRole('link', { name: 'New account' }).click();
    await expectFirstAccessible(page);
    await page.locator('[name="username"]').fill(username);
    await page.locator('[name="role"]').selectOption('sender');
    await button(page, 'Create the account').click();
    await page.locator('#password').waitFor();
    expect((await page.locator('#password').textContent())?.length).toBe(24);
    await expectFirstAccessible(page);
    await page.getByRole('link', { name: 'To the account' }).click();
    await expectFirstAccessible(page);
    await page.getByRole('link', { name: 'Deactivate' }).click();
    await expectFirstAccessible(page);
    await button(page, 'Deactivate').click();
    await page.getByText('deactivated', { exact: true }).waitFor();
  });

  test('see what was wrong beside its field, and find again what they have typed', async () => {
    await givenAccount(service, { username: `sender-${javaScript}`, role: 'sender' });
    const page = await browser.newPage({
      javaScript,
      language: 'fr',
      // With JavaScript a script asks for the page that shows the mistakes.
      ...(javaScript ? { expectedProblems: [/status of 400/] } : { expectedStatuses: [400] }),
    });
    await signInAt(page, newAgreement, { username: `sender-${javaScript}`, password: passwordInConsole });
    for (const name of ['title', 'companyname', 'school']) await page.locator(`[name="${name}"]`).fill(name);
    await fillSignatory(page, 0, 'Ada');
    // A browser takes it for an address; the rules do not.
    await page.locator('[name="signatory-0-mail"]').fill('ada@example');
    await page.locator('[name="doc"]').setInputFiles(await pdfFile('not kept'));
    await button(page, 'Enregistrer comme brouillon').click();

    await page.locator('#field-signatory-0-mail-errors').waitFor();
    expect(await page.locator('[name="signatory-0-mail"]').inputValue()).toBe('ada@example');
    await expectFirstAccessible(page);
    // The form that has come back works like the first.
    await button(page, 'Ajouter un signataire').click();
    await page.locator('[name="signatory-1-name"]').waitFor();
  });
});

test('An agreement is made with the keyboard alone, but for the choice of the file', async () => {
  const page = await browser.newPage();
  await signInAt(page, newAgreement);
  await page.locator('[name="doc"]').setInputFiles(await pdfFile('typed'));
  await page.locator('[name="title"]').focus();
  const focused = () => page.evaluate<string>('document.activeElement.name');
  const typed: Record<string, string> = {
    title: 'By keyboard',
    companyname: 'Exemple Industries',
    school: 'Université',
    'signatory-0-givenname': 'Ada',
    'signatory-0-name': 'Martin',
    'signatory-0-mail': 'ada@example.org',
  };
  for (let name = await focused(); name !== 'signatory-0-order'; name = await focused()) {
    await page.keyboard.type(typed[name] ?? '');
    await page.keyboard.press('Tab');
  }
  // Enter sends the form, whatever other buttons stand before its own.
  await page.keyboard.press('Enter');
  await page.getByText('Registered as a draft.').waitFor();
});

test('On a phone no page of forms scrolls sideways', async () => {
  const { id } = await givenDraft(service);
  const page = await browser.newPage({ viewport: { width: 360, height: 740 }, colourScheme: 'dark' });
  await signInAt(page, newAgreement);
  const pages = [
    newAgreement,
    `/console/conventions/${id}/edit/`,
    `/console/conventions/${id}/signed-outside/`,
  ];
  for (const address of [...pages, `/console/conventions/${id}/send/`, '/console/accounts/new/']) {
    await page.goto(address);
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  }
});
