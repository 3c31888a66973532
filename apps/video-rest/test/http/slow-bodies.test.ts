/** Whoever may no more what they asked for, by the time that the body has come. */
import { readFile } from 'node:fs/promises';
import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { provenMs } from '@campus/database';
import { askAgainAfterMs } from '@campus/rest';
import { sendSlowly } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { givenUser } from '../support/accounts.ts';
import { clip } from '../support/clips.ts';
import { givenVideo } from '../support/given-records.ts';
import { postType } from '../support/post-resources.ts';
import { useService } from '../support/service.ts';
import { beginUpload, tusBytes } from '../support/tus.ts';
import { signedIn } from '../support/visitor.ts';

const service = useService();

/** What a request is answered of whose body all but the end has come when a statement is made. */
function answered(
  path: string,
  {
    statement,
    of,
    ...sent
  }: { method?: string; headers: OutgoingHttpHeaders; body: Buffer } & {
    statement: string;
    of: { id: number };
  },
): Promise<number | undefined> {
  return sendSlowly(`${service.url}${path}`, {
    ...sent,
    async meanwhile() {
      // It counts from when its sender was found out.
      await sleep(3 * askAgainAfterMs);
      await service.sql.query(statement, [of.id]);
      await sleep(provenMs);
    },
  });
}

const multipart = 'multipart/form-data; boundary=b';
const formOf = (texts: Record<string, string>, file: { name: string; bytes: Uint8Array }) =>
  Buffer.concat([
    ...Object.entries(texts).map(([name, text]) =>
      Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`),
    ),
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${file.name}"; filename="a.mp4"\r\n\r\n`),
    file.bytes,
    Buffer.from('\r\n--b--\r\n'),
  ]);

const revoked = 'update access_tokens set revoked_at = now() where user_id = $1';
const signedOut = "delete from sessions where (sess #>> '{account,id}')::int = $1";
const videosOf = ({ id }: { id: number }) => service.db.prisma.video.count({ where: { ownerId: id } });

test('Given a token that is revoked while a video comes, Then there is none', async () => {
  const owner = await service.givenUser({ isStaff: true });
  const type = await postType(service);
  const texts = { owner: owner.url, type: type.url, title: 'Sent slowly' };

  const status = await answered('/rest/videos/', {
    headers: { Authorization: `Token ${owner.token}`, 'Content-Type': multipart },
    body: formOf(texts, { name: 'video', bytes: await readFile(await clip('tiny')) }),
    ...{ statement: revoked, of: owner },
  });

  expect([status, await videosOf(owner)]).toEqual([401, 0]);
});

test('Given somebody who leaves the staff while a change comes, Then nothing is changed', async () => {
  const member = await service.givenUser({ isStaff: true });
  const { id } = await postType(service, { title: 'As it was' });

  const status = await answered(`/rest/types/${id}/`, {
    method: 'PATCH',
    headers: { Authorization: `Token ${member.token}`, 'Content-Type': 'application/json' },
    body: Buffer.from(JSON.stringify({ title: 'Sent slowly' })),
    ...{ statement: 'update users set is_staff = false where id = $1', of: member },
  });

  expect(status).toBe(403);
  expect((await service.root.client.get(`/rest/types/${id}/`)).body.title).toBe('As it was');
});

test('Given a token that is revoked while the last piece of an upload comes, Then it becomes no video', async () => {
  const owner = await service.givenUser({ isStaff: true });
  const type = await postType(service);
  const bytes = await readFile(await clip('tiny'));
  const texts = { filename: 'a.mp4', owner: owner.url, type: type.url, title: 'Sent slowly' };
  const path = await beginUpload(owner.client, { size: bytes.length, texts });

  const status = await answered(path, {
    method: 'PATCH',
    headers: { Authorization: `Token ${owner.token}`, ...tusBytes, 'Upload-Offset': '0' },
    body: bytes,
    ...{ statement: revoked, of: owner },
  });

  // Once all of it counts, a job completes it, whoever asks for it.
  const { rows } = await service.sql.query('select received_bytes < size as lacks from uploads');
  expect([status, await videosOf(owner), rows]).toEqual([401, 0, [{ lacks: true }]]);
});

test('Given a token that is revoked while lines come, Then none is imported', async () => {
  const root = await service.givenUser({ isStaff: true, isSuperuser: true });
  const title = 'Imported slowly';

  const status = await answered('/rest/import/', {
    headers: { Authorization: `Token ${root.token}`, 'Content-Type': 'application/x-ndjson' },
    body: Buffer.from(`${JSON.stringify({ resource: 'types', title })}\n`),
    ...{ statement: revoked, of: root },
  });

  const { body } = await service.root.client.get('/rest/types/?page_size=100');
  expect([status, body.results.filter((type: { title: string }) => type.title === title)]).toEqual([401, []]);
});

test.each([
  ['adds', async () => '/video/add/'],
  [
    'changes',
    async (ownerId: number) => {
      const { slug } = await givenVideo(service.db, { ownerId });
      return `/video/${slug}/edit/thumbnail/`;
    },
  ],
])(
  'Given a session that is ended while the form comes that %s a video, Then it is not obeyed',
  async (_does, pathFor) => {
    const owner = await givenUser(service.db, { isStaff: true });
    const path = await pathFor(owner.id);
    const visitor = await signedIn(service, owner);
    const { text } = await visitor.get(path);
    const [, csrfmiddlewaretoken = ''] = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(text) ?? [];
    const before = await videosOf(owner);

    const status = await answered(path, {
      headers: { Cookie: visitor.cookies(), Accept: 'text/html', 'Content-Type': multipart },
      body: formOf(
        { csrfmiddlewaretoken },
        { name: path === '/video/add/' ? 'video' : 'file', bytes: await readFile(await clip('tiny')) },
      ),
      ...{ statement: signedOut, of: owner },
    });

    expect([status, await videosOf(owner)]).toEqual([403, before]);
  },
);
