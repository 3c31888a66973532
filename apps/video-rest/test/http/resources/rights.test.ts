import { readdir } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import {
  givenBroadcaster,
  givenBuilding,
  givenEncoding,
  givenType,
  givenVideo,
  newName,
} from '../../support/given-records.ts';
import { type Client, type Person, useService } from '../../support/service.ts';
import { silence } from '../../support/sound.ts';

const service = useService();

/** What a request is about: made anew for each, so that one may be deleted. */
interface Subject {
  /** Below `/rest/`. */
  path: string;
  body?: Record<string, unknown>;
}

type GiveSubject = (caller: Person) => Promise<Subject>;

const rest = (path: string): GiveSubject => {
  return async () => ({ path });
};

/** Whoever is neither the caller nor privileged. */
const somebodyElse = () => service.givenUser();

async function otherUser(): Promise<Subject> {
  const { id, username } = await somebodyElse();
  return { path: `users/${id}/`, body: { username, first_name: 'Grace' } };
}

async function superuser(): Promise<Subject> {
  const { id, username } = await service.givenUser({ isSuperuser: true });
  return { path: `users/${id}/`, body: { username, first_name: 'Grace' } };
}

const ownAccount: GiveSubject = async ({ id, username }) => ({
  path: `users/${id}/`,
  body: { username, last_name: 'Hopper' },
});

const me: GiveSubject = async ({ username }) => ({ path: 'users/me/', body: { username, email: 'a@b.org' } });

const newUser: GiveSubject = async () => ({ path: 'users/', body: { username: newName('user') } });

const type: GiveSubject = async () => {
  const { id } = await givenType(service.db);
  return { path: `types/${id}/`, body: { title: newName('type') } };
};

const newType: GiveSubject = async () => ({ path: 'types/', body: { title: newName('type') } });

const building: GiveSubject = async () => {
  const { id } = await givenBuilding(service.db);
  return { path: `buildings/${id}/`, body: { name: newName('building') } };
};

const newBuilding: GiveSubject = async () => ({ path: 'buildings/', body: { name: newName('building') } });

async function broadcasterBody(): Promise<Record<string, unknown>> {
  const { id } = await givenBuilding(service.db);
  const name = newName('broadcaster');
  return { name, url: `rtmp://stream.example.org/${name}`, building: `/rest/buildings/${id}/` };
}

const broadcaster: GiveSubject = async () => {
  const { slug } = await givenBroadcaster(service.db);
  return { path: `broadcasters/${slug}/`, body: await broadcasterBody() };
};

const newBroadcaster: GiveSubject = async () => ({ path: 'broadcasters/', body: await broadcasterBody() });

async function videoOf({ id: ownerId, url }: Person): Promise<Subject & { id: number; slug: string }> {
  // A draft, since public videos are there for everybody.
  const { id, slug, typeId } = await givenVideo(service.db, { ownerId, isDraft: true });
  return {
    id,
    slug,
    path: `videos/${id}/`,
    body: { title: 'Changed', owner: url, type: `/rest/types/${typeId}/` },
  };
}

const ownVideo: GiveSubject = videoOf;
const othersVideo: GiveSubject = async () => videoOf(await somebodyElse());

const encodingOf = async (owner: Person): Promise<Subject> => {
  const { id } = await givenEncoding(service.db, (await videoOf(owner)).id);
  return { path: `encodings/${id}/`, body: { state: 'failed', priority: 'normal' } };
};

const ownEncoding: GiveSubject = encodingOf;
const othersEncoding: GiveSubject = async () => encodingOf(await somebodyElse());

const launchOwn: GiveSubject = async (caller) => ({
  path: `launch_encode_view/?slug=${(await videoOf(caller)).slug}`,
});
const launchOthers: GiveSubject = async () => launchOwn(await somebodyElse());

type Method = keyof Client;

interface Row {
  /** What the request is about, for people. */
  what: string;
  method: Method;
  give: GiveSubject;
  /** The statuses for a superuser, for staff, and for anybody else. */
  root: number;
  staff: number;
  anybody: number;
}

function rows(
  what: string,
  give: GiveSubject,
  expected: Partial<Record<Method, [root: number, staff: number, anybody: number]>>,
): Row[] {
  return Object.entries(expected).map(([method, [root, staff, anybody]]) => ({
    what,
    method: method as Method,
    give,
    root,
    staff,
    anybody,
  }));
}

const read: [number, number, number] = [200, 200, 200];
const notThere: [number, number, number] = [405, 405, 405];
const byStaff: [number, number, number] = [200, 200, 403];
const hidden: [number, number, number] = [200, 200, 404];

const readsOfAList = { get: read, head: read, options: read };
const noChangesOfAList = { put: notThere, patch: notThere, delete: notThere };

/** Contract §5: who may do what; one row for each method of each address. */
const matrix: Row[] = [
  ...rows('the root', rest(''), { ...readsOfAList, post: notThere, ...noChangesOfAList }),
  ...rows('the schema', rest('schema/'), { ...readsOfAList, post: notThere, ...noChangesOfAList }),

  ...rows('the users', rest('users/'), { ...readsOfAList, ...noChangesOfAList }),
  ...rows('a new user', newUser, { post: [201, 403, 403] }),
  ...rows('another user', otherUser, {
    get: hidden,
    head: hidden,
    options: hidden,
    put: hidden,
    patch: hidden,
    delete: [204, 204, 403],
    post: notThere,
  }),
  ...rows('a superuser', superuser, {
    get: hidden,
    put: [200, 403, 404],
    patch: [200, 403, 404],
    delete: [204, 403, 403],
  }),
  ...rows('the own account', ownAccount, { get: read, options: read, put: read, patch: read }),
  ...rows('users/me', me, { get: read, head: read, options: read, put: read, patch: read }),
  ...rows('no user', rest('users/99999999/'), {
    get: [404, 404, 404],
    patch: [404, 404, 404],
    delete: [404, 404, 403],
  }),

  ...rows('the types', rest('types/'), { ...readsOfAList, ...noChangesOfAList }),
  ...rows('a new type', newType, { post: [201, 201, 403] }),
  ...rows('a type', type, {
    ...readsOfAList,
    put: byStaff,
    patch: byStaff,
    delete: [204, 204, 403],
    post: notThere,
  }),
  ...rows('no type', rest('types/99999999/'), { get: [404, 404, 404], patch: [404, 404, 403] }),

  ...rows('the buildings', rest('buildings/'), { ...readsOfAList, ...noChangesOfAList }),
  ...rows('a new building', newBuilding, { post: [201, 201, 403] }),
  ...rows('a building', building, {
    ...readsOfAList,
    put: byStaff,
    patch: byStaff,
    delete: [204, 204, 403],
  }),

  ...rows('the broadcasters', rest('broadcasters/'), { ...readsOfAList, ...noChangesOfAList }),
  ...rows('a new broadcaster', newBroadcaster, { post: [201, 201, 403] }),
  ...rows('a broadcaster', broadcaster, {
    ...readsOfAList,
    put: byStaff,
    patch: byStaff,
    delete: [204, 204, 403],
  }),

  ...rows('the videos', rest('videos/'), {
    ...readsOfAList,
    // May, but there is nothing in the body.
    post: [400, 400, 400],
    ...noChangesOfAList,
  }),
  ...rows('an own video', ownVideo, {
    ...readsOfAList,
    put: read,
    patch: read,
    delete: [204, 204, 204],
    post: notThere,
  }),
  ...rows('a video of somebody else', othersVideo, {
    get: hidden,
    head: hidden,
    options: hidden,
    put: hidden,
    patch: hidden,
    delete: [204, 204, 404],
  }),

  ...rows('the encodings', rest('encodings/'), { ...readsOfAList, post: notThere, ...noChangesOfAList }),
  ...rows('an encoding of an own video', ownEncoding, {
    ...readsOfAList,
    put: read,
    patch: read,
    delete: notThere,
  }),
  ...rows('an encoding of somebody else', othersEncoding, {
    get: hidden,
    options: hidden,
    patch: hidden,
    delete: notThere,
  }),

  ...rows('the encoding of an own video, launched', launchOwn, { get: read, head: notThere, post: notThere }),
  ...rows('the encoding of another video, launched', launchOthers, { get: hidden }),
  ...rows('the encoding of no video, launched', rest('launch_encode_view/?slug=0-no'), {
    get: [404, 404, 404],
  }),

  ...rows('the Dublin Core export', rest('dublincore/'), {
    get: read,
    head: read,
    options: read,
    post: notThere,
    delete: notThere,
  }),
];

async function send(client: Client, method: Method, { path, body }: Subject): Promise<number> {
  const request = client[method](`/rest/${path}`);
  const carriesBody = method === 'post' || method === 'put' || method === 'patch';
  const response = await (carriesBody ? request.send(body ?? {}) : request);
  return response.status;
}

describe('Who may do what', () => {
  test.each(matrix)(
    '$method of $what: $root for a superuser, $staff for staff, $anybody for anybody else, 401 for nobody',
    async ({ method, give, root, staff, anybody }) => {
      const inactive = await service.givenUser({ isActive: false });
      const statusFor = async (caller: Person, client = caller.client) =>
        send(client, method, await give(caller));

      const statuses = {
        root: await statusFor(service.root),
        staff: await statusFor(service.staff),
        anybody: await statusFor(service.ada),
        inactive: await statusFor(inactive),
        anonymous: await statusFor(service.ada, service.as({})),
      };

      expect(statuses).toEqual({ root, staff, anybody, inactive: 401, anonymous: 401 });
    },
  );

  test('An address that is none is a 404 for everybody', async () => {
    for (const client of [service.root.client, service.as({})]) {
      const response = await client.get('/rest/nothing/');
      expect(response.status).toBe(404);
      expect(response.body).toEqual({ detail: 'Not found.' });
    }
  });

  test('A refusal says no more than that, in the language of the caller', async () => {
    const english = await service.ada.client.post('/rest/types/').send({ title: newName() });
    const french = await service.ada.client.post('/rest/types/').set('Accept-Language', 'fr').send({});

    expect(english.body).toEqual({ detail: 'You do not have permission to perform this action.' });
    expect(french.body).toEqual({ detail: "Vous n'avez pas la permission d'effectuer cette action." });
    for (const { headers } of [english, french]) expect(headers).not.toHaveProperty('www-authenticate');
  });
});

describe('Drafts of others', () => {
  test('Given videos of two people, Then each list, its count and its pages hold only the own ones', async () => {
    const [ada, bob] = [await somebodyElse(), await somebodyElse()];
    const own = await videoOf(ada);
    for (let video = 0; video < 3; video += 1) await videoOf(bob);

    const all = await ada.client.get('/rest/videos/');
    const second = await ada.client.get('/rest/videos/?page_size=1&page=2');
    const last = await ada.client.get('/rest/videos/?page_size=1&page=last');

    expect(all.body).toMatchObject({ count: 1, next: null, previous: null, results: [{ id: own.id }] });
    expect(second.status).toBe(404);
    expect(second.body).toEqual({ detail: 'Invalid page.' });
    expect(last.body).toMatchObject({ count: 1, results: [{ id: own.id }] });
  });

  test('No filter, search or order shows more', async () => {
    const [ada, bob] = [await somebodyElse(), await somebodyElse()];
    const own = await videoOf(ada);
    const quaternions = { ownerId: bob.id, title: 'Quaternions', isDraft: true };
    const { id, slug, typeId } = await givenVideo(service.db, quaternions);
    const queries = [
      'search=Quaternions',
      'title=Quaternions',
      'title__icontains=quatern',
      'search_title=quatern',
      `slug=${slug}`,
      `id=${id}`,
      `type=${typeId}`,
      `owner__username=${bob.username}`,
    ];

    for (const query of queries) {
      const response = await ada.client.get(`/rest/videos/?${query}`);
      expect([query, response.status, response.body.count]).toEqual([query, 200, 0]);
      const seen = await bob.client.get(`/rest/videos/?${query}`);
      expect([query, seen.body.count]).toEqual([query, 1]);
    }
    for (const query of ['ordering=owner', 'is_draft=true', 'encoded=false', 'date_added__gte=2000-01-01']) {
      const response = await ada.client.get(`/rest/videos/?${query}`);
      expect([query, response.body.results.map((video: { id: number }) => video.id)]).toEqual([
        query,
        [own.id],
      ]);
    }
  });

  test('A filter by another owner answers as for one who does not exist', async () => {
    const bob = await somebodyElse();

    for (const resource of ['videos', 'dublincore']) {
      const answers = [];
      for (const owner of [bob.id, bob.url, 99_999_999, '/rest/users/99999999/']) {
        const response = await service.ada.client.get(`/rest/${resource}/`).query({ owner });
        answers.push({ status: response.status, body: response.body });
      }
      const refused = {
        status: 400,
        body: {
          owner: ['Select a valid choice. That choice is not one of the available choices.'],
        },
      };
      expect(answers).toEqual([refused, refused, refused, refused]);
    }
  });

  test('A filter of the encodings by another video answers as for one that does not exist', async () => {
    const { id, slug } = await videoOf(await somebodyElse());

    const answers = [];
    for (const video of [id, `/rest/videos/${id}/`, `/rest/videos/${slug}/`, 99_999_999]) {
      const response = await service.ada.client.get('/rest/encodings/').query({ video });
      answers.push(response.status, response.body);
    }

    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(2);
    expect(answers[0]).toBe(400);
  });

  test('Encodings of others are neither listed nor counted nor found', async () => {
    const [ada, bob] = [await somebodyElse(), await somebodyElse()];
    const own = await givenEncoding(service.db, (await videoOf(ada)).id);
    const { id: videoId } = await givenVideo(service.db, {
      ownerId: bob.id,
      title: 'Octonions',
      isDraft: true,
    });
    await givenEncoding(service.db, videoId);

    const all = await ada.client.get('/rest/encodings/');
    const searched = await ada.client.get('/rest/encodings/?search=Octonions');
    const failed = await ada.client.get('/rest/encodings/?state=failed');

    expect(all.body).toMatchObject({ count: 1, results: [{ id: own.id }] });
    expect(searched.body).toMatchObject({ count: 0, results: [] });
    expect(failed.body).toMatchObject({ count: 1 });
  });

  test('By its slug a video of somebody else is not there either', async () => {
    const { slug } = await videoOf(await somebodyElse());

    for (const method of ['get', 'patch', 'delete', 'options'] as const) {
      const response = await service.ada.client[method](`/rest/videos/${slug}/`);
      expect([method, response.status]).toEqual([method, 404]);
    }
    expect((await service.staff.client.get(`/rest/videos/${slug}/`)).status).toBe(200);
  });

  test('Launching it answers as for a video that does not exist, and starts nothing', async () => {
    const { id, slug } = await videoOf(await somebodyElse());

    const others = await service.ada.client.get(`/rest/launch_encode_view/?slug=${slug}`);
    const none = await service.ada.client.get('/rest/launch_encode_view/?slug=9999-none');

    expect(others.status).toBe(404);
    expect(others.body).toEqual(none.body);
    expect(await service.db.prisma.encoding.count({ where: { videoId: id } })).toBe(0);
  });
});

describe('Whose a video is', () => {
  const upload = (client: Client, owner: string, type: { id: number }) =>
    client
      .post('/rest/videos/')
      .field('owner', owner)
      .field('type', `/rest/types/${type.id}/`)
      .field('title', 'Silence')
      .attach('video', silence(), 'silence.wav');

  test('Anybody creates videos that are their own, under their address or as "me"', async () => {
    const ofType = await givenType(service.db);

    for (const owner of [service.ada.url, '/rest/users/me/']) {
      const response = await upload(service.ada.client, owner, ofType);
      expect([response.status, response.body.owner]).toEqual([201, service.ada.url]);
    }
  });

  test('Given another owner, Then a creation is refused whether that user exists or not, and nothing is left', async () => {
    const ofType = await givenType(service.db);
    const bob = await somebodyElse();

    for (const owner of [bob.url, '/rest/users/99999999/', service.root.url]) {
      const response = await upload(service.ada.client, owner, ofType);
      expect([owner, response.status, response.body]).toEqual([
        owner,
        403,
        { detail: 'You do not have permission to perform this action.' },
      ]);
    }
    expect(await service.db.prisma.video.count({ where: { typeId: ofType.id } })).toBe(0);
    expect(await uploadsOnTheirWay()).toEqual([]);
  });

  test('Staff creates videos for others', async () => {
    const bob = await somebodyElse();

    const response = await upload(service.staff.client, bob.url, await givenType(service.db));

    expect([response.status, response.body.owner]).toEqual([201, bob.url]);
    expect((await bob.client.get(`/rest/videos/?owner=${bob.id}`)).body.count).toBe(1);
  });

  test('Nobody but staff gives a video away, to whomever and however it is sent', async () => {
    const [ada, bob] = [await somebodyElse(), await somebodyElse()];
    const { path, body, id } = await videoOf(ada);
    const there = `/rest/${path}`;
    const owners = [bob.url, '/rest/users/99999999/'];

    for (const owner of owners) {
      const answers = [
        await ada.client.patch(there).send({ owner }),
        await ada.client.put(there).send({ ...body, owner }),
        await ada.client.patch(there).type('form').send({ owner, title: 'Changed' }),
        await ada.client.patch(there).field('owner', owner).field('title', 'Changed'),
      ];
      expect([owner, ...answers.map(({ status }) => status)]).toEqual([owner, 403, 403, 403, 403]);
    }
    expect(await service.db.prisma.video.findUnique({ where: { id } })).toMatchObject({
      ownerId: ada.id,
      title: 'Lecture',
    });

    const kept = await ada.client.put(there).send(body);
    expect([kept.status, kept.body.owner]).toEqual([200, ada.url]);
    const given = await service.staff.client.patch(there).send({ owner: bob.url });
    expect([given.status, given.body.owner]).toEqual([200, bob.url]);
    expect((await ada.client.get(there)).status).toBe(404);
  });

  test('OPTIONS tells what may be written only to those who may', async () => {
    const forms = async (client: Client, path: string) => {
      const response = await client.options(`/rest/${path}`);
      return Object.keys(response.body.actions ?? {});
    };
    const ofType = `types/${(await givenType(service.db)).id}/`;

    expect(await forms(service.ada.client, 'types/')).toEqual([]);
    expect(await forms(service.ada.client, ofType)).toEqual([]);
    expect(await forms(service.ada.client, 'users/')).toEqual([]);
    expect(await forms(service.ada.client, 'users/me/')).toEqual(['PUT']);
    expect(await forms(service.ada.client, 'videos/')).toEqual(['POST']);
    expect(await forms(service.staff.client, 'users/')).toEqual([]);
    expect(await forms(service.staff.client, ofType)).toEqual(['PUT']);
    expect(await forms(service.root.client, 'users/')).toEqual(['POST']);
  });
});

/** What lies in the folder of uploads. */
async function uploadsOnTheirWay(): Promise<string[]> {
  const entries = await readdir(`${service.mediaRoot}/tmp`, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
