import { serviceItself } from '@campus/accounts';
import { describe, expect, test } from '@jest/globals';
import { createToken } from '../../../src/accounts/tokens.ts';
import { basic, givenUser as givenUserWithPassword } from '../../support/accounts.ts';
import { givenType, givenVideo, newName } from '../../support/given-records.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { type Client, useService } from '../../support/service.ts';

const service = useService({ baseUrl: 'https://pod.example.org/campus' });

type Headers = Record<string, string>;

/** What browsers say of a request that a page of another site makes. */
const foreign: Headers[] = [
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
  { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://pod.example.org' },
  { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://evil.example' },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: 'http://pod.example.org' },
  { Origin: 'https://pod.example.org:8443' },
  { Origin: 'https://pod.example.org.evil.example' },
  { Origin: 'https://evil.example/https://pod.example.org' },
  { Origin: '' },
];

/** What they say of the own pages, of an address that somebody typed, and what programs send. */
const own: Headers[] = [
  {},
  { 'Sec-Fetch-Site': 'same-origin', Origin: 'https://pod.example.org' },
  { Origin: 'https://pod.example.org' },
  { 'Sec-Fetch-Site': 'none' },
];

/** Somebody of staff, as a browser and as a program sign in. */
async function givenStaff(): Promise<{ id: number; byPassword: Headers; byToken: Headers }> {
  const { id, username, password } = await givenUserWithPassword(service.db, { isStaff: true });
  const { key } = await createToken(service.db, { by: serviceItself, username });
  return {
    id,
    byPassword: { Authorization: basic(username, password) },
    byToken: { Authorization: `Token ${key}` },
  };
}

/** Requests that change something, each with the status of success; made anew for each. */
const changes: Record<string, (client: Client, ownerId: number) => Promise<[number, number]>> = {
  async 'a creation'(client) {
    return [201, (await client.post('/rest/types/').send({ title: newName('type') })).status];
  },
  async 'a creation by a form'(client) {
    return [
      201,
      (
        await client
          .post('/rest/types/')
          .type('form')
          .send({ title: newName('type') })
      ).status,
    ];
  },
  async 'a replacement'(client) {
    const { id } = await givenType(service.db);
    return [200, (await client.put(`/rest/types/${id}/`).send({ title: newName('type') })).status];
  },
  async 'a change'(client) {
    return [200, (await client.patch('/rest/users/me/').send({ first_name: 'Ada' })).status];
  },
  async 'a removal'(client) {
    const { id } = await givenType(service.db);
    return [204, (await client.delete(`/rest/types/${id}/`)).status];
  },
  async 'the launch of an encoding'(client, ownerId) {
    const { slug } = await givenVideo(service.db, { ownerId });
    return [200, (await client.get(`/rest/launch_encode_view/?slug=${slug}`)).status];
  },
};

/** How many rows there are of what the changes are about. */
async function countRows(): Promise<number> {
  const { prisma } = service.db;
  return (
    (await prisma.encoding.count()) + (await prisma.videoType.count({ where: { videos: { none: {} } } }))
  );
}

describe.each(Object.entries(changes))(
  'Given a browser that adds a password by itself, %s',
  (_name, change) => {
    test('from a page of another site is refused', async () => {
      const { id, byPassword } = await givenStaff();

      for (const headers of foreign) {
        const [, status] = await change(service.as({ ...byPassword, ...headers }), id);
        expect([headers, status]).toEqual([headers, 403]);
      }
    });

    test('from an own page, or from a program, is done', async () => {
      const { id, byPassword } = await givenStaff();

      for (const headers of [...own, { Origin: service.url }]) {
        const [success, status] = await change(service.as({ ...byPassword, ...headers }), id);
        expect([headers, status]).toEqual([headers, success]);
      }
    });

    test('with a token is done wherever it comes from', async () => {
      const { id, byToken } = await givenStaff();

      for (const headers of foreign) {
        const [success, status] = await change(service.as({ ...byToken, ...headers }), id);
        expect([headers, status]).toEqual([headers, success]);
      }
    });
  },
);

describe('A refused request of another site', () => {
  test('changes nothing, and says why in the language of the caller', async () => {
    const { byPassword } = await givenStaff();
    const client = service.as({ ...byPassword, Origin: 'https://evil.example' });
    const before = await countRows();

    const english = await client.post('/rest/types/').send({ title: newName('type') });
    const french = await client.post('/rest/types/').set('Accept-Language', 'fr').send({});

    expect([english.status, english.body]).toEqual([
      403,
      {
        detail:
          'This request was sent by a page of another site, with credentials that the browser added. Use a token.',
      },
    ]);
    expect(french.body.detail).toMatch(/^Cette requête vient d'une page d'un autre site/);
    expect(await countRows()).toBe(before);
  });

  test('is refused before its body is read', async () => {
    const { byPassword } = await givenStaff();

    const answer = await rawRequest(
      service.url,
      [
        'POST /rest/videos/ HTTP/1.1',
        'Host: localhost',
        `Authorization: ${byPassword.Authorization}`,
        'Sec-Fetch-Site: cross-site',
        'Content-Type: multipart/form-data; boundary=x',
        'Content-Length: 1000000000',
        '',
        '',
      ].join('\r\n'),
    );

    expect(answer.status).toBe(403);
  });

  test('does not show what there is: an object that does not exist is refused the same', async () => {
    const { byPassword } = await givenStaff();
    const client = service.as({ ...byPassword, 'Sec-Fetch-Site': 'cross-site' });
    const { id } = await givenType(service.db);

    const answers = [
      await client.patch(`/rest/types/${id}/`).send({}),
      await client.patch('/rest/types/99999999/').send({}),
      await client.get('/rest/launch_encode_view/?slug=9999-none'),
    ];

    for (const { status, body } of answers) expect([status, body]).toEqual([403, answers[0]?.body]);
  });
});

describe('A request that only reads', () => {
  test('is answered whatever page it comes from, and the page may not look at the answer', async () => {
    const { byPassword } = await givenStaff();

    for (const headers of foreign) {
      const client = service.as({ ...byPassword, ...headers });
      const answers = [
        await client.get('/rest/types/'),
        await client.options('/rest/types/'),
        await client.get('/rest/dublincore/'),
      ];
      for (const answer of answers) {
        expect([headers, answer.status]).toEqual([headers, 200]);
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      }
    }
  });
});
