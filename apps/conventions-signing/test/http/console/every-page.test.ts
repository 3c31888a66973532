import { formsOf, readPage } from '@campus/testing/markup';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import request from 'supertest';
import { hrefsIn, type PersonInConsole, signIn } from '../../support/console.ts';
import { validPdf } from '../../support/pdfs.ts';
import { givenDelivered, pageOf, textOf } from '../../support/read-console.ts';
import { deposit, givenDraft, givenInSigning } from '../../support/records.ts';
import { useService } from '../../support/service.ts';
import { createSigner, signedPdf } from '../../support/signed-pdfs.ts';
import { tamper } from '../../support/tamper.ts';

const service = useService();
let reader: PersonInConsole;

beforeAll(async () => {
  reader = await signIn(service, 'reader');
});
afterEach(() => {
  service.webhook.answerWith((_request, response) => void response.end());
});

describe('Who may look', () => {
  test.each([
    '/console/',
    '/console/conventions/',
    '/console/avenants/7/',
    '/console/deliveries/?state=failed',
  ])('a stranger at %s is sent to the sign-in page, and back afterwards', async (path) => {
    const { headers } = await request(service.url).get(path).expect(302);

    expect(headers.location).toBe(`/console/account/login/?${new URLSearchParams({ next: path })}`);
  });

  test('a reader sees every page, and nothing on it that would change anything', async () => {
    const { id } = await givenDelivered(service);

    for (const path of ['/console/', '/console/conventions/', pageOf(id), '/console/deliveries/']) {
      const { text, headers } = await reader.get(path).expect(200);
      const main = readPage(text).get('main');
      expect(main.all('checkbox', /^Select/)).toEqual([]);
      expect(main.all('button').filter((button) => button.attribute('formaction'))).toEqual([]);
      expect(formsOf(main).filter(({ element }) => element.attribute('action'))).toEqual([]);
      expect(hrefsIn(main)).not.toContainEqual(expect.stringContaining('/new/'));
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(headers['cache-control']).toBe('no-store');
    }
  });
});

test.each([
  ['/console/conventions/2147483648/', 404, 'is not there, or not among what you may see'],
  ['/console/avenants/1e3/live/', 404, 'nothing at this address'],
  ['/console/conventions/1/signed-pdf?version=99', 404, 'no such version'],
  ['/console/nowhere/', 404, 'nothing at this address'],
  ['/console/send/', 405, 'takes no such request'],
  ['/console/conventions/?state=lost', 400, 'filter that does not exist'],
  ['/console/conventions/live/?before=x', 400, 'filter that does not exist'],
  ['/console/conventions/%E0%A4%A/', 400, 'not understood'],
])('%s is answered by a page with %s', async (path, status, sentence) => {
  if (path.includes('/1/')) await givenDraft(service);

  const { text, headers } = await reader.get(path).expect(status);

  expect(headers['content-type']).toMatch(/^text\/html/);
  const page = readPage(text);
  expect(page.get('alert').text).toContain(sentence);
  expect(hrefsIn(page)).toContain('/console/deliveries/');
});

test('An address outside of every room is answered by a page for browsers, and by a problem for programs', async () => {
  const page = await request(service.url).get('/zzz').set('Accept', 'text/html').expect(404);
  expect(page.text).toContain('There is nothing at this address.');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.headers['set-cookie']).toBeUndefined();
  await request(service.url)
    .get('/zzz')
    .expect(404)
    .expect('Content-Type', /problem\+json/);
  await service.vendor
    .get('/zzz')
    .set('Accept', 'text/html')
    .expect(404)
    .expect('Content-Type', /problem/);
});

test('Given something that nobody foresaw, Then the page says so and tells nothing of it', async () => {
  const { id } = await givenInSigning(service);
  await deposit(service, id, await validPdf({ text: 'Spoiled' })).expect(200);
  await service.sql.query(
    `update deposits set signatures = '{"count": "many"}' from signables
    where signables.id = signable_id and kind = 'agreement' and number = $1`,
    [id],
  );

  const { text, headers } = await reader.get(pageOf(id)).expect(500).expect('Content-Type', /html/);

  const page = readPage(text);
  expect(page.get('code').text).toBe(headers['x-request-id']);
  // Not all of its markup: by chance a token of a form says anything.
  expect(page.get('main').text).not.toMatch(/invalid|zod|expected/i);
});

test('Given a French browser, Then every page speaks French, with the times as France writes them', async () => {
  const lectrice = await signIn(service, 'sender', { language: 'fr' });
  const { id } = await givenDelivered(service, { title: 'Stage' });

  const { text } = await lectrice.get(pageOf(id)).expect(200).expect('Content-Language', 'fr');
  const page = readPage(text);
  expect(page.language).toBe('fr');
  expect(page.text).toMatch(/en signature.*Ada Martin1 doit signer maintenant.*Blaise Martin2 à venir/s);
  expect(page.text).toMatch(/Historique.*Application de signature appelée.*le service/s);
  expect(page.all('time')[0]?.text).toMatch(/^\d{1,2} \S+ \d{4}, \d\d:\d\d:\d\d$/);
  expect(await textOf(lectrice, '/console/')).toContain('En attente depuis le plus longtemps');
  expect(await textOf(lectrice, '/console/conventions/')).toContain('Ada Martin1 doit signer maintenant');
  expect(await textOf(lectrice, '/console/deliveries/')).toContain('effectué');
});

test('Given markup in every text of a record, in answers and in names, Then no page lets any of it in', async () => {
  const attack = (place: string) => `<img src=x onerror=${place}>"'<script>${place}</script>`;
  service.webhook.answerWith((_request, response) => void response.end(attack('reference')));
  const signer = await createSigner({ name: attack('signer').slice(0, 60) });
  const pdf = await validPdf();
  const record = await givenDelivered(service, {
    pdf,
    title: attack('title'),
    companyname: attack('company'),
    school: attack('school'),
    workflowId: attack('workflow'),
    reference: attack('ref'),
    signatory: [
      { name: attack('name'), givenname: attack('given'), mail: 'a@example.org', phone: null, order: 1 },
    ],
  });
  await deposit(service, record.id, await signedPdf(pdf, signer)).expect(200);
  await service.sql.query(
    `with held as (update attempts set error = $1 where delivery_id = $2)
    update deliveries set state = 'failed' where id = $2`,
    [attack('error'), record.deliveries[0]?.id],
  );
  const waiting = await givenDelivered(service, { title: attack('title'), reference: attack('waiting') });
  await service.sql.query(
    "update signables set round_started_at = '2026-01-01' where kind = 'agreement' and number = $1",
    [waiting.id],
  );
  const eve = await signIn(service, 'sender', { username: 'eve', fullName: attack('person') });
  await tamper(service.sql, "update history set actor = 'person:eve' where event = 'deposited'");

  for (const path of [
    '/console/',
    '/console/conventions/',
    `/console/conventions/?q=${encodeURIComponent(attack('q'))}`,
    '/console/deliveries/?state=failed',
    pageOf(record.id),
  ]) {
    const { text } = await eve.get(path).expect(200);
    // On the bytes, whatever a reader of pages makes of them.
    expect(text).toContain('&lt;img src=x');
    expect(text).not.toMatch(/<img|<script>|onerror=\w+>(?!&)/);
  }
  await service.institution
    .delete(`/api/conventions/${record.id}/signature`)
    .send({ reason: attack('reason') })
    .expect(200);
  const { text } = await eve.get(pageOf(record.id)).expect(200);
  expect(text).toContain('&lt;script&gt;reason');
  expect(text).not.toMatch(/<img|<script>/);
});

test('Every page leads to what its words mean', async () => {
  const [footer] = (await reader.page('/console/')).all('contentinfo');
  const page = await reader.page(footer?.get('link', 'Glossary').attribute('href') ?? '');

  expect(page.get('heading', 'Glossary').text).toBe('Glossary');
  expect(page.all('term').map(({ text }) => text)).toContain('round');
});
