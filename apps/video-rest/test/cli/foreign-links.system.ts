import { describe, expect, test } from '@jest/globals';
import { givenVideo } from '../support/given-records.ts';
import { givenFile } from '../support/kept-files.ts';
import { givenImage } from '../support/kept-images.ts';
import { runCli } from '../support/run-cli.ts';
import { type Person, useService } from '../support/service.ts';

const service = useService();

const run = (...args: string[]) =>
  runCli('foreign-links', args, { env: { DATABASE_URL: service.databaseUrl, DATA_DIR: service.dataDir } });

const pathOf = (url: string) => new URL(url).pathname;

/** An object of the API that shows something of Ada's, by who may link all. */
async function linked(path: string, body: object): Promise<{ id: number; path: string }> {
  const { status, body: made } = await service.staff.client.post(`/rest/${path}/`).send(body);
  expect([status, made]).toEqual([201, expect.anything()]);
  return { id: made.id, path: `/rest/${path}/${made.slug ?? made.id}/` };
}

/** A video of somebody, with links in it to what Ada keeps, by each relation. */
async function givenLinks(person: Person) {
  const { id, slug } = await givenVideo(service.db, { ownerId: person.id });
  const video = `${service.url}/rest/videos/${id}/`;
  const [file, image] = [await givenFile(service), await givenImage(service)];
  const part = { video, title: 'a part' };
  const document = await linked('documents', { ...part, document: file.url });
  const track = await linked('tracks', { ...part, src: file.url });
  const shown = await linked('enrichments', { ...part, document: file.url, image: image.url });
  await service.staff.client.patch(pathOf(video)).send({ thumbnail: image.url }).expect(200);
  const building = await linked('buildings', { name: `building of ${slug}` });
  const broadcaster = await linked('broadcasters', {
    ...{ name: `camera of ${slug}`, url: `rtmp://stream.example.org/${slug}`, building: building.path },
  });
  const event = await linked('events', {
    ...{ title: 'Open day', owner: person.url, broadcaster: broadcaster.path, thumbnail: image.url },
  });
  return { id, slug, file, image, document, track, shown, event, video: { path: pathOf(video) } };
}

describe('npm run foreign-links', () => {
  test('lists what is shown of other people’s folders, and ends it when it is told to', async () => {
    const eve = await service.givenUser({ username: 'eve' });
    const { id, slug, file, image, document, track, shown, event, video } = await givenLinks(eve);
    const links = [
      `documents/${document.id}/document`,
      `tracks/${track.id}/src`,
      ...['document', 'image'].map((field) => `enrichments/${shown.id}/${field}`),
      ...[`videos/${id}/thumbnail`, `events/${event.id}/thumbnail`],
    ];

    const listed = await run();

    expect(listed).toMatchObject({
      ...{ status: 0, errors: '' },
      lastLine: 'Links: 6. Nothing was changed; --undo ends them.',
    });
    const [, ...rows] = listed.output.split('\n').map((line) => line.split(/ {2,}/));
    expect(rows.slice(0, 6).map(([link]) => link)).toEqual(links);
    expect(rows[0]?.slice(1)).toEqual([slug, 'eve', `files/${file.id}`, 'ada', 'subtitles']);
    await eve.client.get(document.path).expect(200);
    await eve.client.get(pathOf(file.url)).expect(200);

    const some = await run('--undo', `tracks/${track.id}/src`, `videos/${id}/thumbnail`);
    expect(some).toMatchObject({
      status: 0,
      lastLine: 'Links ended: 2. What was linked is in its folder as before.',
    });
    await eve.client.get(track.path).expect(404);
    expect((await eve.client.get(video.path)).body.thumbnail).toBe(null);
    await eve.client.get(document.path).expect(200);

    expect(await run('--undo')).toMatchObject({
      status: 0,
      lastLine: expect.stringMatching(/^Links ended: 4\./),
    });
    await eve.client.get(document.path).expect(404);
    expect((await eve.client.get(shown.path)).body).toMatchObject({ document: null, image: null });
    expect((await eve.client.get(event.path)).body.thumbnail).toBe(null);
    for (const { url } of [file, image]) {
      await eve.client.get(pathOf(url)).expect(404);
      await service.ada.client.get(pathOf(url)).expect(200);
    }
    expect(await run('--undo')).toMatchObject({
      status: 0,
      output: "Nothing is linked of other people's folders.\n",
    });
  });

  test('leaves what an owner keeps, and what the encoder has taken out of the source of the same video', async () => {
    const bob = await service.givenUser();
    const { id, event, track, document, shown } = await givenLinks(bob);
    for (const path of [`/rest/videos/${id}/`, event.path])
      await bob.client
        .patch(path)
        .send({ additional_owners: [service.ada.url] })
        .expect(200);
    const { id: other } = await givenVideo(service.db, { ownerId: bob.id });
    const { sourceFile } = await service.db.prisma.video.findUniqueOrThrow({ where: { id: other } });
    const taken = await givenFile(service);
    await service.sql.query('update files set taken_from = $2 where id = $1', [taken.id, sourceFile]);
    await linked('tracks', { video: `/rest/videos/${other}/`, src: taken.url });
    const elsewhere = await givenVideo(service.db, { ownerId: bob.id });
    await service.sql.query(`update videos set source_file = 'source-other.mp4' where id = $1`, [
      elsewhere.id,
    ]);
    const foreign = await linked('tracks', { video: `/rest/videos/${elsewhere.id}/`, src: taken.url });

    const { output, lastLine } = await run();

    expect(lastLine).toMatch(/^Links: 1\./);
    expect(output).toContain(`tracks/${foreign.id}/src`);
    for (const { path } of [track, document, shown]) await bob.client.get(path).expect(200);
  });

  test('ends nothing where one of the links that are named is none', async () => {
    const eve = await service.givenUser();
    const { document } = await givenLinks(eve);

    const refused = await run('--undo', `documents/${document.id}/document`, 'documents/99999/document');

    expect(refused).toMatchObject({
      ...{ status: 1, output: '' },
      errors: expect.stringMatching(/^documents\/99999\/document: no such link .*Nothing was changed/),
    });
    await eve.client.get(document.path).expect(200);
  });
});
