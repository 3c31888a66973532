import { describe, expect, test } from '@jest/globals';
import { postBroadcaster, postType } from '../../support/post-resources.ts';
import { useService } from '../../support/service.ts';

const service = useService();

const readOnly = (type: string, label: string) => ({ type, required: false, read_only: true, label });
const written = (type: string, label: string, more = {}) => ({
  type,
  required: false,
  read_only: false,
  label,
  ...more,
});

describe('OPTIONS of a list', () => {
  test('describes the resource and its fields to whoever may create, as existing clients read it', async () => {
    const { body } = await service.staff.client.options('/rest/types/').expect(200);

    expect(body).toEqual({
      name: 'Type List',
      description: '',
      renders: ['application/json', 'text/html'],
      parses: ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'],
      actions: {
        POST: {
          id: readOnly('integer', 'ID'),
          url: readOnly('field', 'Url'),
          title: written('string', 'Title', { required: true, max_length: 100 }),
          description: written('string', 'Description', { max_length: 100_000 }),
          icon: written('field', 'Icon'),
          sites: written('field', 'Sites'),
        },
      },
    });
    expect(Object.keys(body.actions.POST)).toEqual(['id', 'url', 'title', 'description', 'icon', 'sites']);
  });

  test('names every kind of field in the words of Django REST Framework', async () => {
    const { body: broadcasters } = await service.staff.client.options('/rest/broadcasters/');
    const { body: videos } = await service.ada.client.options('/rest/videos/');
    const { body: users } = await service.root.client.options('/rest/users/');

    expect(broadcasters.actions.POST).toEqual({
      id: readOnly('integer', 'ID'),
      url: written('url', 'URL', { required: true, max_length: 200 }),
      name: written('string', 'Name', { required: true, max_length: 200 }),
      slug: readOnly('slug', 'Slug'),
      building: written('field', 'Building', { required: true }),
      description: written('string', 'Description', { max_length: 100_000 }),
      poster: written('field', 'Poster'),
      status: written('boolean', 'Status'),
      is_restricted: written('boolean', 'Is restricted'),
      manage_groups: written('field', 'Groups'),
      piloting_implementation: written('string', 'Piloting implementation', { max_length: 100 }),
      piloting_conf: written('string', 'Piloting configuration parameters', { max_length: 100_000 }),
    });
    const required = Object.entries<{ required: boolean }>(videos.actions.POST).filter(
      ([, field]) => field.required,
    );
    expect(required.map(([name]) => name)).toEqual(['video', 'title', 'owner', 'type']);
    expect(videos.actions.POST).toMatchObject({
      video: { type: 'file upload', read_only: false },
      date_added: { type: 'datetime', read_only: false },
      date_evt: { type: 'date', read_only: false },
      main_lang: {
        type: 'choice',
        choices: expect.arrayContaining([{ value: 'fr', display_name: 'French' }]),
      },
      encoded: { type: 'boolean', read_only: true },
      duration: { type: 'integer', read_only: true },
      playback: { type: 'field', read_only: true },
    });
    expect(users.actions.POST).toMatchObject({
      username: { type: 'string', required: true, max_length: 150 },
      email: { type: 'email', required: false, max_length: 254 },
      password: { type: 'string', required: false },
    });
  });

  test('has no actions for a caller who may not create, nor where nothing is created', async () => {
    const types = await service.ada.client.options('/rest/types/').expect(200);
    const encodings = await service.root.client.options('/rest/encodings/').expect(200);

    expect(types.body).toMatchObject({ name: 'Type List', parses: expect.any(Array) });
    expect([types.body.actions, encodings.body.actions]).toEqual([undefined, undefined]);
    expect(types.headers.allow).toBe('GET, POST, HEAD, OPTIONS');
  });

  test('labels the fields in the language of the request', async () => {
    const { body, headers } = await service.staff.client.options('/rest/types/').set('Accept-Language', 'fr');

    expect(body.actions.POST.title.label).toBe('Titre');
    expect(headers['content-language']).toBe('fr');
  });
});

describe('OPTIONS of an object', () => {
  test('describes what PUT takes, and never PATCH or DELETE', async () => {
    const { slug } = await postBroadcaster(service);

    const { body, headers } = await service.staff.client.options(`/rest/broadcasters/${slug}/`).expect(200);

    expect(body.name).toBe('Broadcaster Instance');
    expect(Object.keys(body.actions)).toEqual(['PUT']);
    expect(body.actions.PUT.name.required).toBe(true);
    expect(headers.allow).toBe('GET, PUT, PATCH, DELETE, HEAD, OPTIONS');
  });

  test('is a 404 where there is none, and has no actions for a caller who may not change it', async () => {
    const { id } = await postType(service);

    const missing = await service.staff.client.options('/rest/types/999999/');
    const reader = await service.ada.client.options(`/rest/types/${id}/`);

    expect([missing.status, missing.body]).toEqual([404, { detail: 'No Type matches the given query.' }]);
    expect([reader.status, reader.body.actions]).toEqual([200, undefined]);
  });

  test('needs credentials like every other request', async () => {
    const { status, headers } = await service.as({}).options('/rest/types/');

    expect([status, headers['www-authenticate']]).toEqual([401, 'Basic realm="api"']);
  });
});
