import { eventually } from '@campus/testing';
import { expectAccessible, type PageOptions, useBrowser } from '@campus/testing/browser';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { clip } from '../../support/clips.ts';
import { givenType, givenVideo, newName } from '../../support/given-records.ts';
import { postBuilding, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();
const browser = useBrowser(() => service.url);
let source: string;

beforeAll(async () => {
  source = await clip('silent');
  // Too many to choose from without a search.
  await service.sql.query(
    `insert into users (username, first_name, last_name)
       select 'crowd-' || n, 'Ada', 'Martin' from generate_series(1, 2000) n`,
  );
});

/** A page of the root account, which has signed in on the way to the root of the API. */
async function rootsPage(options: PageOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  await page.goto('/rest/');
  await page.locator('[name=username]').fill('root');
  await page.locator('[name=password]').fill('root-password');
  await page.locator('form button').last().click();
  await page.waitForURL('**/rest/');
  return page;
}

/** The form that creates or changes, not the one of raw data. */
function formOf(page: Page): Locator {
  return page.locator('form:has([name=_form])');
}

async function statusShown(page: Page): Promise<string> {
  return (await page.locator('#head b').first().textContent()) ?? '';
}

/** Sends a form, and waits for the page that answers it. */
async function send(page: Page, { form, button, status }: { form: Locator; button: string; status: string }) {
  await form.getByRole('button', { name: button, exact: true }).click();
  await page.locator('#head b', { hasText: status }).first().waitFor();
}

/** Finds an object for a relation by words, and chooses it: in one combobox with JavaScript, else in a select. */
async function pick(
  page: Page,
  { field, words, label }: { field: string; words: string; label: string },
  { javaScript }: { javaScript: boolean },
) {
  const picker = formOf(page).locator(`.field:has(select[name="${field}"])`);
  const select = picker.locator('select');
  if (javaScript) {
    await picker.getByRole('combobox').fill(words);
    await picker.getByRole('option', { name: label, exact: true }).click();
    expect(await picker.getByRole('combobox').inputValue()).toBe(label);
    return;
  }
  expect(await select.locator('option', { hasText: label }).count()).toBe(0);
  await picker.locator('[type=search]').fill(words);
  await picker.getByRole('button').click();
  await select.locator('option', { hasText: label }).waitFor({ state: 'attached' });
  await select.selectOption({ label });
}

describe.each([{ javaScript: true }, { javaScript: false }])('The browsable API, %o', (script) => {
  test('A type is created by form and by raw JSON, with its field errors, changed and deleted', async () => {
    const page = await rootsPage({ ...script, expectedStatuses: [400] });
    const title = newName('by form');
    await page.getByRole('link', { name: '/rest/types/' }).click();

    await formOf(page).getByLabel('Title').fill(title);
    await send(page, { form: formOf(page), button: 'Create', status: '201 Created' });
    await page.getByRole('link', { name: 'Open it' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(title);

    await page.getByRole('link', { name: 'Types', exact: true }).click();
    await formOf(page).getByLabel('Title').fill(title);
    await formOf(page).getByLabel('Description').fill('kept as typed');
    await send(page, { form: formOf(page), button: 'Create', status: '400 Bad Request' });
    const titleField = formOf(page).getByLabel('Title');
    expect(await titleField.getAttribute('aria-invalid')).toBe('true');
    expect(await formOf(page).locator('.field:has([name=title]) .errors').textContent()).toBe(
      'Type with this title already exists.',
    );
    expect(await formOf(page).getByLabel('Description').inputValue()).toBe('kept as typed');
    await expectAccessible(page);

    const raw = page.locator('form:has([name=_content])');
    await page.getByText('Raw data').click();
    expect(JSON.parse(await raw.getByLabel('JSON').inputValue())).toMatchObject({ title: 'Lecture' });
    const other = newName('by JSON');
    await raw.getByLabel('JSON').fill(JSON.stringify({ title: other }));
    await send(page, { form: raw, button: 'POST', status: '201 Created' });

    await page.getByRole('link', { name: 'Open it' }).click();
    await formOf(page).getByLabel('Description').fill('changed');
    await send(page, { form: formOf(page), button: 'Save', status: '200 OK' });
    await page.locator('#json', { hasText: '"description": "changed"' }).waitFor();

    await page.getByRole('button', { name: 'OPTIONS' }).click();
    await page.locator('#json', { hasText: '"Type Instance"' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText(`Type “${other}” will be removed for good.`).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Removed.').waitFor();
    expect(await statusShown(page)).toBe('HTTP 204 No Content');
    await page.getByRole('link', { name: 'Back to the list' }).click();
    expect(await page.locator('#json').textContent()).not.toContain(other);
  });

  test('A list is paged through, searched and filtered', async () => {
    const { id: typeId } = await givenType(service.db);
    for (const title of ['alpha', 'beta', 'gamma']) {
      await givenVideo(service.db, { ownerId: service.ada.id, typeId, title, isDraft: title === 'beta' });
    }
    const page = await rootsPage(script);
    await page.goto(`/rest/videos/?type=${typeId}&page_size=1&ordering=title`);

    await page.locator('#json', { hasText: '"alpha"' }).waitFor();
    await page.getByRole('link', { name: 'Next' }).first().click();
    await page.locator('#json', { hasText: '"beta"' }).waitFor();
    await eventually(async () =>
      expect(await page.locator('.pager [aria-current]').allTextContents()).toEqual([
        ...['Page 2 of 3', 'Page 2 of 3'],
      ]),
    );
    await page.getByRole('link', { name: 'Next' }).last().click();
    await page.locator('#json', { hasText: '"gamma"' }).waitFor();

    const filters = page.locator('form:has([name=ordering])');
    await page.getByText('Filters', { exact: true }).click();
    await filters.getByLabel('Is draft').selectOption('true');
    await filters.getByRole('button', { name: 'Apply' }).click();
    await page.locator('#json', { hasText: '"count": 1' }).waitFor();
    expect(await page.locator('#json').textContent()).toContain('"beta"');
    expect(new URL(page.url()).searchParams.has('search')).toBe(false);
    expect(await filters.locator('[name=type]').inputValue()).toContain(`/rest/types/${typeId}/`);
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Drop all filters' }).click();
    await page.waitForURL('**/rest/videos/');
  });

  test('Relations are found by words: the building of a broadcaster, the owner of a video', async () => {
    for (let count = 0; count < 21; count += 1) await postBuilding(service);
    const building = newName('zz needle');
    await postBuilding(service, { name: building });
    const page = await rootsPage(script);

    await page.goto('/rest/broadcasters/');
    const name = newName('device');
    await formOf(page).getByLabel('Name').fill(name);
    await formOf(page).getByLabel('URL').fill(`rtmp://stream.example.org/${name}`);
    await pick(page, { field: 'building', words: 'needle', label: building }, script);
    expect(await formOf(page).getByLabel('Name').inputValue()).toBe(name);
    await send(page, { form: formOf(page), button: 'Create', status: '201 Created' });
    await page.getByRole('link', { name: 'Open it' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(name);

    const { title: type } = await postType(service, { title: newName('aa type') });
    await page.goto('/rest/videos/');
    const title = newName('film');
    await formOf(page).getByLabel('Title').fill(title);
    await pick(page, { field: 'owner', words: 'crowd-777', label: 'crowd-777 (Ada Martin)' }, script);
    if (script.javaScript) await pick(page, { field: 'type', words: type, label: type }, script);
    else await formOf(page).locator('[name=type]').selectOption({ label: type });
    await formOf(page).locator('[name=video]').setInputFiles(source);
    await send(page, { form: formOf(page), button: 'Create', status: '201 Created' });
    const { body } = await service.root.client.get(`/rest/videos/?title=${title}`);
    expect(body.results).toMatchObject([{ title, is_draft: false }]);
    expect((await service.root.client.get(new URL(body.results[0].owner).pathname)).body.username).toBe(
      'crowd-777',
    );
  });
});

test('A relation is chosen by the keyboard alone, and what is typed and not chosen is taken back', async () => {
  const [first, second] = [newName('keyed 1'), newName('keyed 2')];
  for (const name of [first, second]) await postBuilding(service, { name });
  const page = await rootsPage();
  await page.goto('/rest/broadcasters/');
  const combobox = formOf(page).getByRole('combobox', { name: 'Building' });
  const chosen = () => formOf(page).locator('[name=building]').inputValue();

  await combobox.fill('keyed');
  await formOf(page).getByRole('option', { name: second }).waitFor();
  await expectAccessible(page);
  await combobox.press('ArrowDown');
  await combobox.press('ArrowDown');
  expect(await combobox.getAttribute('aria-activedescendant')).toBe('create-building-list-1');
  await combobox.press('Enter');

  const [name, address] = [await combobox.inputValue(), await chosen()];
  expect([first, second]).toContain(name);
  expect((await service.root.client.get(new URL(address).pathname)).body.name).toBe(name);
  expect(await combobox.getAttribute('aria-expanded')).toBe('false');
  await combobox.fill('nothing of this name');
  await combobox.press('Tab');
  expect([await combobox.inputValue(), await chosen()]).toEqual([name, address]);
  await combobox.fill('');
  await combobox.press('Tab');
  expect(await chosen()).toBe('');
});

test('A list is a table by a switch, and a form with a mistake has the focus on it', async () => {
  await postType(service, { title: 'Taken' });
  const page = await rootsPage({ expectedStatuses: [400] });
  await page.goto('/rest/types/');
  await page.getByRole('link', { name: 'Table', exact: true }).click();
  await page.getByRole('columnheader', { name: 'Title' }).waitFor();
  await expectAccessible(page);
  await page.goto('/rest/types/');
  expect(await page.getByRole('link', { name: 'Taken', exact: true }).count()).toBe(1);

  await formOf(page).getByLabel('Title').fill('Taken');
  await send(page, { form: formOf(page), button: 'Create', status: '400 Bad Request' });

  await formOf(page).locator('[name="title"]:focus').waitFor();
  const tops = await Promise.all(
    ['form:has([name=_form])', '#head'].map((part) => page.locator(part).boundingBox()),
  );
  expect(tops[0]?.y).toBeLessThan(tops[1]?.y ?? 0);
});

test('A form whose answer is loaded again makes nothing a second time', async () => {
  const page = await rootsPage();
  await page.goto('/rest/types/');
  const title = newName('loaded again');
  await formOf(page).getByLabel('Title').fill(title);
  await send(page, { form: formOf(page), button: 'Create', status: '201 Created' });

  await page.reload();

  await page.getByText('This form has been sent before.').waitFor();
  expect(new URL(page.url()).pathname).toBe('/rest/types/');
});

test('The XML of Dublin Core is shown as the browser shows XML', async () => {
  await givenVideo(service.db, { ownerId: service.ada.id, isDraft: false });
  const page = await rootsPage();

  await page.goto('/rest/dublincore/');

  await page.locator('.pretty-print', { hasText: 'Example University' }).waitFor();
});

test('Somebody signs in by the keyboard alone', async () => {
  const page = await browser.newPage();
  await page.goto('/rest/types/');
  const focusOn = async (selector: string) => {
    for (let count = 0; count < 20; count += 1) {
      if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`))
        return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab never came to ${selector}`);
  };

  await focusOn('#field-username');
  await page.keyboard.type('root');
  await focusOn('#field-password');
  await page.keyboard.type('root-password');
  await page.keyboard.press('Enter');

  await page.waitForURL('**/rest/types/');
  expect(await page.getByRole('button', { name: 'Sign out' }).count()).toBe(1);
});

test('A type is created by the keyboard alone', async () => {
  const page = await rootsPage();
  await page.goto('/rest/types/');
  const title = newName('typed');
  const isFocused = (selector: string) =>
    page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) ?? false`);

  await page.keyboard.press('Tab');
  expect(await isFocused('.skip')).toBe(true);
  await page.keyboard.press('Enter');
  for (let count = 0; count < 60 && !(await isFocused('#create-title')); count += 1) {
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(title);
  await page.keyboard.press('Tab');
  await page.keyboard.type('only keys');
  const create = 'form:has([name=_form]) button:not([name])';
  for (let count = 0; count < 10 && !(await isFocused(create)); count += 1) await page.keyboard.press('Tab');
  expect(await isFocused(create)).toBe(true);
  await page.keyboard.press('Enter');

  await page.locator('#head b', { hasText: '201 Created' }).waitFor();
  expect(await page.locator('#json').textContent()).toContain(title);
});

test('The curl line is copied by its button, and works', async () => {
  const page = await rootsPage();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/rest/types/?page_size=1');

  await page.getByText('The same from a shell (GET)').click();
  // It says so for two seconds.
  await Promise.all([
    page.getByRole('button', { name: 'Copied' }).waitFor(),
    page.getByRole('button', { name: 'Copy' }).first().click(),
  ]);

  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
    `curl --header "Authorization: Token $TOKEN" '${service.url}/rest/types/?page_size=1'`,
  );
});

test.each([
  { colourScheme: 'light', language: 'en' },
  { colourScheme: 'dark', language: 'fr', viewport: { width: 360, height: 740 } },
] as const)('The main pages are accessible: %o', async (look) => {
  const { id, slug } = await givenVideo(service.db, { ownerId: service.ada.id });
  const page = await rootsPage({ ...look, expectedStatuses: [404] });

  for (const address of [
    '/rest/',
    '/rest/types/',
    '/rest/users/?page_size=1',
    `/rest/videos/${id}/`,
    `/rest/videos/${id}/?_method=DELETE`,
    `/rest/launch_encode_view/?slug=${slug}`,
    '/rest/nothing/',
  ]) {
    await page.goto(address);
    expect(await page.locator('html').getAttribute('lang')).toBe(look.language);
    await expectAccessible(page);
    const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
    expect([address, isWider]).toEqual([address, false]);
  }
});
