import { eventually } from '@campus/testing';
import { expectAccessible, useBrowser } from '@campus/testing/browser';
import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { expectReadable, signInAt, untilOperationEnded } from '../../support/browse.ts';
import { givenAccount, passwordInConsole } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { givenDraft, recordOf } from '../../support/records.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);
const newAgreement = '/console/conventions/new/';

async function pdfFile(text: string) {
  return { name: 'document.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await validPdf({ text })) };
}

async function fillSignatory(page: Page, index: number, givenName: string): Promise<void> {
  const fields = { givenname: givenName, name: 'Martin', mail: `${givenName.toLowerCase()}@example.org` };
  for (const [member, value] of Object.entries(fields))
    await page.locator(`[name="signatory-${index}-${member}"]`).fill(value);
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

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
    await eventually(async () => expect(await page.locator('fieldset').count()).toBe(2));
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

  test('keep a template, begin an agreement with it, and register and send that in one step', async () => {
    const name = `Internships ${javaScript ? 'with' : 'without'}`;
    const page = await browser.newPage({ javaScript });
    await signInAt(page, '/console/templates/');
    await expectFirstAccessible(page);
    await page.getByRole('link', { name: 'New template' }).click();
    await page.locator('[name="name"]').fill(name);
    await page.locator('[name="signatory-0-role"]').fill('intern');
    await button(page, 'Add a signatory').click();
    await page.locator('[name="signatory-1-role"]').fill('head of the department');
    await fillSignatory(page, 1, 'Marie');
    await expectFirstAccessible(page);
    await button(page, 'Keep the template').click();
    await page.getByText('The template is kept.').waitFor();
    await expectFirstAccessible(page);

    await page.goto(newAgreement);
    await page.locator('[name="title"]').fill('By a template');
    await page.getByLabel('Begin with').selectOption({ label: `Template ${name}` });
    await button(page, 'Fill in').click();
    await page.getByRole('group', { name: 'Signatory 2: head of the department' }).waitFor();
    expect(await page.locator('[name="signatory-1-mail"]').inputValue()).toBe('marie@example.org');
    expect(await page.locator('[name="title"]').inputValue()).toBe('By a template');
    await expectFirstAccessible(page);
    for (const text of ['companyname', 'school']) await page.locator(`[name="${text}"]`).fill(text);
    await fillSignatory(page, 0, 'Ada');
    await page.locator('[name="doc"]').setInputFiles(await pdfFile('by a template'));
    await button(page, 'Register and send for signature').click();
    await page.getByText('Sent for signature.').waitFor();
  });

  test('send two that are ticked in the list, and see what became of each', async () => {
    const title = `Ticked ${javaScript ? 'with' : 'without'}`;
    const { id: first } = await givenDraft(service, { title });
    const { id: second } = await givenDraft(service, { title });
    const page = await browser.newPage({ javaScript });
    await signInAt(page, '/console/conventions/');
    for (const id of [first, second]) await page.locator(`#conventions-${id}`).check();
    await button(page, 'Send for signature').click();
    await untilOperationEnded(page);
    expect(await page.getByRole('cell', { name: 'sent', exact: true }).count()).toBe(2);
    await expectFirstAccessible(page);

    await page.goto('/console/conventions/');
    for (const id of [first, second]) await page.locator(`#conventions-${id}`).check();
    await button(page, 'Send for signature').click();
    await button(page, 'Send what is ticked').waitFor();
    await expectFirstAccessible(page);
    // What would set a round aside is ticked by nobody else.
    for (const id of [first, second]) await page.locator(`#record-agreement-${id}`).check();
    await button(page, 'Send what is ticked').click();
    await untilOperationEnded(page);
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
    await page.locator('[name="signatory-0-mail"]:focus').waitFor();
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
  const page = await browser.newPage({ viewport: { width: 320, height: 640 }, colourScheme: 'dark' });
  await signInAt(page, newAgreement);
  const pages = [
    newAgreement,
    `${newAgreement}?from=${id}`,
    '/console/templates/new/',
    `/console/conventions/${id}/edit/`,
    `/console/conventions/${id}/signed-outside/`,
  ];
  const questions = ['send', 'erase'].map((action) => `/console/conventions/${id}/${action}/`);
  for (const address of [...pages, ...questions, '/console/accounts/new/']) {
    await page.goto(address);
    await expectReadable(page);
  }
});
