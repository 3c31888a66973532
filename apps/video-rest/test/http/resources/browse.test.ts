import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { givenUser } from '../../support/accounts.ts';
import { clip } from '../../support/clips.ts';
import { encodingsOf } from '../../support/encode-videos.ts';
import {
  givenBuilding,
  givenType,
  givenVideo,
  givenVideoRows,
  newName,
} from '../../support/given-records.ts';
import { postBroadcaster, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';
import { signedIn, type Visitor, visitorOf } from '../../support/visitor.ts';

const service = useService();
let root: Visitor;
let ada: Visitor;

beforeAll(async () => {
  root = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
  ada = await signedIn(service, await givenUser(service.db));
});

const asPage = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

/** What a page shows as the status line of the answer. */
function statusShown(text: string): string | undefined {
  return /<b>(HTTP [^<]+)<\/b>/.exec(text)?.[1];
}

/** The names of the controls in the form that sends this field. */
function controlsWith(text: string, name: string): string[] {
  const form = [...text.matchAll(/<form[^>]*>.*?<\/form>/gs)].find(([all]) => all.includes(`name="${name}"`));
  return [...(form?.[0] ?? '').matchAll(/<(?:input|select|textarea)[^>]* name="([^"]+)"/g)].map(
    ([, control]) => control ?? '',
  );
}

/** The value by which the first form that makes something is told from itself. */
function onceIn(text: string): string {
  return /name="_once" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

async function tokenOn(visitor: Visitor, address: string): Promise<string> {
  const { text } = await visitor.get(address);
  return /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text)?.[1] ?? '';
}

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

    const { status, text } = await root.get(`/rest/videos/?type=${typeId}&page_size=2&page=2`);

    expect([status, statusShown(text)]).toEqual([200, 'HTTP 200 OK']);
    expect(text).toContain(`<b>GET</b> /rest/videos/?type=${typeId}&amp;page_size=2&amp;page=2`);
    expect(text).toContain('<b>Allow:</b> GET, POST, HEAD, OPTIONS');
    expect(text).toContain('<b>Content-Type:</b> application/json; charset=utf-8');
    expect(text).toContain(`<a href="${service.url}/rest/types/${typeId}/" rel="noreferrer">`);
    expect(text.match(/Page 2 of 3/g)).toHaveLength(2);
    expect(text).toContain('<a class="button primary" href="#forms">Create</a>');
    expect(text).toContain(`href="/rest/videos/?type=${typeId}&amp;page_size=2&amp;page=3"`);
    expect(text).toContain('curl --header &quot;Authorization: Token $TOKEN&quot;');
  });

  test('has a form with every filter, which shows what is filtered by and what is wrong with it', async () => {
    const all = controlsWith((await root.get('/rest/videos/')).text, 'ordering');
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
    expect(french.status).toBe(400);
    expect(french.text).toContain('<html lang="fr">');
    expect(french.text).toContain('<li>colour\u00a0: Ce paramètre');
    expect(french.text).toContain('1 champ à corriger');
    expect(wrong.status).toBe(400);
    expect(wrong.text).toMatch(/id="filter-date_added__year-errors"><li>Enter a number\.</);
    expect(wrong.text).toContain('value="&quot;&gt;needle"');
  });

  test('takes what its own filter form sends, empty boxes and all', async () => {
    const { id: typeId } = await givenType(service.db);
    await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId });
    const names = controlsWith((await root.get('/rest/videos/')).text, 'ordering');
    const empty = new URLSearchParams(Object.fromEntries(names.map((name) => [name, ''])));
    empty.set('type', `${service.url}/rest/types/${typeId}/`);

    const { status, location } = await root.get(`/rest/videos/?${empty}`);
    const { text } = await root.get(location ?? '');

    const type = new URLSearchParams({ type: empty.get('type') ?? '' });
    expect([status, location]).toEqual([302, `/rest/videos/?${type}`]);
    expect(text).toContain('&quot;count&quot;: 1');
  });

  test('Given a token and an Accept for pages, When a parameter is empty, Then the page is answered where it was asked for', async () => {
    const page = await service.root.client.get('/rest/types/?search=').set('Accept', 'text/html');

    expect([page.status, page.type]).toEqual([200, 'text/html']);
  });

  test('says what it is restricted by, its filters folded away, and offers the whole list again', async () => {
    const { id, title } = await postType(service);
    const { text } = await root.get(`/rest/videos/?search=game&type=${id}&is_draft=true&ordering=-title`);
    const whole = await root.get('/rest/videos/');
    const searching = await root.get('/rest/videos/?_search=owner&owner__search=ada');
    const openFilters = '<details class="sheet" open>\n<summary>Filters</summary>';

    const active = [...text.matchAll(/<li class="info">([^<]*)</g)].map(([, item]) => item);
    expect(active).toEqual(['Search: game', `Type: ${title}`, 'Is draft: yes', 'Order: Title, descending']);
    expect(text).toContain('<a href="/rest/videos/">Drop all filters</a>');
    expect(whole.text).not.toContain('Drop all filters');
    expect([text, whole.text, searching.text].map((page) => page.includes(openFilters))).toEqual([
      ...[false, false, true],
    ]);
  });

  test('has a label of its own for every filter, and offers none twice', async () => {
    for (const path of ['videos', 'users', 'broadcasters']) {
      for (const language of ['en', 'fr']) {
        const { text } = await root.get(`/rest/${path}/`, { 'Accept-Language': language });
        const labels = [...text.matchAll(/<label for="filter-[^"]*">([^<]*)</g)].map(([, label]) => label);
        expect(labels).toEqual([...new Set(labels)]);
        expect(text).not.toContain('name="search_title"');
      }
    }
    expect((await root.get('/rest/videos/?search_title=kept')).text).toContain('value="kept"');
  });

  test('shows what is wrong with a filter beside the filter alone', async () => {
    const { text } = await root.get('/rest/videos/?owner=x');

    expect(text).toContain('id="filter-owner-errors"');
    expect(text).not.toContain('create-owner-errors');
  });

  test('names languages in the one of the reader, which comes first', async () => {
    const { text } = await root.get('/rest/videos/', { 'Accept-Language': 'fr' });

    const [, options = ''] = /<select id="create-main_lang"[^>]*>(.*?)<\/select>/s.exec(text) ?? [];
    const names = [...options.matchAll(/<option[^>]*>([^<]*)</g)].map(([, name]) => name);
    expect(names.slice(0, 3)).toEqual(['(aucun)', 'français', 'abkhaze']);
    expect(names).toEqual([...new Set(names)]);
  });

  test('offers a form to whoever may create, and to nobody else', async () => {
    const forStaff = await root.get('/rest/types/');
    const forAda = await ada.get('/rest/types/');
    const forToken = await service.root.client.get('/rest/types/').set(asPage);

    expect(controlsWith(forStaff.text, '_form')).toEqual([
      'csrfmiddlewaretoken',
      '_once',
      '_form',
      'title',
      'description',
    ]);
    for (const text of [forAda.text, forToken.text]) {
      expect(text).toContain('HTTP 200 OK');
      expect(text).not.toContain('name="_form"');
      expect(text).not.toContain('name="_content"');
    }
  });
});

describe('The form that creates', () => {
  test('creates, and shows the new object with its address', async () => {
    const title = newName('type');
    await root.get('/rest/types/');

    const { status, text, location } = await root.post('/rest/types/', {
      _form: 'all',
      title,
      description: '',
    });

    expect([status, statusShown(text)]).toEqual([201, 'HTTP 201 Created']);
    expect(text).toContain(`<a href="${location}">Open it</a>`);
    expect(text).toContain(title);
    expect((await service.root.client.get(new URL(location ?? '').pathname)).body).toMatchObject({ title });
  });

  test('is obeyed once, however often it is sent', async () => {
    const forms: Record<string, string>[] = [
      { _form: 'all', title: newName('once') },
      { _content: JSON.stringify({ title: newName('once') }) },
    ];
    for (const fields of forms) {
      const once = onceIn((await root.get('/rest/types/')).text);
      const answers = [];
      for (let count = 0; count < 2; count += 1) {
        answers.push(await root.post('/rest/types/', { ...fields, _once: once }));
      }

      expect(answers.map(({ status }) => status)).toEqual([201, 303]);
      expect(answers[1]?.location).toBe('/rest/types/?_done=repeated');
      const { status, text } = await root.get(answers[1]?.location ?? '');
      expect([status, text]).toEqual([200, expect.stringContaining('has been sent before')]);
    }
  });

  test('leads from what it made to its pages', async () => {
    const { id: typeId } = await givenType(service.db);
    const form = new FormData();
    const fields = { title: newName('film'), owner: service.ada.url, type: `/rest/types/${typeId}/` };
    const { text: offered } = await root.get('/rest/videos/');
    form.set('csrfmiddlewaretoken', await tokenOn(root, '/rest/videos/'));
    form.set('_once', onceIn(offered));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('video', new Blob([await readFile(await clip('silent'))]), 'clip.mp4');

    const made = await (await root.open('/rest/videos/', { method: 'POST', body: form })).text();
    const again = await root.open('/rest/videos/', { method: 'POST', body: form });

    const { body } = await service.root.client.get(`/rest/videos/?title=${fields.title}`);
    expect([again.status, body.count]).toEqual([303, 1]);
    const [{ id, slug }] = body.results;
    const launch = `/rest/launch_encode_view/?slug=${slug}`;
    expect(made).toContain(`<a href="/video/${slug}/">Watch page</a>`);
    expect(made).toContain(`Not encoded yet: <a href="${launch}">Launch an encoding</a>`);
    const { text } = await root.get(`/rest/videos/${id}/`);
    expect(text).toContain(`<a class="button plain" href="/video/${slug}/">Watch page</a>`);
    expect(text).toContain(`<a class="button plain" href="${launch}">Launch an encoding</a>`);
    const forToken = await service.root.client.get(`/rest/videos/${id}/`).set(asPage);
    expect(forToken.text).not.toContain(launch);
  });

  test('tells accounts apart by their full names', async () => {
    const { id, username } = await givenUser(service.db);
    await service.db.prisma.user.update({ where: { id }, data: { firstName: 'Ada', lastName: 'Martin' } });

    const { text } = await root.get('/rest/videos/');

    expect(text).toContain(`>${username} (Ada Martin)</option>`);
    expect(text).toContain(' data-detail-members="first_name last_name"');
  });

  test('takes a box without a tick for no, and an empty one for none given', async () => {
    const username = newName('user');
    await root.get('/rest/users/');

    const { status } = await root.post('/rest/users/', {
      _form: 'all',
      username,
      first_name: '',
      last_name: '',
      email: '',
      password: '',
      is_staff: 'true',
    });

    expect(status).toBe(201);
    const { body } = await service.root.client.get(`/rest/users/?username=${username}`);
    expect(body.results).toEqual([
      expect.objectContaining({ username, email: '', is_staff: true, is_active: false, is_superuser: false }),
    ]);
  });

  test('comes back with what is wrong beside its field, and with what was typed', async () => {
    const { title } = await postType(service);
    await root.get('/rest/types/');

    const taken = await root.post('/rest/types/', { _form: 'all', title, description: '<b>kept</b>' });
    const french = await root.open('/rest/types/', {
      method: 'POST',
      headers: { 'Accept-Language': 'fr' },
      body: new URLSearchParams({ _form: 'all', csrfmiddlewaretoken: await tokenOn(root, '/rest/types/') }),
    });

    expect([taken.status, statusShown(taken.text)]).toEqual([400, 'HTTP 400 Bad Request']);
    expect(taken.text).toMatch(/id="create-title-errors"><li>Type with this title already exists\.</);
    expect(taken.text).toContain('aria-invalid="true"');
    expect(taken.text).toContain(`value="${title}"`);
    expect(taken.text).toContain('&lt;b&gt;kept&lt;/b&gt;</textarea>');
    expect(await french.text()).toMatch(/id="create-title-errors"><li>Ce champ est obligatoire\.</);
  });

  test('takes JSON typed by hand, and keeps it when it is none', async () => {
    const title = newName('raw');
    await root.get('/rest/types/');

    const created = await root.post('/rest/types/', { _content: JSON.stringify({ title }) });
    const broken = await root.post('/rest/types/', { _content: '{"title": "<i>' });
    const wrong = await root.post('/rest/types/', { _content: JSON.stringify({ title }) });

    expect([created.status, broken.status, wrong.status]).toEqual([201, 400, 400]);
    expect(broken.text).toMatch(/id="raw-_content-errors"><li>JSON parse error/);
    expect(broken.text).toContain('<a href="#raw-_content">Go to the form</a>');
    expect(broken.text).toContain('{&quot;title&quot;: &quot;&lt;i&gt;</textarea>');
    expect(wrong.text).toContain('<li>title: Type with this title already exists.</li>');
  });

  test('finds relations by words without JavaScript, and changes nothing by that', async () => {
    const { id } = await service.db.prisma.building.create({ data: { name: newName('needle') } });
    for (let count = 0; count < 25; count += 1) await givenBuilding(service.db);
    const { text: before } = await root.get('/rest/broadcasters/');

    const found = await root.post('/rest/broadcasters/', {
      _form: 'all',
      name: 'kept as typed',
      url: '',
      _search: 'building',
      building__search: 'needle',
    });

    const building = `<option value="${service.url}/rest/buildings/${id}/">`;
    expect(before).not.toContain(building);
    expect(found.status).toBe(200);
    expect(found.text).toContain(building);
    expect(found.text).toContain('value="kept as typed"');
    expect(found.text).not.toContain('class="errors"');
  });

  test('streams a video, whose other fields are those of the form', async () => {
    const { id: typeId } = await givenType(service.db);
    const form = new FormData();
    const fields = {
      csrfmiddlewaretoken: await tokenOn(root, '/rest/videos/'),
      _form: 'all',
      title: newName('film'),
      description: '',
      owner: service.ada.url,
      type: `${service.url}/rest/types/${typeId}/`,
      date_added: '',
      date_evt: '',
      main_lang: '',
      is_draft: 'true',
    };
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('video', new Blob([await readFile(await clip('silent'))]), 'clip.mp4');

    const response = await root.open('/rest/videos/', { method: 'POST', body: form });

    expect([response.status, statusShown(await response.text())]).toEqual([201, 'HTTP 201 Created']);
    const { body } = await service.root.client.get(`/rest/videos/?title=${fields.title}`);
    expect(body.results).toMatchObject([{ is_draft: true, is_restricted: false, owner: service.ada.url }]);
  });
});

describe('The page of an object', () => {
  test('holds what it is in the form that changes it, and PUT sets all of it', async () => {
    const { slug, building, url } = await postBroadcaster(service, { status: true });
    const address = `/rest/broadcasters/${slug}/`;
    const { text } = await root.get(address);

    const fields = { _form: 'all', name: newName('renamed'), url, building, description: 'new' };
    const saved = await root.post(`${address}?_method=PUT`, fields);

    expect(text).toContain(`<option value="${building}" selected>`);
    expect(text).toMatch(/<input type="checkbox" id="change-status" name="status"[^>]* checked>/);
    expect([saved.status, statusShown(saved.text)]).toEqual([200, 'HTTP 200 OK']);
    expect(saved.text).toContain('<b>PUT</b> /rest/broadcasters/');
    expect((await service.root.client.get(address)).body).toMatchObject({
      name: fields.name,
      description: 'new',
      status: false,
      url,
    });
  });

  test('clears what may be empty, and keeps a password that is not given', async () => {
    const { body } = await service.root.client
      .post('/rest/buildings/')
      .send({ name: newName('building'), gmapurl: 'https://maps.example.org/' });
    const account = await givenUser(service.db);
    await root.get('/rest/buildings/');

    await root.post(`/rest/buildings/${body.id}/?_method=PUT`, {
      _form: 'all',
      name: body.name,
      gmapurl: '',
    });
    await root.post(`/rest/users/${account.id}/?_method=PUT`, {
      _form: 'all',
      username: account.username,
      password: '',
      is_active: 'true',
    });

    expect((await service.root.client.get(`/rest/buildings/${body.id}/`)).body.gmapurl).toBeFalsy();
    expect(await signedIn(service, account)).toBeDefined();
  });

  test('changes nothing when nothing was changed, whatever the browser made of it', async () => {
    const video = await givenVideo(service.db, { ownerId: service.ada.id });
    const address = `/rest/videos/${video.id}/`;
    await service.sql.query('update videos set description = $2 where id = $1', [video.id, 'two\nlines']);
    const { body: before } = await service.root.client.get(address);
    const { text } = await root.get(address);
    const [, dateAdded = ''] = /name="date_added"[^>]*value="([^"]+)"/.exec(text) ?? [];

    const { status } = await root.post(`${address}?_method=PUT`, {
      _form: 'all',
      title: before.title,
      description: 'two\r\nlines',
      owner: before.owner,
      type: before.type,
      date_added: dateAdded,
      date_evt: '',
      main_lang: before.main_lang,
    });

    const { body: after } = await service.root.client.get(address);
    expect([status, dateAdded]).toEqual([200, expect.stringMatching(/^\d{4}-\d\d-\d\dT/)]);
    expect({ ...after, video: '' }).toEqual({ ...before, video: '' });
  });

  test('changes one member by PATCH in JSON, and tells what OPTIONS says', async () => {
    const { id } = await postType(service);
    const title = newName('patched');
    await root.get(`/rest/types/${id}/`);

    const patched = await root.post(`/rest/types/${id}/?_method=PATCH`, {
      _content: JSON.stringify({ title }),
    });
    const options = await root.get(`/rest/types/${id}/?_method=OPTIONS`);

    expect(patched.status).toBe(200);
    expect(patched.text).toContain('<b>PATCH</b>');
    expect((await service.root.client.get(`/rest/types/${id}/`)).body.title).toBe(title);
    expect(options.text).toContain('<b>OPTIONS</b>');
    expect(options.text).toContain('&quot;Type Instance&quot;');
  });

  test('asks before it is deleted, and only a POST deletes', async () => {
    const { id, title } = await postType(service);

    const asked = await root.get(`/rest/types/${id}/?_method=DELETE`);
    const isThere = await service.root.client.get(`/rest/types/${id}/`);
    const removed = await root.post(`/rest/types/${id}/?_method=DELETE`);
    const gone = await root.post(`/rest/types/${id}/?_method=DELETE`);

    expect(asked.text).toContain(`Type “${title}” will be removed for good.`);
    expect(isThere.status).toBe(200);
    expect([removed.status, statusShown(removed.text)]).toEqual([200, 'HTTP 204 No Content']);
    expect([gone.status, statusShown(gone.text)]).toEqual([404, 'HTTP 404 Not Found']);
  });

  test('says why it cannot be deleted while it is in use, and by whom it may be', async () => {
    const { id } = await postType(service);
    await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId: id });
    await root.get(`/rest/types/${id}/`);

    const refused = await root.post(`/rest/types/${id}/?_method=DELETE`);
    const reader = await ada.get(`/rest/types/${id}/?_method=DELETE`);

    expect([refused.status, statusShown(refused.text)]).toEqual([409, 'HTTP 409 Conflict']);
    expect(refused.text).toContain('This type is still in use (videos: 1)');
    expect([reader.status, statusShown(reader.text)]).toEqual([403, 'HTTP 403 Forbidden']);
    expect((await ada.get(`/rest/types/${id}/`)).text).not.toContain('value="DELETE"');
  });
});

describe('What only a page of ours may send', () => {
  test('is refused without its token, by every method and in every form, and nothing is stored', async () => {
    const { id, title } = await postType(service);
    const video = await givenVideo(service.db, { ownerId: service.ada.id });
    const object = `/rest/types/${id}/`;
    const film = new FormData();
    film.set('title', 'film');
    film.set('video', new Blob([new Uint8Array(1_000_000)]), 'film.mp4');
    film.set('csrfmiddlewaretoken', await tokenOn(root, '/rest/videos/'));
    const json = { 'Content-Type': 'application/json' };
    const put = JSON.stringify({ title: 'put' });
    const requests: [string, RequestInit][] = [
      ['/rest/types/', { method: 'POST', body: new URLSearchParams({ title: newName('forged') }) }],
      [
        '/rest/types/',
        { method: 'POST', body: new URLSearchParams({ title: 'x', csrfmiddlewaretoken: 'x' }) },
      ],
      ['/rest/types/', { method: 'POST', headers: json, body: put }],
      ['/rest/types/', { method: 'POST' }],
      [`${object}?_method=DELETE`, { method: 'POST' }],
      [`${object}?_method=PUT`, { method: 'POST', body: new URLSearchParams({ title: 'x' }) }],
      [object, { method: 'PUT', headers: json, body: put }],
      [object, { method: 'DELETE' }],
      [`/rest/launch_encode_view/?slug=${video.slug}`, { method: 'POST' }],
      ['/rest/videos/', { method: 'POST', body: film }],
    ];

    for (const [address, init] of requests) {
      const response = await root.open(address, init);
      const told = `${init.method} ${address} ${response.status}`;
      expect([told, await response.text()]).toEqual([
        `${init.method} ${address} 403`,
        expect.stringContaining('does not come from a page of this site'),
      ]);
    }

    expect((await service.root.client.get(object)).body.title).toBe(title);
    expect(await encodingsOf(service, video.id)).toEqual([]);
    const left = await readdir(path.join(service.mediaRoot, 'tmp'), { recursive: true, withFileTypes: true });
    expect(left.filter((entry) => entry.isFile())).toEqual([]);
  });

  test('may be JSON, with the token in a header, as scripts of our pages send it', async () => {
    const token = await tokenOn(root, '/rest/types/');
    const title = newName('script');

    const response = await root.open('/rest/types/', {
      method: 'POST',
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', 'X-CSRFToken': token },
      body: JSON.stringify({ title }),
    });

    expect([response.status, await response.json()]).toEqual([201, expect.objectContaining({ title })]);
  });

  test('never comes from a page of another site, whatever it knows', async () => {
    const body = new URLSearchParams({
      title: 'x',
      csrfmiddlewaretoken: await tokenOn(root, '/rest/types/'),
    });

    const response = await root.open('/rest/types/', {
      method: 'POST',
      headers: { Origin: 'https://evil.example' },
      body,
    });

    expect(response.status).toBe(403);
  });

  test('has no methods in its address for programs', async () => {
    const { id } = await postType(service);

    const posted = await service.root.client.post(`/rest/types/${id}/?_method=DELETE`);
    const asked = await service.root.client.get(`/rest/types/${id}/?_method=DELETE`).set(asPage);

    expect([posted.status, asked.status]).toEqual([405, 200]);
    expect(asked.text).toContain('HTTP 200 OK');
    await service.root.client.get(`/rest/types/${id}/`).expect(200);
  });
});

describe('launch_encode_view', () => {
  test('asks a browser first and acts on its POST, and acts at once for programs', async () => {
    const { id, slug } = await givenVideo(service.db, { ownerId: service.ada.id, title: 'Moving "clouds"' });
    const address = `/rest/launch_encode_view/?slug=${slug}`;

    const asked = await root.get(address);
    const script = await root.open(address, { headers: { Accept: 'application/json' } });
    const before = await encodingsOf(service, id);
    const launched = await root.post(address, { _once: onceIn(asked.text) });

    expect([asked.status, script.status, before]).toEqual([200, 405, []]);
    expect(asked.text).toContain('Moving &quot;clouds&quot;');
    expect([launched.status, statusShown(launched.text)]).toEqual([200, 'HTTP 200 OK']);
    expect(await encodingsOf(service, id)).toHaveLength(1);
    await service.sql.query(
      "update encodings set state = 'failed', finished_at = now() where video_id = $1",
      [id],
    );
    const again = await root.post(address, { _once: onceIn(asked.text) });
    expect([again.status, again.location]).toEqual([303, `/rest/videos/${id}/?_done=repeated`]);
    expect(await encodingsOf(service, id)).toHaveLength(1);
    await service.root.client.get(address).set(asPage).expect(200);
  });
});

describe('A page', () => {
  test('is shown for what is not there, and for what nobody can answer', async () => {
    const nothing = await root.get('/rest/nothing/');
    const broken = await root.get('/rest/types/%');
    const post = await root.post('/rest/');

    expect([nothing.status, statusShown(nothing.text)]).toEqual([404, 'HTTP 404 Not Found']);
    expect([broken.status, statusShown(broken.text)]).toEqual([404, 'HTTP 404 Not Found']);
    expect([post.status, statusShown(post.text)]).toEqual([405, 'HTTP 405 Method Not Allowed']);
  });

  test('of what is not there is French for a French reader, while its JSON is what clients know', async () => {
    const french = { 'Accept-Language': 'fr' };

    const nothing = await root.get('/rest/nothing/', french);
    const none = await root.get('/rest/types/999999/', french);

    expect(nothing.text).toContain('<h1>Introuvable</h1>');
    expect(none.text).toContain('<p>Cet objet n&#39;existe pas');
    expect(none.text).toContain('&quot;No Type matches the given query.&quot;');
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
    expect([wrong.status, statusShown(wrong.text)]).toEqual([400, 'HTTP 400 Bad Request']);
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
      expect([address, type]).toEqual([address, 'text/html']);
      expect(text).toContain('HTTP 200 OK');
    }
  });

  test('shows no text of anybody as markup, wherever it may stand', async () => {
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
