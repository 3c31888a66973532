import { formWith, readPage } from '@campus/testing/markup';
import { expect, test } from '@jest/globals';
import { hrefsIn, signIn } from '../../support/console.ts';
import { pageOf } from '../../support/read-console.ts';
import { givenDraft } from '../../support/records.ts';
import { signInWithin } from '../../support/scoped.ts';
import { useService } from '../../support/service.ts';

const service = useService({ webhook: false });
const pages = '/console/accounts/data/';

test('Given a watcher without an account, Then an administrator sees, takes out and erases what is kept', async () => {
  const boss = await signIn(service, 'administrator');
  const mail = 'watcher@example.org';
  const { id } = await givenDraft(service, { watchers: [{ mail }] });

  const page = await boss.page(`${pages}?who=${mail}`);
  expect(page.get('main').text).toContain(`Data of ${mail}`);
  expect(page.get('main').text).toContain('Agreements and amendments that they sign or watch');
  const zip = await boss
    .get(`${pages}export/?who=${mail}`)
    .responseType('blob')
    .expect(200)
    .expect('Content-Type', 'application/zip');
  expect(zip.body.subarray(0, 2).toString()).toBe('PK');
  expect(zip.headers['content-disposition']).toMatch(
    /^attachment; filename="?personal-data-2\d{3}-\d\d-\d\d\.zip"?$/,
  );

  const asked = await boss.page(`${pages}erase/?who=${mail}`);
  expect(formWith(asked, 'who').element.attribute('action')).toBe(`${pages}erase/`);
  expect(asked.get('main').text).toContain('This cannot be undone.');
  // There is none.
  expect(asked.get('main').text).not.toMatch(/account lets nobody in|sessions/);
  const list = await boss.page(asked.get('main').get('link', 'Agreements').attribute('href') ?? '');
  expect(hrefsIn(list)).toContain(pageOf(id));
  const { headers } = await boss.post(`${pages}erase/`, { who: mail }).expect(303);
  expect((await boss.page(headers.location ?? '')).get('main').text).toContain('The person has been erased.');
  // That their data was handed over is told for a year.
  const { text } = (await boss.page(`${pages}?who=${mail}`)).get('main');
  expect(text).toMatch(
    /Data of watcher@example\.org\s+What\s+Rows\s+An erasure\s+History of the administration\s+1\s/,
  );
});

test('Given one’s own account, or the last administrator, Then it is refused with a sentence', async () => {
  const boss = await signIn(service, 'administrator', { language: 'fr' });
  const other = await signIn(service, 'administrator', { username: 'second' });

  const own = await boss.post(`${pages}erase/`, { who: boss.username }).expect(409);
  expect(readPage(own.text).get('main').text).toContain('un autre administrateur doit l’effacer');
  const asked = await boss.page(`${pages}erase/?who=${other.username}`);
  expect(asked.get('main').text).toContain('Le compte ne laisse plus entrer personne');
  expect(asked.get('link', other.username).attribute('href')).toBe(`/console/accounts/~${other.username}/`);
  await boss.post(`${pages}erase/`, { who: other.username }).expect(303);
  await other.get('/console/').expect(302);
});

test.each(['', 'no such person', 'nobody', '%00', 'a'.repeat(600)])(
  'Given "%s", Then the form says what is wanted',
  async (who) => {
    const boss = await signIn(service, 'administrator');

    for (const page of ['export/', 'erase/']) {
      const { text } = await boss.get(`${pages}${page}?who=${who}`).expect(400);
      expect(formWith(readPage(text), 'who').field('who').errors.join()).toContain('Give a mail address');
    }
  },
);

test('Given an administrator of a department, Then these pages are for those of all departments', async () => {
  const boss = await signInWithin(service, { departments: ['Law'], workflows: [] }, 'administrator');

  for (const page of ['', 'export/', 'erase/']) await boss.get(`${pages}${page}?who=1`).expect(403);
});

test('Nobody else sees these pages', async () => {
  const sender = await signIn(service, 'sender');

  for (const page of ['', 'export/', 'erase/']) await sender.get(`${pages}${page}?who=1`).expect(403);
  await sender.post(`${pages}erase/`, { who: '1' }).expect(403);
});
