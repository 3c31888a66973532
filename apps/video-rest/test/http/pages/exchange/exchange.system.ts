import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { expect, test } from '@jest/globals';
import type { Page, Request } from 'playwright-core';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { newName } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);

const said = {
  en: {
    ...{ all: 'Export and import', import: 'Import', file: 'File', look: 'Show what would change' },
    ...{ groups: 'Groups', wouldBe: 'What would change', confirm: 'Import now' },
    ...{ hasBecome: 'What has become of the lines', cancel: 'Cancel it', cancelled: 'It is cancelled.' },
    ...{ export: 'Export', filters: 'Show the filters', draft: 'Draft' },
  },
  fr: {
    ...{ all: 'Export et import', import: 'Importer', file: 'Fichier', look: 'Voir ce qui changerait' },
    ...{ groups: 'Groupes', wouldBe: 'Ce qui changerait', confirm: 'Importer maintenant' },
    ...{ hasBecome: 'Ce que sont devenues les lignes', cancel: 'Annuler', cancelled: 'C’est annulé.' },
    ...{ export: 'Exporter', filters: 'Afficher les filtres', draft: 'Brouillon' },
  },
};

async function staffsPage(options: PageOptions): Promise<{ page: Page; userId: number }> {
  const staff = await givenUser(service.db, { isStaff: true });
  const page = await browser.newPage(options);
  await signIn(page, staff);
  return { page, userId: staff.id };
}

async function signIn(page: Page, { username, password }: GivenUser): Promise<void> {
  await page.goto('about:blank');
  await page.context().clearCookies();
  await page.goto('/accounts/login/?next=/accounts/');
  await page.locator('[name=username]').fill(username);
  await page.locator('[name=password]').fill(password);
  await page.locator('main form button').first().click();
  await page.waitForURL('**/accounts/');
}

/** Each in the look that the other has not. */
const looks: [language: 'en' | 'fr', PageOptions][] = [
  ['en', {}],
  ['fr', { language: 'fr', colourScheme: 'dark', viewport: { width: 390, height: 780 } }],
];

test.each(looks)(
  'Given a file of lines, When staff sends it, Then it is imported once its preview is confirmed (%s)',
  async (language, options) => {
    const say = said[language];
    const { page } = await staffsPage(options);
    const name = newName();
    const content = `${JSON.stringify({ resource: 'groups', name })}\n${JSON.stringify({ resource: 'groups', nam: name })}\n`;
    await page.getByRole('navigation').getByRole('link', { name: say.all }).click();
    await expectAccessible(page);
    await page.getByRole('link', { name: say.import, exact: true }).click();
    await page
      .getByLabel(say.file)
      .setInputFiles({ name: 'lines.jsonl', mimeType: 'text/plain', buffer: Buffer.from(content) });
    await page.locator('[name=write]').selectOption('lines');
    await expectAccessible(page);

    const sentInPieces = page.waitForRequest('**/rest/uploads/');
    await page.getByRole('button', { name: say.look }).click();
    await sentInPieces;
    const preview = page.getByRole('region', { name: say.wouldBe });
    await preview.getByRole('row').filter({ hasText: say.groups }).waitFor();
    await expectAccessible(page);
    expect(await service.db.prisma.group.count({ where: { name } })).toBe(0);

    await page.getByRole('button', { name: say.confirm }).click();
    await page.getByRole('region', { name: say.hasBecome }).waitFor();
    await expectAccessible(page);
    expect(await service.db.prisma.group.count({ where: { name } })).toBe(1);
  },
);

test.each(looks)(
  'Given a run that waits, When staff cancels it, Then its page says so (%s)',
  async (language, options) => {
    const say = said[language];
    const { page, userId } = await staffsPage(options);
    const asked = JSON.stringify({ language, base: service.url, query: { resource: 'groups' } });
    // One that nobody takes up.
    await service.sql.query("insert into runs (kind, actor, asked) values ('export', $1, $2)", [
      userId,
      asked,
    ]);
    await page.goto('/admin/exchange/');
    await page.getByRole('main').getByRole('row').getByRole('link').click();
    await expectAccessible(page);

    await page.getByRole('button', { name: say.cancel, exact: true }).click();

    await page.getByRole('status').filter({ hasText: say.cancelled }).waitFor();
    await expectAccessible(page);
  },
);

test.each(looks)(
  'Given the filters of one resource, When staff chooses one, Then the lines are downloaded (%s)',
  async (language, options) => {
    const say = said[language];
    const { page } = await staffsPage(options);
    await page.goto('/admin/exchange/export/');
    await expectAccessible(page);
    await page.getByRole('checkbox', { name: say.groups, exact: true }).check();
    await page.getByRole('button', { name: say.filters }).click();
    await expectAccessible(page);

    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('button[value=download]').click(),
    ]);

    expect(download.suggestedFilename()).toBe('groups.jsonl');
  },
);

test('Given a part of a file that one account has sent, When another sends it in the same browser, Then that begins anew, and the first alone is offered to go on', async () => {
  const [ada, ben] = [
    await givenUser(service.db, { isStaff: true }),
    await givenUser(service.db, { isStaff: true }),
  ];
  const page = await browser.newPage({});
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'video-exchange-page-')), 'lines.jsonl');
  await writeFile(file, '{"resource":"groups","name":"sent in parts"}\n');
  const choose = async (account: GivenUser) => {
    await signIn(page, account);
    await page.goto('/admin/exchange/import/');
    await page.getByLabel(said.en.file).setInputFiles(file);
  };
  const isPiece = (request: Request) => request.method() === 'PATCH';
  // A piece is on its way for as long as the page is there.
  await page.route('**/rest/uploads/*/', (route) =>
    isPiece(route.request()) ? undefined : route.continue(),
  );
  await choose(ada);
  const begun = page.waitForRequest(isPiece);
  await page.getByRole('button', { name: said.en.look }).click();
  await begun;

  await choose(ben);
  const first = page.waitForRequest(/\/rest\/uploads\//);
  await page.getByRole('button', { name: said.en.look }).click();
  const method = (await first).method();
  await choose(ada);

  await page.locator('[data-resumed]').waitFor();
  expect(method).toBe('POST');
  await rm(path.dirname(file), { recursive: true });
});
