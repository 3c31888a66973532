import { eventually } from '@campus/testing';
import { factsOf, formsOf, formWith, type PageElement, rowsOf } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type GivenUser, givenUser } from '../../../support/accounts.ts';
import { newName } from '../../../support/given-records.ts';
import { useService } from '../../../support/service.ts';
import { tokenOn } from '../../../support/shown-exchange.ts';
import { type Answer, signedIn, type Visitor } from '../../../support/visitor.ts';

const service = useService();
const pages = {
  list: '/admin/exchange/',
  export: '/admin/exchange/export/',
  import: '/admin/exchange/import/',
};
let helper: GivenUser;
let staff: Visitor;

beforeAll(async () => {
  helper = await givenUser(service.db, { isStaff: true });
  staff = await signedIn(service, helper);
});

/** Sends lines, or a table, by the form of the page. */
async function send(
  lines: readonly object[] | string,
  {
    by = staff,
    name = 'lines.jsonl',
    ...fields
  }: { by?: Visitor; name?: string; [field: string]: unknown } = {},
): Promise<{ status: number; location: string | null; text: string }> {
  const body = new FormData();
  body.set('csrfmiddlewaretoken', await tokenOn(by, pages.import));
  for (const [field, value] of Object.entries(fields)) body.set(field, String(value));
  const text = typeof lines === 'string' ? lines : lines.map((line) => `${JSON.stringify(line)}\n`).join('');
  body.set('file', new Blob([text]), name);
  const response = await by.open(pages.import, { method: 'POST', body });
  const { status, headers } = response;
  return { status, location: headers.get('location'), text: await response.text() };
}

/** The page of a run once it is over, as a reader sees it who loads it again now and then. */
async function whenOver(address: string | null, by = staff): Promise<Answer> {
  return eventually(async () => {
    const answer = await by.get(address ?? '');
    expect(Object.keys(factsOf(answer.page))).toContain('Ended');
    return answer;
  });
}

async function preview(...given: Parameters<typeof send>): Promise<{ address: string; page: PageElement }> {
  const sent = await send(...given);
  expect(sent.status).toBe(303);
  const address = sent.location ?? '';
  return { address, page: (await whenOver(address)).page };
}

const cellsIn = (page: PageElement, table: string) => {
  const found = page.all('region').find((one) => one.name === table) ?? page;
  return rowsOf(found).map((row) => row.all('cell').map(({ text }) => text));
};

async function givenHere(line: object): Promise<void> {
  const lines = service.root.client.post('/rest/import/').set('Content-Type', 'application/x-ndjson');
  await lines.send(JSON.stringify(line)).expect(200);
}

async function groupsNamed(name: string): Promise<number> {
  const { body } = await service.root.client.get(`/rest/groups/?name=${name}`).expect(200);
  return body.count;
}

describe('The page of an export', () => {
  test('leads to the lines of what is ticked, which are downloaded', async () => {
    await staff.get(pages.export);

    const { location } = await staff.post(pages.export, { resource: 'types', as: 'csv', do: 'download' });

    expect(location).toBe('/rest/export/?resource=types&as=csv');
    const { headers, text } = await staff.get(location ?? '');
    expect(headers.get('content-disposition')).toBe('attachment; filename="types.csv"');
    expect(text).toContain('title.en,title.fr');
  });

  test('shows the filters of one resource, and says at each what is wrong with it', async () => {
    await staff.get(pages.export);

    const { page } = await staff.post(pages.export, { resource: 'videos', as: 'jsonl', do: 'filters' });
    const wrong = await staff.post(pages.export, { resource: 'videos', is_draft: 'maybe', do: 'download' });
    const right = await staff.post(pages.export, { resource: 'videos', is_draft: 'true', do: 'download' });

    expect(formWith(page, 'is_draft').field('is_draft').choices).toContain('yes');
    expect(wrong.status).toBe(400);
    expect(formWith(wrong.page, 'is_draft').field('is_draft').errors).toHaveLength(1);
    expect(right.location).toBe('/rest/export/?is_draft=true&resource=videos');
  });

  test('refuses a table of several resources at the field of the format', async () => {
    await staff.get(pages.export);

    const { status, page } = await staff.post(pages.export, { as: 'csv', do: 'run' });

    expect(status).toBe(400);
    expect(page.all('alert')).toHaveLength(1);
  });

  test('begins one in the background, whose page leads to the result', async () => {
    await staff.get(pages.export);
    const { location } = await staff.post(pages.export, { resource: 'types', as: 'jsonl', do: 'run' });

    const { page } = await whenOver(location);

    expect(factsOf(page)).toMatchObject({ State: 'done' });
    const result = page.all('link').find(({ text }) => text.startsWith('Download the result'));
    const { text } = await staff.get(result?.attribute('href') ?? '');
    expect(text.split('\n')[0]).toContain('{"resource":"types"');
    const { page: list } = await staff.get(pages.list);
    expect(rowsOf(list)[0]?.text).toContain('Export: types');
  });
});

describe('The page of an import', () => {
  test('advises its own field where lines do not say what they are', async () => {
    const { page } = await preview(`name\n${newName()}\n`, { name: 'lines.csv' });

    expect(
      page
        .all('region')
        .map(({ text }) => text)
        .join(),
    ).toContain('by What the lines are. Known are');
  });

  test('shows what would change and imports nothing before that is confirmed', async () => {
    const [there, made] = [newName(), newName()];
    await givenHere({ resource: 'channels', title: there, visible: false });
    const lines = [
      { resource: 'channels', title: there, visible: true },
      { resource: 'channels', title: made },
      { resource: 'groups', name: made },
    ];

    const { address, page } = await preview(lines);

    expect(cellsIn(page, 'What would change')).toEqual([
      ['Channels', '1', '1', '0', '0'],
      ['Groups', '1', '0', '0', '0'],
      ['in all', '2', '1', '0', '0'],
    ]);
    const changes = cellsIn(page, 'Changes');
    expect(changes).toContainEqual([
      '1',
      'Channels',
      'change',
      expect.stringMatching(/^\/rest\/channels\//),
      'Visible',
    ]);
    expect(changes).toContainEqual(['3', 'Groups', 'create', made, 'Name']);
    expect(await groupsNamed(made)).toBe(0);

    const { location } = await staff.post(`${address}confirm/`);
    const { page: report } = await whenOver(location);

    expect(report.text).toContain('What has become of the lines');
    expect(await groupsNamed(made)).toBe(1);
    const again = await staff.post(`${address}confirm/`);
    expect(again.location).toBe(address);
    expect((await staff.get(address)).page.text).toContain('These lines were imported');
  });

  describe('Given lines of which one is wrong', () => {
    const lines = (name: string) => [
      { resource: 'groups', name },
      { resource: 'groups', nam: 'whatever' },
    ];
    const problem = ['2', 'Groups', 'nam', 'whatever', expect.stringContaining('Known')];

    test('When all or none are wanted, Then it is told what is wrong, also as a table, and nothing can be confirmed', async () => {
      const name = newName();

      const { address, page } = await preview(lines(name));

      expect(cellsIn(page, 'Problems')).toContainEqual(problem);
      expect(page.text).toContain('Nothing would be imported');
      expect(page.names('button')).not.toContain('Import now');
      const table = await staff.get(`${address}report/`);
      expect(table.headers.get('content-disposition')).toMatch(/^attachment; filename=import-\d+\.csv$/);
      expect(table.text).toContain('2,groups,Refused,,nam,whatever,');
      expect((await staff.post(`${address}confirm/`)).location).toBe(address);
      expect(await groupsNamed(name)).toBe(0);
    });

    test('When the others are wanted, Then they are imported once that is confirmed', async () => {
      const name = newName();

      const { address, page } = await preview(lines(name), { write: 'lines' });
      expect(page.text).toContain('are wrong and are left out');
      const { location } = await staff.post(`${address}confirm/`);
      const { page: report } = await whenOver(location);

      expect(cellsIn(report, 'What has become of the lines')).toEqual([['Groups', '1', '0', '0', '1']]);
      expect(cellsIn(report, 'Problems')).toContainEqual(problem);
      expect(await groupsNamed(name)).toBe(1);
    });
  });

  test('takes a table of one resource', async () => {
    const name = newName();

    const { page } = await preview(`name\r\n${name}\r\n`, { name: 'groups.CSV', resource: 'groups' });

    expect(cellsIn(page, 'What would change')).toEqual([['Groups', '1', '0', '0', '0']]);
  });

  test('says that lines which are there already change nothing', async () => {
    const name = newName();
    await givenHere({ resource: 'groups', name });

    const { page } = await preview([{ resource: 'groups', name }]);

    expect(page.text).toContain('there is nothing to import');
  });

  test('refuses what is no file of lines at its field, and a form of somebody else as a whole', async () => {
    const before = await service.sql.query('select count(*) from runs');

    const odd = await send('x', { name: 'lecture.mp4' });
    const empty = await send('');
    const body = new FormData();
    body.set('file', new Blob(['{}']), 'lines.jsonl');
    const foreign = await staff.open(pages.import, { method: 'POST', body });

    expect([odd.status, empty.status, foreign.status]).toEqual([400, 400, 403]);
    expect(odd.text).toContain('with a name that ends with .jsonl or .csv');
    expect((await service.sql.query('select count(*) from runs')).rows).toEqual(before.rows);
  });

  test('tells whoever may not write a resource so, and refuses its lines', async () => {
    const ada = await signedIn(service, await givenUser(service.db));

    const { page: form } = await ada.get(pages.import);
    const { location } = await send([{ resource: 'groups', name: newName() }], { by: ada });
    const { page } = await whenOver(location, ada);

    expect(form.all('status')[0]?.text).toMatch(/You may not write these.*Groups/);
    expect(formWith(form, 'resource').field('resource').choices).not.toContain('Groups');
    expect(cellsIn(page, 'Problems')[0]).toEqual(['1', 'Groups', 'resource', 'groups', expect.any(String)]);
    expect(form.names('link')).not.toContain('Administration');
  });

  test('speaks French to whoever prefers it', async () => {
    const { address } = await preview([{ resource: 'groups', name: newName() }]);

    const { page } = await staff.get(address, { 'Accept-Language': 'fr' });

    expect(page.names('button')).toContain('Importer maintenant');
    expect(cellsIn(page, 'Ce qui changerait')).toEqual([['Groupes', '1', '0', '0', '0']]);
  });
});

describe('A run', () => {
  /** One that nobody takes up. */
  async function givenWaiting(): Promise<string> {
    const asked = { language: 'en', base: 'http://localhost', query: { resource: 'groups' } };
    const { rows } = await service.sql.query(
      "insert into runs (kind, actor, asked) values ('export', $1, $2) returning id",
      [helper.id, JSON.stringify(asked)],
    );
    return `${pages.list}${rows[0].id}/`;
  }

  test('is refreshed without JavaScript, and cancelled by who has begun it', async () => {
    const address = await givenWaiting();
    const { page } = await staff.get(address);
    expect(factsOf(page)).toMatchObject({ State: 'waiting' });
    expect(formsOf(page).map(({ element }) => element.attribute('action'))).toContain(`${address}cancel/`);

    const { location } = await staff.post(`${address}cancel/`);

    expect(location).toBe(`${address}?done=cancelled`);
    const { page: cancelled } = await staff.get(location ?? '');
    expect(factsOf(cancelled)).toMatchObject({ State: 'cancelled', 'Cancelled by': helper.username });
    expect((await staff.post(`${address}cancel/`)).location).toBe(`${address}?done=wasOver`);
  });

  test('is there for nobody else of the staff', async () => {
    const address = await givenWaiting();
    const other = await signedIn(service, await givenUser(service.db, { isStaff: true }));

    const answers = await Promise.all([
      ...['', 'live/', 'report/'].map((part) => other.get(`${address}${part}`)),
      ...['cancel/', 'confirm/'].map((part) => other.post(`${address}${part}`)),
    ]);

    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    expect((await other.get(pages.list)).page.text).toContain('You have begun none yet');
  });
});
