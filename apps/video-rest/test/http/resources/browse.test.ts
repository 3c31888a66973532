import { formsOf, formWith, type Page, type PageElement, readPage } from '@campus/testing/markup';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { givenType, givenVideo, givenVideoRows, newName } from '../../support/given-records.ts';
import { postBroadcaster, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';
import { exchangeOn } from '../../support/shown-exchange.ts';
import { signedIn, type Visitor, visitorOf } from '../../support/visitor.ts';

const service = useService();
let root: Visitor;
let ada: Visitor;

beforeAll(async () => {
  root = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
  ada = await signedIn(service, await givenUser(service.db));
});

const hrefOf = (within: PageElement, name: string) => within.get('link', name).attribute('href');

const asPage = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('Somebody with a browser who has not signed in', () => {
  test('is sent to the sign-in page from every page, and back from there', async () => {
    const stranger = visitorOf(service);

    for (const address of ['/rest/', '/rest/types/?page=2', '/rest/users/1/', '/rest/schema/']) {
      const { status, location, headers } = await stranger.get(address, asPage);
      expect([status, location]).toEqual([302, `/accounts/login/?${new URLSearchParams({ next: address })}`]);
      expect(headers.get('www-authenticate')).toBeNull();
    }
    expect((await stranger.post('/rest/types/', { title: 'x' })).status).toBe(303);
    // Over plain http browsers say no more of themselves than what they take.
    for (const headers of [{ 'Sec-Fetch-Mode': 'navigate' }, asPage]) {
      const typed = await service.as(headers).get('/rest/types/?format=json');
      expect([typed.status, typed.headers['www-authenticate']]).toEqual([302, undefined]);
    }
  });

  test('is never asked for a password by the browser itself, while programs are challenged', async () => {
    const script = { Accept: 'application/json', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' };

    const ofPage = await service.as(script).get('/rest/types/');
    const ofProgram = await service.as({}).get('/rest/types/');

    expect([ofPage.status, ofPage.headers['www-authenticate']]).toEqual([401, 'Token realm="api"']);
    expect([ofProgram.status, ofProgram.headers['www-authenticate']]).toEqual([401, 'Basic realm="api"']);
  });
});

describe('The page of a list', () => {
  test('shows request, answer and JSON with its links, and leads through the pages', async () => {
    const { id: typeId } = await givenType(service.db);
    await givenVideoRows(service, { count: 5, ownerId: service.ada.id, typeId });

    const { status, page } = await root.get(`/rest/videos/?type=${typeId}&page_size=2&page=2`);

    const type = `${service.url}/rest/types/${typeId}/`;
    expect(status).toBe(200);
    expect(exchangeOn(page)).toMatchObject({
      request: `GET /rest/videos/?type=${typeId}&page_size=2&page=2`,
      status: 'HTTP 200 OK',
      headers: { Allow: 'GET, POST, HEAD, OPTIONS', 'Content-Type': 'application/json; charset=utf-8' },
      body: { count: 5, results: [{ type }, { type }] },
    });
    const linked = page.all('link', type).map((link) => [link.attribute('href'), link.attribute('rel')]);
    expect(linked).toEqual(Array(2).fill([type, 'noreferrer']));
    expect(page.get('link', 'Create').attribute('href')).toBe('#forms');
    const pagers = page.all('navigation', /^Pages/);
    expect(pagers.map((pager) => pager.text.includes('Page 2 of 3'))).toEqual([true, true]);
    expect(pagers[0]?.get('link', 'Next').attribute('href')).toBe(
      `/rest/videos/?type=${typeId}&page_size=2&page=3`,
    );
    expect(page.text).toContain('curl --header "Authorization: Token $TOKEN"');
  });

  test('names what its addresses stand for beside them, and the JSON stays what it is', async () => {
    const { id: typeId, title } = await postType(service);
    await givenVideoRows(service, { count: 2, ownerId: service.ada.id, typeId });

    const { text, page } = await root.get(`/rest/videos/?type=${typeId}`);

    const type = `${service.url}/rest/types/${typeId}/`;
    expect(text.split(`data-name="${title}">"<a href="${type}"`)).toHaveLength(3);
    expect(exchangeOn(page).body.results).toMatchObject([{ type }, { type }]);
  });

  test('is a table after somebody has chosen that, and JSON again after the other choice', async () => {
    const { id: typeId, title: type } = await postType(service);
    const [id] = await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId });
    const person = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
    const address = `/rest/videos/?type=${typeId}&ordering=-title`;
    const before = await person.get(address);
    const toTable = before.page.get('navigation', 'Shown as').get('link', 'Table').attribute('href') ?? '';
    expect(toTable).toBe(`${address}&_view=table`);

    const chosen = await person.get(toTable);
    const later = await person.get(address);
    const other = await person.get('/rest/types/?page_size=1');

    for (const { page } of [chosen, later]) {
      const table = page.get('table');
      expect(table.names('columnheader').slice(0, 3)).toEqual(['Title', 'ID', 'Slug']);
      expect(hrefOf(table, type)).toBe(`${service.url}/rest/types/${typeId}/`);
      expect(table.all('link')[0]?.attribute('href')).toBe(`/rest/videos/${id}/`);
      expect(page.all('pre').map((pre) => pre.attribute('id'))).not.toContain('json');
    }
    expect(other.page.all('table')).toHaveLength(1);
    expect((await person.get(`/rest/videos/${id}/`)).page.all('table')).toEqual([]);
    const json = await person.get('/rest/types/?_view=json');
    expect([json.page.all('table').length, (await person.get(address)).page.all('table').length]).toEqual([
      0, 0,
    ]);
    const asked = await service.root.client.get('/rest/types/?_view=table');
    expect([asked.status, asked.headers['set-cookie']]).toEqual([400, undefined]);
  });

  test('has a form with every filter, which shows what is filtered by and what is wrong with it', async () => {
    const all = formWith((await root.get('/rest/videos/')).page, 'ordering').fields.map(({ name }) => name);
    const french = await root.get('/rest/videos/?date_added__year=x&is_draft=TRUE&colour=red', {
      'Accept-Language': 'fr',
    });
    const wrong = await root.get('/rest/videos/?date_added__year=x&title__icontains=%22%3Eneedle', {});

    expect(all).toEqual(
      expect.arrayContaining([
        'search',
        'owner',
        'owner__username',
        'date_added__year',
        'encoded',
        'page_size',
      ]),
    );
    expect([french.status, french.page.language]).toEqual([400, 'fr']);
    const alert = french.page.get('alert');
    expect(alert.text).toContain('1 champ à corriger');
    expect(alert.names('listitem')).toEqual([expect.stringContaining('colour\u00a0: Ce paramètre')]);
    expect(wrong.status).toBe(400);
    const form = formWith(wrong.page, 'ordering');
    expect(form.field('date_added__year').errors).toEqual(['Enter a number.']);
    expect(form.field('title__icontains').value).toBe('">needle');
  });

  test('takes what its own filter form sends, empty boxes and all', async () => {
    const { id: typeId } = await givenType(service.db);
    await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId });
    const { fields } = formWith((await root.get('/rest/videos/')).page, 'ordering');
    const empty = new URLSearchParams(fields.map(({ name }): [string, string] => [name, '']));
    empty.set('type', `${service.url}/rest/types/${typeId}/`);

    const { status, location } = await root.get(`/rest/videos/?${empty}`);
    const { page } = await root.get(location ?? '');

    const type = new URLSearchParams({ type: empty.get('type') ?? '' });
    expect([status, location]).toEqual([302, `/rest/videos/?${type}`]);
    expect(exchangeOn(page).body.count).toBe(1);
  });

  test('Given a token and an Accept for pages, When a parameter is empty, Then the page is answered where it was asked for', async () => {
    const page = await service.root.client.get('/rest/types/?search=').set('Accept', 'text/html');

    expect([page.status, page.type]).toEqual([200, 'text/html']);
  });

  test('says what it is restricted by, its filters folded away, and offers the whole list again', async () => {
    const { id, title } = await postType(service);
    const { page } = await root.get(`/rest/videos/?search=game&type=${id}&is_draft=true&ordering=-title`);
    const whole = await root.get('/rest/videos/');
    const searching = await root.get('/rest/videos/?_search=owner&owner__search=ada');

    expect(page.get('list', 'Filters').names('listitem')).toEqual([
      'Search: game',
      `Type: ${title}`,
      'Is draft: yes',
      'Order: Title, descending',
    ]);
    expect(page.get('link', 'Drop all filters').attribute('href')).toBe('/rest/videos/');
    expect(whole.page.names('link')).not.toContain('Drop all filters');
    const isOpen = (shown: Page) => shown.get('group', 'Filters').attribute('open') !== undefined;
    expect([page, whole.page, searching.page].map(isOpen)).toEqual([false, false, true]);
  });

  test('has a label of its own for every filter, and offers none twice', async () => {
    for (const path of ['videos', 'users', 'broadcasters']) {
      for (const language of ['en', 'fr']) {
        const { page } = await root.get(`/rest/${path}/`, { 'Accept-Language': language });
        const { fields } = formWith(page, 'ordering');
        const labels = fields.map(({ label }) => label);
        expect(labels).toEqual([...new Set(labels)]);
        expect(labels).not.toContain('');
        expect(fields.map(({ name }) => name)).not.toContain('search_title');
      }
    }
    const { page } = await root.get('/rest/videos/?search_title=kept');
    expect(formWith(page, 'ordering').field('search_title').value).toBe('kept');
  });

  test('shows what is wrong with a filter beside the filter alone', async () => {
    const { page } = await root.get('/rest/videos/?owner=x');

    const [filters, creation] = ['ordering', '_form'].map((name) => formWith(page, name).field('owner'));
    expect([filters?.errors, creation?.errors]).toEqual([[expect.any(String)], []]);
  });

  test('names languages in the one of the reader, which comes first', async () => {
    const { page } = await root.get('/rest/videos/', { 'Accept-Language': 'fr' });

    const names = formWith(page, '_form').field('main_lang').choices;
    expect(names.slice(0, 3)).toEqual(['(aucun)', 'français', 'abkhaze']);
    expect(names).toEqual([...new Set(names)]);
  });

  test('offers a form to whoever may create, and to nobody else', async () => {
    const forStaff = await root.get('/rest/types/');
    const forAda = await ada.get('/rest/types/');
    const forToken = await service.root.client.get('/rest/types/').set(asPage);

    expect(formWith(forStaff.page, '_form').fields.map(({ name }) => name)).toEqual([
      'csrfmiddlewaretoken',
      '_once',
      '_form',
      'title',
      'description',
      'icon__search',
      'icon',
      'sites',
    ]);
    for (const page of [forAda.page, readPage(forToken.text)]) {
      expect(exchangeOn(page).status).toBe('HTTP 200 OK');
      const names = formsOf(page).flatMap(({ fields }) => fields.map(({ name }) => name));
      expect(names.filter((name) => ['_form', '_content'].includes(name))).toEqual([]);
    }
  });
});

describe('A page', () => {
  test('is shown for what is not there, and for what nobody can answer', async () => {
    const nothing = await root.get('/rest/nothing/');
    const broken = await root.get('/rest/types/%');
    const post = await root.post('/rest/');

    expect([nothing.status, exchangeOn(nothing.page).status]).toEqual([404, 'HTTP 404 Not Found']);
    expect([broken.status, exchangeOn(broken.page).status]).toEqual([404, 'HTTP 404 Not Found']);
    expect([post.status, exchangeOn(post.page).status]).toEqual([405, 'HTTP 405 Method Not Allowed']);
  });

  test('of what is not there is French for a French reader, while its JSON is what clients know', async () => {
    const french = { 'Accept-Language': 'fr' };

    const nothing = await root.get('/rest/nothing/', french);
    const none = await root.get('/rest/types/999999/', french);

    expect(nothing.page.names('heading')).toContain('Introuvable');
    expect(none.page.get('alert').text).toContain("Cet objet n'existe pas");
    expect(exchangeOn(none.page).body).toEqual({ detail: 'No Type matches the given query.' });
  });

  test('is no answer to who asks for the XML of Dublin Core, unless it is a stranger with a browser', async () => {
    const signed = await root.get('/rest/dublincore/', asPage);
    const stranger = await visitorOf(service).get('/rest/dublincore/', asPage);
    const wrong = await root.get('/rest/dublincore/?colour=red', asPage);

    expect([signed.status, signed.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
    expect(signed.headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'",
    );
    expect(wrong.headers.get('content-security-policy')).not.toContain('unsafe-inline');
    expect(stranger.status).toBe(302);
    expect([wrong.status, exchangeOn(wrong.page).status]).toEqual([400, 'HTTP 400 Bad Request']);
  });

  test('is no answer to a format that nobody knows', async () => {
    for (const format of ['xml', 'constructor', '__proto__']) {
      const { status, text } = await root.get(`/rest/types/?format=${format}`);
      expect([format, status, text]).toEqual([format, 404, '{"detail":"Not found."}']);
    }
  });

  test('is asked for by ?format=api and by .api, whatever the client takes', async () => {
    for (const address of ['/rest/types/?format=api', '/rest/types.api', '/rest/schema/?format=api']) {
      const { type, text } = await service.root.client.get(address).set('Accept', 'application/json');
      expect([address, type, exchangeOn(readPage(text)).status]).toEqual([
        address,
        'text/html',
        'HTTP 200 OK',
      ]);
    }
  });

  test('shows no text of anybody as markup, wherever it may stand', async () => {
    // What is asserted is the bytes: a parser would hide what it forgives.
    const evil = (name: string) =>
      `"'><img src=x onerror=alert(1)></textarea><script>${newName(name)}</script>`;
    const { id: typeId } = await givenType(service.db);
    await service.db.prisma.videoType.update({
      where: { id: typeId },
      data: { titleEn: evil('t'), descriptionEn: evil('d') },
    });
    const building = await service.root.client.post('/rest/buildings/').send({ name: evil('b') });
    const broadcaster = await postBroadcaster(service, {
      building: building.body.url,
      name: evil('name'),
      description: evil('description'),
    });
    const { id: ownerId } = await givenUser(service.db);
    await service.sql.query('update users set first_name = $2, last_name = $2 where id = $1', [
      ownerId,
      evil('n').slice(0, 140),
    ]);
    const video = await givenVideo(service.db, { ownerId, typeId, title: evil('title') });
    await service.sql.query('update videos set description = $2 where id = $1', [video.id, evil('v')]);
    const query = new URLSearchParams({
      search: evil('s'),
      title: evil('q'),
      owner: evil('o'),
      ordering: evil('r'),
    });

    for (const address of [
      `/rest/types/${typeId}/`,
      `/rest/types/${typeId}/?_method=DELETE`,
      `/rest/broadcasters/${broadcaster.slug}/`,
      `/rest/broadcasters/?${new URLSearchParams({ name: broadcaster.name })}`,
      '/rest/buildings/',
      `/rest/users/${ownerId}/`,
      `/rest/videos/${video.id}/`,
      `/rest/videos/?${query}`,
      `/rest/launch_encode_view/?slug=${video.slug}`,
      `/rest/${encodeURIComponent(evil('path'))}/`,
    ]) {
      const { text } = await root.get(address);
      expect([address, text.match(/<img|onerror=alert\(1\)>|<script>/)]).toEqual([address, null]);
    }
    const sent = await root.post('/rest/broadcasters/', {
      _form: 'all',
      name: evil('sent').repeat(5),
      url: evil('url'),
      building: evil('b'),
      description: evil('d'),
    });
    expect(sent.status).toBe(400);
    expect(sent.text).not.toMatch(/<img|<script>/);
  });
});
