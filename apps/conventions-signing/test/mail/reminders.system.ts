import { eventually } from '@campus/testing';
import { type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, expect, test } from '@jest/globals';
import type pg from 'pg';
import type { Page } from 'playwright-core';
import { expectReadable, signInAt, unfoldActions, untilOperationEnded } from '../support/browse.ts';
import { givenAccount, passwordInConsole } from '../support/console.ts';
import { useMailingService } from '../support/mailing-service.ts';
import { type ServiceProcess, webhookEnv } from '../support/process.ts';
import { givenDelivered, pageOf } from '../support/read-console.ts';
import { useService } from '../support/service.ts';

const withoutMail = useService();
const service = useMailingService(() => webhookEnv(`${withoutMail.webhook.url}/start`));
beforeAll(() => withoutMail.webhook.answerWith((_request, response) => void response.end('REF-1')));

const browser = useBrowser(() => service.site);
const browserWithoutMail = useBrowser(() => withoutMail.url);

const looks: PageOptions[] = [
  { language: 'en', colourScheme: 'dark' },
  { language: 'fr', viewport: { width: 390, height: 844 } },
];

const says = {
  en: { remind: 'Remind', many: 'Remind by mail', reminded: /Reminded/ },
  fr: { remind: 'Relancer', many: 'Relancer par courriel', reminded: /Relance/ },
};

let records = 0;

/** A record that waits for somebody, whom nothing else waits for but what names them too. */
async function givenAwaited(
  on: Pick<ServiceProcess, 'institution'>,
  mail = `person-${records++}@university.example`,
) {
  const title = `Stage ${records++}`;
  const signatory = [{ name: 'Lovelace', givenname: 'Ada', mail, phone: null, order: 1 }];
  const { id } = await givenDelivered(on, { title, signatory });
  return { id, mail, title };
}

let senders = 0;

async function signInAsSender(page: Page, on: { sql: pg.Pool }, address: string): Promise<void> {
  const username = `sender-${senders++}`;
  await givenAccount(on, { username, role: 'sender' });
  await signInAt(page, address, { username, password: passwordInConsole });
}

test.each(looks)('One click (%j) sends a letter, which the course of the round tells of', async (look) => {
  const say = says[look.language ?? 'en'];
  const { id, mail } = await givenAwaited(service.up);
  const page = await browser.newPage(look);
  await signInAsSender(page, service, pageOf(id));
  await expectReadable(page);

  await page.getByRole('button', { name: say.remind, exact: true }).click();

  await page.waitForURL('**/?done=reminded');
  await page.getByRole('main').getByText(say.reminded).first().waitFor();
  await expectReadable(page);
  await eventually(async () => expect(await service.exim.mailsTo(mail)).toHaveLength(1));
});

test.each(looks)('What is ticked in the list (%j) goes as one letter to each person', async (look) => {
  const say = says[look.language ?? 'en'];
  const first = await givenAwaited(service.up);
  const second = await givenAwaited(service.up, first.mail);
  const page = await browser.newPage(look);
  const list = '/console/conventions/';
  await signInAsSender(page, service, list);
  for (const { id } of [first, second]) await page.locator(`[name="conventions"][value="${id}"]`).check();
  await unfoldActions(page);

  await page.getByRole('button', { name: say.many, exact: true }).click();

  await untilOperationEnded(page);
  await expectReadable(page);
  await service.sql.query(
    "update pgboss.job set start_after = now() where name = 'reminders' and state = 'created'",
  );
  await eventually(async () => expect(await service.exim.mailsTo(first.mail)).toHaveLength(1));
  const [letter = ''] = await service.exim.mailsTo(first.mail);
  expect(letter).toContain('Your signature is awaited on 2 documents');
  await page.goto(pageOf(second.id));
  await page.getByRole('main').getByText(say.reminded).first().waitFor();
});

test.each(looks)('From the page of a person (%j) one letter goes, about all that waits', async (look) => {
  const say = says[look.language ?? 'en'];
  const { mail } = await givenAwaited(service.up);
  await givenAwaited(service.up, mail);
  const page = await browser.newPage(look);
  await signInAsSender(page, service, '/console/person/');
  await expectReadable(page);
  await page.locator(`a[href="/console/person/?waiting_for=${encodeURIComponent(mail)}"]`).click();
  await expectReadable(page);

  await page.getByRole('button', { name: say.many, exact: true }).click();

  await page.waitForURL('**/*done=reminded');
  await expectReadable(page);
  await eventually(async () => expect(await service.exim.mailsTo(mail)).toHaveLength(1));
});

test.each(looks)('Without a mail server (%j) the letter opens in the mail program', async (look) => {
  const say = says[look.language ?? 'en'];
  const { id, mail, title } = await givenAwaited(withoutMail);
  const page = await browserWithoutMail.newPage(look);
  await signInAsSender(page, withoutMail, pageOf(id));

  const href = await page.getByRole('link', { name: say.remind, exact: true }).getAttribute('href');

  expect(href).toContain(`mailto:${encodeURIComponent(mail)}?`);
  expect(new URL(href ?? '').searchParams.get('body')).toContain(title);
  await expectReadable(page);
});
