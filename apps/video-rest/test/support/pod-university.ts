/** Another instance, of a university with two people, and what is seen here of what came from it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clip } from './clips.ts';
import { type PodDouble, podToken, startPodDouble } from './pod-double.ts';
import type { TestService } from './service.ts';

export const media = await readFile(await clip('tiny'));
const subtitles = Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nBonjour\n');

export type Item = Record<string, unknown>;

/** Two people and what they have; `name` keeps those of the tests apart, `first` their ids. */
function university(name: string, first: number) {
  return (at: PodDouble['at']): PodDouble['lists'] => {
    const list: List = (path, ...rows) => ({
      [path]: rows.map((row, place) => {
        const id = Number(row.id ?? first + place);
        return { id, url: at(path, id), ...row };
      }),
    });
    return { ...people({ name, first, at, list }), ...holdings({ name, first, at, list }) };
  };
}

type List = (path: string, ...rows: Item[]) => Record<string, Item[]>;

interface Made {
  name: string;
  first: number;
  at: PodDouble['at'];
  list: List;
}

function people({ name, first, at, list }: Made): PodDouble['lists'] {
  const [one, two] = [first, first + 1];
  return {
    sites: [{ url: at('sites', 1), name: 'Pod', domain: 'pod.example.org' }],
    groups: [{ url: at('groups', first), name: `${name} teachers` }],
    ...list(
      'users',
      {
        username: `${name}.ada`,
        first_name: 'Ada',
        last_name: 'Élan',
        email: '',
        groups: [at('groups', first)],
      },
      { username: `${name}.bob`, first_name: 'Bob', is_staff: true, email: null, groups: [] },
    ),
    ...list(
      'owners',
      {
        user: at('users', one),
        auth_type: 'CAS',
        affiliation: 'teacher',
        commentaire: 'Amphi 4',
        sites: [],
      },
      { user: at('users', two), auth_type: 'CAS', affiliation: 'student', sites: [] },
    ),
    ...list('accessgroups', {
      ...{
        display_name: 'Inside',
        code_name: `${name}-inside`,
        users: [at('owners', two)],
        sites: [at('sites', 1)],
      },
    }),
  };
}

function holdings({ name, first, at, list }: Made): PodDouble['lists'] {
  const [one, two] = [first, first + 1];
  return {
    ...list('types', {
      title: `${name} Cours`,
      description: '-- désolé, aucune traduction fournie --',
      icon: null,
    }),
    ...list('discipline', { title: `${name} Physique`, description: null, site: at('sites', 1) }),
    ...list('channels', {
      ...{
        title: `${name} Sciences`,
        description: '<p>Été</p>',
        owners: [at('users', one)],
        users: [],
        visible: true,
      },
      ...{ themes: [at('themes', one), at('themes', two)], site: at('sites', 1), color: null, style: null },
    }),
    ...list(
      'themes',
      { title: 'Ondes', parentId: at('themes', two), channel: at('channels', one), description: null },
      { title: 'Optique', parentId: null, channel: at('channels', one), description: null },
    ),
    ...list(
      'videos',
      video(at, { id: one, title: `${name} Été à la mer 海`, slug: `${one}-ete-a-la-mer` }, first),
    ),
    ...list('contributors', {
      ...{
        video: at('videos', one),
        name: 'Jean Né',
        role: 'publisher',
        email_address: null,
        weblink: null,
      },
    }),
    ...list('chapters', { video: at('videos', one), title: 'Début', time_start: 0 }),
    ...list('overlays'),
    ...list('folders', { name: 'home', owner: at('users', one) }),
    ...list('files', {
      ...{ name: 'sous-titres', folder: at('folders', one), created_by: at('users', one) },
      file: at('files', 1).replace('/rest/files/1/', `/media/${name}.vtt`),
    }),
    ...list('tracks', { video: at('videos', one), kind: 'subtitles', lang: 'fr', src: at('files', one) }),
    ...list('documents', { video: at('videos', one), document: at('files', one) }),
    ...list('playlists', {
      ...{ name: `${name} Révisions`, slug: `${one}-revisions`, visibility: 'public', description: '' },
      ...{
        owner: at('users', one),
        additional_owners: [at('users', two)],
        autoplay: false,
        editable: true,
      },
      ...{ date_created: '2024-05-01T10:00:00Z', date_updated: '2024-06-01T10:00:00Z' },
      videos: [{ video: { url: at('videos', one) } }],
    }),
    encodings_video: [],
    encodings_audio: [],
  };
}

function video(at: PodDouble['at'], given: Item, first: number): Item {
  const id = Number(given.id);
  return {
    ...{ url: at('videos', id), video: at('videos', id).replace(/\/rest.*/, `/media/videos/${id}.mp4`) },
    ...{
      description: '<p>Plage</p>',
      owner: at('users', first),
      additional_owners: [at('users', first + 1)],
    },
    ...{ type: at('types', first), discipline: [at('discipline', first)], channel: [at('channels', first)] },
    ...{
      theme: [at('themes', first)],
      sites: [at('sites', 1)],
      tags: ['mer'],
      date_added: '2023-03-04T05:06:07Z',
    },
    ...{
      date_evt: '2023-03-01',
      cursus: 'L',
      main_lang: 'fr',
      licence: 'by-sa',
      password: null,
      thumbnail: null,
    },
    ...{
      is_draft: false,
      is_restricted: false,
      is_360: false,
      allow_downloading: true,
      disable_comment: false,
    },
    ...{ restrict_access_to_groups: [], encoded: true },
    ...given,
  };
}

/** An instance of a name and of ids of its own; it is gone at the end of the block. */
export async function givenPod(name: string, first: number, change: (pod: PodDouble) => void = () => {}) {
  const pod = await startPodDouble(university(name, first));
  change(pod);
  for (const { id } of pod.lists.videos ?? [])
    if (!pod.media.has(`/media/videos/${id}.mp4`)) pod.media.set(`/media/videos/${id}.mp4`, media);
  pod.media.set(`/media/${name}.vtt`, subtitles);
  return pod;
}

/** Adds a video with the next id. */
export function addVideo(pod: PodDouble, given: Item, first: number): number {
  const videos = pod.lists.videos ?? [];
  const id = first + videos.length;
  pod.media.set(`/media/videos/${id}.mp4`, media);
  videos.push(video(pod.at, { id, slug: `${id}-film`, title: `Film ${id}`, ...given }, first));
  return id;
}

/** The environment of a program that brings it to a service. */
export const bringingTo = ({ databaseUrl, dataDir }: TestService) => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  MEDIA_MIN_FREE: '0',
  LANGUAGE_CODE: 'fr',
  POD_TOKEN: podToken,
});

/** What a service has, and what the report of what came to it says. */
export function lookAt(service: TestService) {
  const listed = async (address: string) =>
    (await service.root.client.get(`/rest/${address}`).expect(200)).body.results as Item[];
  return {
    listed,
    async found(address: string): Promise<Item> {
      const [first] = await listed(address);
      if (first === undefined) throw new Error(`nothing at ${address}`);
      return first;
    },
    /** What the report says of an address. */
    async told(pod: PodDouble, address: string): Promise<string[]> {
      const text = await readFile(reportOf(pod, service.dataDir), 'utf8');
      const lines = text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      return lines
        .filter((line) => line.address?.startsWith(address))
        .map(({ member, why }) => (member === undefined ? why : `${member}: ${why}`));
    },
  };
}

export const reportOf = (pod: Pick<PodDouble, 'url'>, dataDir: string) =>
  path.join(dataDir, `import-pod-${new URL(pod.url).hostname}.jsonl`);
