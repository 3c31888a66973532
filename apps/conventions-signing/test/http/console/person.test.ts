import { beforeAll, expect, test } from '@jest/globals';
import { hrefsIn, type PersonInConsole, signIn } from '../../support/console.ts';
import { givenDelivered, pageOf, textOf } from '../../support/read-console.ts';
import type { givenDraft } from '../../support/records.ts';
import { signInWithin } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const mail = 'tutor+lab@example.org';
const address = `/console/person/?waiting_for=${encodeURIComponent(mail)}`;
let sender: PersonInConsole;
let oldest: number;
let amendment: number;

beforeAll(async () => {
  sender = await signIn(service, 'sender');
  const ada = { name: 'Lovelace', givenname: 'Ada', mail, phone: '+33 6 12 34 56 78', order: 1 };
  const later = {
    ...ada,
    name: 'Pascal',
    givenname: 'Blaise',
    mail: 'later@example.org',
    phone: null,
    order: 2,
  };
  const given = async (title: string, options: Parameters<typeof givenDraft>[1] = {}) =>
    (await givenDelivered(service, { title, signatory: [ada, later], ...options })).id;
  await given('Newest', { department: 'Physics', reference: 'P-1' });
  oldest = await given('Oldest', { department: 'Law' });
  amendment = (await givenDelivered(service, { title: 'Longer stay' })).id;
  await given('Other mail', { signatory: [{ ...ada, mail: mail.toUpperCase() }] });
  await service.sql.query(
    "update signables set round_started_at = now() - interval '67 days' where kind = 'agreement' and number = $1",
    [oldest],
  );
});

test('The page of a person tells what waits for them, since when, and how to reach them', async () => {
  const page = await sender.page(address);

  const text = await textOf(sender, address);
  expect(page.get('heading', 'Waiting for Ada Lovelace')).toBeDefined();
  expect(text).toContain('3 documents wait for this person.');
  expect(text).toMatch(/Oldest .*67 days .*(Newest P-1|Other mail)/);
  expect(page.get('link', 'Who is awaited').attribute('href')).toBe('/console/person/');
  expect(text).not.toContain('Longer stay');
  expect(hrefsIn(page)).toEqual(
    expect.arrayContaining([pageOf(oldest), `mailto:${encodeURIComponent(mail)}`, 'tel:+33612345678']),
  );
  expect(page.get('link', 'Remind by mail').attribute('href')).toMatch(
    /^mailto:tutor%2Blab%40example\.org\?/,
  );
  expect(await textOf(await signIn(service, 'reader', { language: 'fr' }), address)).toContain(
    '3 documents attendent cette personne.',
  );
});

test('An address that several people sign at is called by itself, with their names below', async () => {
  const shared = 'office@example.org';
  for (const [name, givenname] of [
    ['Curie', 'Marie'],
    ['Joliot', 'Irène'],
  ])
    await givenDelivered(service, { signatory: [{ name, givenname, mail: shared, phone: null, order: 1 }] });

  const page = await sender.page(`/console/person/?waiting_for=${shared}`);

  expect(page.get('heading', `Waiting for ${shared}`)).toBeDefined();
  expect(await textOf(sender, `/console/person/?waiting_for=${shared}`)).toMatch(
    /Names (Marie Curie, Irène Joliot|Irène Joliot, Marie Curie)/,
  );
});

test('It shows what its reader may see, and says so of somebody for whom nothing waits', async () => {
  const within = await signInWithin(service, { departments: ['Physics'], workflows: [] });

  expect(await textOf(within, address)).toContain('1 document waits for this person.');
  expect(await textOf(sender, '/console/person/?waiting_for=nobody@example.org')).toContain(
    'Nothing that you may see waits for this person.',
  );
  const people = await sender.page('/console/person/');
  expect(people.get('heading', 'Who is awaited')).toBeDefined();
  expect(hrefsIn(people)).toContain(address.replace('@', '%40'));
});

test('Nobody is reminded of what the signing application has not told them', async () => {
  const unheard = 'unheard@example.org';
  const signatory = [{ name: 'Noether', givenname: 'Emmy', mail: unheard, order: 1 }];
  const { id } = await givenDelivered(service, { title: 'Untold', signatory });
  const page = () => sender.page(`/console/person/?waiting_for=${unheard}`);
  expect((await page()).get('link', 'Remind by mail')).toBeDefined();

  await service.sql.query(
    `update deliveries set state = 'failed' where signable_id =
       (select id from signables where kind = 'agreement' and number = $1)`,
    [id],
  );

  expect((await page()).all('link').map(({ text }) => text)).not.toContain('Remind by mail');
});

test('The first page names whoever is waited for longest once, with what waits, and leads there', async () => {
  const page = await sender.page('/console/');

  const text = await textOf(sender, '/console/');
  expect(text).toMatch(/Waiting longest .*Ada Lovelace tutor\+lab@example\.org .*Oldest .*Newest .*67 days/);
  expect(text.match(/Ada Lovelace/g)).toHaveLength(1);
  expect(hrefsIn(page)).toContain(address.replace('@', '%40'));
  expect(hrefsIn(page)).toContain(pageOf(amendment));
});
