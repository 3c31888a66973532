import { fewestStatements } from '@campus/testing';
import { beforeAll, expect, test } from '@jest/globals';
import { givenVideo } from '../../support/given-records.ts';
import { givenOnAir, outputsOfSound } from '../../support/on-air.ts';
import { type Person, useService } from '../../support/service.ts';

const sent: string[] = [];
const service = useService({ baseUrl: 'https://pod.example.org' }, { statements: sent });
const list = '/rest/videos/user_videos/';
let owner: Person;
let lecture: { id: number; slug: string; typeId: number };

beforeAll(async () => {
  owner = await service.givenUser({ username: 'Grace' });
  const { prisma } = service.db;
  await prisma.user.update({ where: { id: owner.id }, data: { firstName: 'Grace', lastName: 'Hopper' } });
  lecture = await givenVideo(service.db, {
    ownerId: owner.id,
    title: 'Compilers <1>',
    durationSeconds: 61.5,
  });
  const { id: channelId } = await prisma.channel.create({ data: { title: 'Computing' } });
  await prisma.video.update({
    where: { id: lecture.id },
    data: {
      dateEvt: new Date('2026-05-04'),
      tags: ['Code générateur'],
      cursus: 'M',
      type: { update: { titleEn: 'Course', titleFr: 'Cours' } },
      disciplines: { create: { titleFr: 'Informatique' } },
      channels: { connect: { id: channelId } },
      themes: { create: { title: 'Languages', channelId } },
      contributors: { create: { name: 'Ada Martin', role: 'speaker' } },
      chapters: { create: [{ title: 'End', startSeconds: 9 }, { title: 'Begin' }] },
      overlays: { create: { title: 'Note', content: 'x' } },
    },
  });
  await givenOnAir(service, lecture.id);
  const sound = await givenVideo(service.db, { ownerId: owner.id, title: 'Sound' });
  await givenOnAir(service, sound.id, outputsOfSound);
  await givenVideo(service.db, { ownerId: owner.id, title: 'New', isDraft: true, passwordHash: 'x' });
});

async function titles(query: string, by: Person = service.staff): Promise<string[]> {
  const { body } = await by.client.get(`${list}${query}`).expect(200);
  return body.results.map(({ video_data }: { video_data: { title: string } }) => video_data.title);
}

test('Given the request of a learning platform, When it asks for the videos of somebody, Then each is told as it reads it', async () => {
  const { body } = await service.staff.client
    .get(
      `${list}?&username=grace&format=json&encoding_in_progress=False&extensions=mp4,webm&page=1&search_title=compilers`,
    )
    .expect(200);

  const media = `https://pod.example.org/media/videos/${lecture.id}/encoding-`;
  const file = { id: expect.any(Number), type: 'video/mp4', extension: '.mp4' };
  expect(body).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: [
      {
        id: lecture.id,
        url: `https://pod.example.org/rest/videos/${lecture.id}/`,
        get_version: 'O',
        type: lecture.typeId,
        date_added: expect.stringMatching(/^\d{4}-.*Z$/),
        date_evt: '2026-05-04',
        duration: 61,
        is_draft: false,
        is_restricted: false,
        encoding_in_progress: false,
        encoded: true,
        video_data: {
          id: lecture.id,
          title: 'Compilers <1>',
          owner: 'Grace',
          owner_full_name: 'Grace Hopper',
          date_added: expect.any(String),
          date_evt: '2026-05-04',
          description: '',
          thumbnail: expect.stringMatching(/^\/\/pod\.example\.org\/media\/.*\/poster\.jpg$/),
          duration: '61',
          duration_in_time: '00:01:01',
          tags: [{ name: 'Code générateur', slug: 'code-generateur' }],
          type: { title: 'Course', slug: 'course' },
          disciplines: [{ title: 'Informatique', slug: 'informatique' }],
          channels: [{ title: 'Computing', slug: 'computing' }],
          themes: [{ title: 'Languages', slug: 'languages' }],
          contributors: [{ name: 'Ada Martin', role: 'speaker' }],
          chapters: [
            { title: 'Begin', slug: 'begin' },
            { title: 'End', slug: 'end' },
          ],
          overlays: [{ title: 'Note', slug: 'note' }],
          full_url: `//pod.example.org/video/${lecture.slug}/`,
          is_restricted: false,
          password: false,
          mediatype: 'video',
          cursus: 'Master’s Degree',
          main_lang: 'English',
          encoded: true,
          encoding_in_progress: false,
          get_encoding_step: '0: end of encoding',
          get_thumbnail_admin: expect.stringMatching(/^<img src="\/\/.*" alt="Compilers &lt;1&gt;"/),
          video_files: {
            mp4: [
              { ...file, src: expect.stringContaining(media), height: 360, label: '360p' },
              { ...file, src: expect.stringContaining(media), height: 720, label: '720p' },
            ],
          },
        },
      },
    ],
  });
});

test('Given a video of which something is left out, Then only what is at moments that play is told of', async () => {
  const { id } = await givenVideo(service.db, { ownerId: owner.id, title: 'Trimmed' });
  const starts = [0, 3, 9, 12];
  await service.db.prisma.video.update({
    where: { id },
    data: {
      plays: '{[5,7),[12,)}',
      isDraft: true,
      chapters: { create: starts.map((startSeconds) => ({ title: `From ${startSeconds}`, startSeconds })) },
      overlays: {
        create: starts.map((start) => ({
          ...{ title: `At ${start}`, content: 'x', startSeconds: start, endSeconds: start + 3 },
        })),
      },
    },
  });

  const { body } = await service.staff.client.get(`${list}?username=Grace&title=Trimmed`).expect(200);

  await service.db.prisma.video.delete({ where: { id } });
  const { chapters, overlays } = body.results[0].video_data;
  expect(chapters.map(({ title }: { title: string }) => title)).toEqual(['From 3', 'From 12']);
  expect(overlays.map(({ title }: { title: string }) => title)).toEqual(['At 3', 'At 12']);
});

test('Given videos with and without files, When extensions are named, Then those are listed that have one of them', async () => {
  expect(await titles('?username=Grace')).toEqual(['New', 'Sound', 'Compilers <1>']);
  expect(await titles('?username=GRACE&encoded=true')).toEqual(['Sound', 'Compilers <1>']);
  expect(await titles('?username=Grace&extensions=mp4')).toEqual(['Compilers <1>']);
  expect(await titles('?username=Grace&extensions=.M4A')).toEqual(['Sound', 'Compilers <1>']);
  expect(await titles('?username=Grace&extensions=webm,%22%29%20or,%5C')).toEqual([]);
  expect(await titles('?username=Grace&extensions=%22')).toEqual([]);
  expect(await titles('?username=Grace&search__title=SOUND&extensions=')).toEqual(['Sound']);
  expect(await titles('?username=Grace&title__icontains=new')).toEqual(['New']);
});

test('Given a video that is not encoded, Then its files are an object with nothing in it, and it has no thumbnail', async () => {
  const { body } = await service.staff.client.get(`${list}?username=grace&search_title=new`).expect(200);

  const [{ video_data }] = body.results;
  expect(video_data).toMatchObject({
    password: true,
    video_files: {},
    thumbnail: '',
    get_thumbnail_admin: '',
  });
});

test('Given nobody is named, Then each is told of the videos that they see, and of no others', async () => {
  expect(await titles('', owner)).toEqual(['New', 'Sound', 'Compilers <1>']);
  expect(await titles('', service.ada)).toEqual(['Sound', 'Compilers <1>']);
  expect(await titles('?username=Grace', service.ada)).toEqual(['Sound', 'Compilers <1>']);
  await service.as({}).get(list).expect(401);
  await service.staff.client.get(`${list}?no_such_parameter=1`).expect(400);
});

test('Given many videos on a page, Then they are looked up in as many statements as one', async () => {
  const statementsOf = (query: string) =>
    fewestStatements(sent, () => service.root.client.get(`${list}?${query}`).expect(200));

  expect(await statementsOf('page_size=100')).toHaveLength((await statementsOf('page_size=1')).length);
});
