import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hashPassword } from '@campus/accounts';
import type { Resource } from '@campus/rest';
import { formsOf } from '@campus/testing/markup';
import { resources } from '../../../src/http/resources/resources.ts';
import { encodingFolderName, rowFolder } from '../../../src/storage/layout.ts';
import { bodyFor } from '../given-objects.ts';
import { givenBroadcaster, givenType, givenVideo } from '../given-records.ts';
import { givenFolder, sendFile } from '../kept-files.ts';
import { givenOnAir } from '../on-air.ts';
import type { Person, TestService } from '../service.ts';
import { signedIn, type Visitor, visitorOf } from '../visitor.ts';
import { type CallerName, type Closing, type ClosingName, callers, closings, type Traits } from './rule.ts';

/** Somebody who asks, as a program and with a browser. */
export interface Caller {
  name: CallerName;
  traits: Traits;
  /** Programs are told apart by nothing else than their account: of those alike one asks as one. */
  isForProgramsToo: boolean;
  /** Asks as a program, with a token where they have an account. */
  program(path: string, init?: RequestInit): Promise<Response>;
  /** Goes to an address without credentials. */
  follow(address: string): Promise<Response>;
  /** Signed in, where they have an account; one that has been told the password of this video, where they know it. */
  browserFor(subject: Subject): Visitor;
}

/** A video, or the ids and the slug of one that does not exist. */
export interface Subject {
  id: number;
  slug: string;
  title: string;
  encodingId: number;
  sourceFile: string;
  /** Ids of what belongs to it, by resource. */
  parts: Map<string, number>;
  /** Ids of the file of its words, and of the image that stands for it. */
  file: number;
  image: number;
  closing: Closing;
  /** Key of a link that shares it. */
  share: string;
}

export interface Cast {
  callers: Caller[];
  videos: Map<ClosingName, Subject>;
  nothing: Subject;
  owner: Person;
  /** Address of what all videos are of, or in. */
  common: Record<'type' | 'discipline' | 'channel' | 'theme' | 'additionalOwner' | 'group', number>;
}

const password = 'the password of the video';
const gone = 1_999_999_999;

/** What belongs to one video, says its declaration: a link to it by this name. */
export const parts: readonly Resource<never>[] = resources.filter(({ fields }) =>
  fields.some(({ name, target }) => name === 'video' && target?.().path === 'videos'),
) as unknown as Resource<never>[];

/** One video for each closing, with something of every kind, and one account for each caller. */
export async function gather(service: TestService): Promise<Cast> {
  const cast = {} as Cast;
  const people = new Map<CallerName, Person & { password: string }>();
  for (const [name, traits] of entries<CallerName, Traits>(callers))
    if (traits.hasAccount) people.set(name, await givenPerson(service, traits.isStaff === true));
  const personNamed = (name: CallerName) => people.get(name) as Person;
  cast.owner = personNamed('owner');
  const { client } = service.staff;
  const post = async (address: string, body: object) =>
    (await client.post(`/rest/${address}/`).send(body).expect(201)).body;
  const { id: channelId, url: channel } = await post('channels', { title: 'Channel', themes: [] });
  const { id: themeId, url: theme } = await post('themes', { title: 'Theme', channel });
  const { id: disciplineId, url: discipline } = await post('discipline', { title: 'Discipline' });
  const group = await post('accessgroups', { display_name: 'Group', code_name: 'group' });
  const members = [...people].filter(([name]) => (callers[name] as Traits).isMember);
  await client
    .post('/rest/accessgroups_set_users_by_name/')
    .send({ code_name: 'group', users: members.map(([, { username }]) => username) })
    .expect(200);
  const type = await givenType(service.db);
  const additionalOwner = personNamed('additional owner');
  cast.common = {
    ...{ type: type.id, discipline: disciplineId, channel: channelId, theme: themeId },
    ...{ additionalOwner: additionalOwner.id, group: group.id },
  };
  const groupUrl = new URL(`/rest/accessgroups/${group.id}/`, service.url).href;
  cast.videos = new Map();
  for (const name of Object.keys(closings) as ClosingName[]) {
    const closing: Closing = closings[name];
    const { isDraft, isRestricted, isForGroup, hasPassword } = closing;
    const { id } = await givenVideo(service.db, { ownerId: cast.owner.id, typeId: type.id });
    const { body } = await client
      .patch(`/rest/videos/${id}/`)
      .send({
        ...{ title: `Marked ${name} ${crypto.randomUUID()}`, tags: ['marked'] },
        ...{ channel: [channel], theme: [theme], discipline: [discipline] },
        ...{ date_added: '2026-01-31T12:00:00Z', date_evt: '2026-01-31', main_lang: 'en', licence: 'by' },
        ...{ additional_owners: [additionalOwner.url], is_draft: isDraft ?? false },
        ...{ is_restricted: isRestricted ?? false, restrict_access_to_groups: isForGroup ? [groupUrl] : [] },
        ...{ password: hasPassword ? password : null },
      })
      .expect(200);
    cast.videos.set(name, { ...(await furnish(service, cast.owner, body)), closing });
  }
  const all = [...cast.videos.values()];
  const addressOf = ({ id }: Subject) => `/rest/videos/${id}/`;
  await post('playlists', {
    ...{ name: 'All', visibility: 'public', owner: cast.owner.url, content: all.map(addressOf) },
  });
  const { slug: broadcaster } = await givenBroadcaster(service.db);
  for (const subject of all)
    await post('events', {
      ...{ title: 'Event', is_draft: false, owner: cast.owner.url, type: `/rest/types/${type.id}/` },
      ...{ broadcaster: `/rest/broadcasters/${broadcaster}/`, video_on_hold: addressOf(subject) },
    });
  cast.nothing = {
    ...{ id: gone, slug: `${gone}-nothing`, title: 'Nothing', encodingId: gone, share: '0'.repeat(40) },
    ...{ file: gone, image: gone },
    sourceFile: 'source-00000000000000000000000000000000.mp4',
    closing: {},
    parts: new Map(parts.map(({ path: name }) => [name, gone])),
  };
  cast.callers = await Promise.all(
    entries<CallerName, Traits>(callers).map(([name, traits]) =>
      callerOf(service, { name, traits, person: people.get(name), videos: cast.videos }),
    ),
  );
  return cast;
}

async function givenPerson(service: TestService, isStaff: boolean): Promise<Person & { password: string }> {
  const own = 'open sesame';
  return {
    ...(await service.givenUser({ isStaff, passwordHash: await hashPassword(own) })),
    password: own,
  };
}

/** Puts a video on air, with files, and gives it one of each part. */
async function furnish(
  service: TestService,
  owner: Person,
  { id, slug, title, url }: { id: number; slug: string; title: string; url: string },
): Promise<Omit<Subject, 'closing'>> {
  const encodingId = await givenOnAir(service, id);
  const { sourceFile } = await service.db.prisma.video.findUniqueOrThrow({ where: { id } });
  const folder = rowFolder(service.mediaRoot, { table: 'videos', id });
  const onAir = path.join(folder, encodingFolderName(encodingId));
  await mkdir(onAir, { recursive: true });
  await writeFile(path.join(folder, sourceFile), title);
  for (const file of ['master.m3u8', '360p.mp4', '720p.mp4', 'audio.m4a', 'poster.jpg'])
    await writeFile(path.join(onAir, file), title);
  await service.db.prisma.viewCount.create({ data: { videoId: id, date: new Date('2026-01-31'), count: 1 } });
  const { id: folderId, url: kept } = await givenFolder(owner);
  const vtt = `WEBVTT\n\n00:01.000 --> 00:02.000\n${title}\n`;
  const { body: file } = await sendFile(owner, { folder: kept, name: `${title}.vtt`, content: vtt }).expect(
    201,
  );
  const { id: image } = await service.db.prisma.image.create({
    data: {
      name: title,
      folderId,
      createdById: owner.id,
      storedFile: 'image-0.png',
      videos: { connect: { id } },
    },
  });
  const made: Omit<Subject, 'closing'> = {
    ...{ id, slug, title, encodingId, sourceFile, image, file: file.id },
    ...{ parts: new Map<string, number>(), share: '' },
  };
  for (const resource of parts) {
    if (!resource.actions.includes('create')) continue;
    const { fields } = resource;
    const withFile = fields.find(({ target }) => target?.().path === 'files')?.name;
    const body = {
      ...(await bodyFor(service, resource)),
      ...(withFile === undefined ? {} : { [withFile]: file.url }),
      video: url,
    };
    const { body: part } = await owner.client.post(`/rest/${resource.path}/`).send(body).expect(201);
    made.parts.set(resource.path, part.id);
    if (typeof part.key === 'string') made.share = part.key;
  }
  for (const { path: name, actions } of parts) {
    if (actions.includes('create') || !actions.includes('retrieve')) continue;
    const { body } = await owner.client.get(`/rest/${name}/?video=${id}`).expect(200);
    made.parts.set(name, body.results[0].id);
  }
  return made;
}

async function callerOf(
  service: TestService,
  {
    name,
    traits,
    person,
    videos,
  }: {
    name: CallerName;
    traits: Traits;
    person: (Person & { password: string }) | undefined;
    videos: Cast['videos'];
  },
): Promise<Caller> {
  const openBrowser = () => (person === undefined ? visitorOf(service) : signedIn(service, person));
  const browser = await openBrowser();
  // The cookie of a password is for the page of its video, and all have one name.
  const withPassword = new Map<number, Visitor>();
  if (traits.knowsPasswords)
    for (const { id, slug, closing } of videos.values())
      if (closing.hasPassword) withPassword.set(id, await sayPassword(await openBrowser(), slug));
  const credentials = person === undefined ? {} : { Authorization: `Token ${person.token}` };
  return {
    name,
    traits,
    isForProgramsToo: !traits.knowsPasswords && !traits.hasShareLinks,
    program: (address, init) =>
      fetch(new URL(address, service.url), {
        ...init,
        headers: { ...credentials, 'Content-Type': 'application/json' },
      }),
    follow: (address) => fetch(new URL(address, service.url)),
    browserFor: ({ id }) => withPassword.get(id) ?? browser,
  };
}

/** Sends the form of the page, where it asks for a password. */
async function sayPassword(browser: Visitor, slug: string): Promise<Visitor> {
  const { page } = await browser.get(`/video/${slug}/`);
  const form = formsOf(page).find(({ fields }) => fields.some(({ name }) => name === 'password'));
  if (form !== undefined) await browser.post(form.element.attribute('action') ?? '', { password });
  return browser;
}

function entries<Name extends string, Value>(of: Record<Name, Value>): [Name, Value][] {
  return Object.entries(of) as [Name, Value][];
}
