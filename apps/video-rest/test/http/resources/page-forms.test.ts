import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { formWith, type Page, readPage } from '@campus/testing/markup';
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
import { exchangeOn, onceOn, tokenOn } from '../../support/shown-exchange.ts';
import { signedIn, type Visitor } from '../../support/visitor.ts';

const service = useService();
let root: Visitor;
let ada: Visitor;

beforeAll(async () => {
  root = await signedIn(service, await givenUser(service.db, { isSuperuser: true }));
  ada = await signedIn(service, await givenUser(service.db));
});

const asPage = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };

describe('The form that creates', () => {
  test('creates, and shows the new object with its address', async () => {
    const title = newName('type');
    await root.get('/rest/types/');

    const { status, page, location } = await root.post('/rest/types/', {
      _form: 'all',
      title,
      description: '',
    });

    expect(status).toBe(201);
    expect(exchangeOn(page)).toMatchObject({ status: 'HTTP 201 Created', body: { title } });
    expect(page.get('link', 'Open it').attribute('href')).toBe(location);
    expect((await service.root.client.get(new URL(location ?? '').pathname)).body).toMatchObject({ title });
  });

  test('begins with what its list is narrowed to', async () => {
    const { id } = await givenBuilding(service.db);
    const chosenAt = async (query: string) =>
      formWith((await root.get(`/rest/broadcasters/${query}`)).page, '_form').field('building').value;

    expect(await chosenAt(`?building=${id}`)).toBe(`${service.url}/rest/buildings/${id}/`);
    expect(await chosenAt('?building=999999')).toBe('');
    expect(await chosenAt('')).toBe('');
  });

  test('is obeyed once, however often it is sent', async () => {
    const forms: Record<string, string>[] = [
      { _form: 'all', title: newName('once') },
      { _content: JSON.stringify({ title: newName('once') }) },
    ];
    for (const fields of forms) {
      const once = onceOn((await root.get('/rest/types/')).page);
      const answers = [];
      for (let count = 0; count < 2; count += 1) {
        answers.push(await root.post('/rest/types/', { ...fields, _once: once }));
      }

      expect(answers.map(({ status }) => status)).toEqual([201, 303]);
      expect(answers[1]?.location).toBe('/rest/types/?_done=repeated');
      const { status, page } = await root.get(answers[1]?.location ?? '');
      expect(status).toBe(200);
      expect(page.all('status', /has been sent before/)).toHaveLength(1);
    }
  });

  test('leads from what it made to its pages', async () => {
    const { id: typeId } = await givenType(service.db);
    const form = new FormData();
    const fields = { title: newName('film'), owner: service.ada.url, type: `/rest/types/${typeId}/` };
    const { page: offered } = await root.get('/rest/videos/');
    form.set('csrfmiddlewaretoken', await tokenOn(root, '/rest/videos/'));
    form.set('_once', onceOn(offered));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    form.set('video', new Blob([await readFile(await clip('silent'))]), 'clip.mp4');

    const made = readPage(await (await root.open('/rest/videos/', { method: 'POST', body: form })).text());
    const again = await root.open('/rest/videos/', { method: 'POST', body: form });

    const { body } = await service.root.client.get(`/rest/videos/?title=${fields.title}`);
    expect([again.status, body.count]).toEqual([303, 1]);
    const [{ id, slug }] = body.results;
    const launch = `/rest/launch_encode_view/?slug=${slug}`;
    const { page: shown } = await root.get(`/rest/videos/${id}/`);
    for (const page of [made, shown]) {
      expect(page.get('link', 'Watch page').attribute('href')).toBe(`/video/${slug}/`);
      expect(page.get('link', 'Launch an encoding').attribute('href')).toBe(launch);
    }
    expect(made.get('status').names('listitem')).toContain('Not encoded yet: Launch an encoding');
    const forToken = await service.root.client.get(`/rest/videos/${id}/`).set(asPage);
    expect(forToken.text).not.toContain(launch);
  });

  test('tells accounts apart by their full names', async () => {
    const { id, username } = await givenUser(service.db);
    await service.db.prisma.user.update({ where: { id }, data: { firstName: 'Ada', lastName: 'Martin' } });

    const { page } = await root.get('/rest/videos/');

    expect(formWith(page, '_form').field('owner').choices).toContain(`${username} (Ada Martin)`);
    // What the script of the page goes by.
    const details = page.all('div').map((part) => part.attribute('data-detail-members'));
    expect(details).toContain('first_name last_name');
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

    expect([taken.status, exchangeOn(taken.page).status]).toEqual([400, 'HTTP 400 Bad Request']);
    const form = formWith(taken.page, '_form');
    expect(form.field('title')).toMatchObject({
      value: title,
      errors: ['Type with this title already exists.'],
    });
    expect(form.field('description')).toMatchObject({ value: '<b>kept</b>', errors: [] });
    expect(formWith(readPage(await french.text()), '_form').field('title').errors).toEqual([
      'Ce champ est obligatoire.',
    ]);
  });

  test('takes JSON typed by hand, and keeps it when it is none', async () => {
    const title = newName('raw');
    await root.get('/rest/types/');

    const created = await root.post('/rest/types/', { _content: JSON.stringify({ title }) });
    const broken = await root.post('/rest/types/', { _content: '{"title": "<i>' });
    const wrong = await root.post('/rest/types/', { _content: JSON.stringify({ title }) });

    expect([created.status, broken.status, wrong.status]).toEqual([201, 400, 400]);
    const content = formWith(broken.page, '_content').field('_content');
    expect(content).toMatchObject({
      value: '{"title": "<i>',
      errors: [expect.stringMatching(/^JSON parse error/)],
    });
    expect(broken.page.get('link', 'Go to the form').attribute('href')).toBe(
      `#${content.element.attribute('id')}`,
    );
    expect(formWith(wrong.page, '_content').field('_content').errors).toEqual([
      'title: Type with this title already exists.',
    ]);
  });

  test('finds relations by words without JavaScript, and changes nothing by that', async () => {
    const { id } = await service.db.prisma.building.create({ data: { name: newName('needle') } });
    for (let count = 0; count < 25; count += 1) await givenBuilding(service.db);
    const { page: before } = await root.get('/rest/broadcasters/');

    const found = await root.post('/rest/broadcasters/', {
      _form: 'all',
      name: 'kept as typed',
      url: '',
      _search: 'building',
      building__search: 'needle',
    });

    const offered = (page: Page) =>
      formWith(page, '_form')
        .field('building')
        .element.all('option')
        .map((option) => option.attribute('value'));
    const building = `${service.url}/rest/buildings/${id}/`;
    expect(offered(before)).not.toContain(building);
    expect(found.status).toBe(200);
    expect(offered(found.page)).toContain(building);
    const form = formWith(found.page, '_form');
    expect(form.field('name').value).toBe('kept as typed');
    expect(form.fields.flatMap(({ errors }) => errors)).toEqual([]);
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

    expect([response.status, exchangeOn(readPage(await response.text())).status]).toEqual([
      201,
      'HTTP 201 Created',
    ]);
    const { body } = await service.root.client.get(`/rest/videos/?title=${fields.title}`);
    expect(body.results).toMatchObject([{ is_draft: true, is_restricted: false, owner: service.ada.url }]);
  });
});

describe('The page of an object', () => {
  test('holds what it is in the form that changes it, and PUT sets all of it', async () => {
    const { slug, building, url } = await postBroadcaster(service, { status: true });
    const address = `/rest/broadcasters/${slug}/`;
    const { page } = await root.get(address);

    const fields = { _form: 'all', name: newName('renamed'), url, building, description: 'new' };
    const saved = await root.post(`${address}?_method=PUT`, fields);

    expect(Object.fromEntries(formWith(page, '_form').values)).toMatchObject({
      building,
      status: 'true',
      url,
    });
    expect(saved.status).toBe(200);
    expect(exchangeOn(saved.page)).toMatchObject({ request: `PUT ${address}`, status: 'HTTP 200 OK' });
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
    const dateAdded = formWith((await root.get(address)).page, '_form').field('date_added').value ?? '';

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
    expect(exchangeOn(patched.page).request).toBe(`PATCH /rest/types/${id}/`);
    expect((await service.root.client.get(`/rest/types/${id}/`)).body.title).toBe(title);
    expect(exchangeOn(options.page)).toMatchObject({
      request: `OPTIONS /rest/types/${id}/`,
      body: { name: 'Type Instance' },
    });
  });

  test('asks before it is deleted, and only a POST deletes', async () => {
    const { id, title } = await postType(service);

    const asked = await root.get(`/rest/types/${id}/?_method=DELETE`);
    const isThere = await service.root.client.get(`/rest/types/${id}/`);
    const removed = await root.post(`/rest/types/${id}/?_method=DELETE`);
    const gone = await root.post(`/rest/types/${id}/?_method=DELETE`);

    expect(asked.page.get('main').text).toContain(`Type “${title}” will be removed for good.`);
    expect(isThere.status).toBe(200);
    expect([removed.status, exchangeOn(removed.page).status]).toEqual([200, 'HTTP 204 No Content']);
    expect([gone.status, exchangeOn(gone.page).status]).toEqual([404, 'HTTP 404 Not Found']);
  });

  test('says why it cannot be deleted while it is in use, and by whom it may be', async () => {
    const { id } = await postType(service);
    await givenVideoRows(service, { count: 1, ownerId: service.ada.id, typeId: id });
    await root.get(`/rest/types/${id}/`);

    const refused = await root.post(`/rest/types/${id}/?_method=DELETE`);
    const reader = await ada.get(`/rest/types/${id}/?_method=DELETE`);

    expect([refused.status, exchangeOn(refused.page).status]).toEqual([409, 'HTTP 409 Conflict']);
    expect(refused.page.get('alert').text).toContain('This type is still in use (videos: 1)');
    expect([reader.status, exchangeOn(reader.page).status]).toEqual([403, 'HTTP 403 Forbidden']);
    const { page } = await ada.get(`/rest/types/${id}/`);
    expect(page.all('button').map((button) => button.attribute('value'))).not.toContain('DELETE');
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
    expect(exchangeOn(readPage(asked.text)).status).toBe('HTTP 200 OK');
    await service.root.client.get(`/rest/types/${id}/`).expect(200);
  });
});
