import path from 'node:path';
import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import * as rest from '@campus/rest';
import { detailsOfVideos, type VideoDetails } from '../../data/video-details.ts';
import { isActive } from '../../domain/encoding-states.ts';
import { clockTime, encodingStep } from '../../videos/encoding-step.ts';
import { videoAddress } from '../addresses.ts';
import { outputUrl, type Playback, playbackOf } from '../media/media-urls.ts';
import { cursus } from './fields/cursus.ts';
import { languageName } from './fields/spoken-languages.ts';
import { latestRun, playedVideo } from './played-video.ts';
import type { Services } from './services.ts';

const details = [
  'disciplines',
  'channels',
  'themes',
  'contributors',
  'chapters',
  'overlays',
  'files',
] as const;

/** A video with all that is shown of it. */
interface Shown {
  row: rest.Row;
  details: VideoDetails | undefined;
  playback: Playback;
  context: rest.ShowContext<Services>;
}

/** A file to play, as clients of version 4 know it. */
interface VideoFile {
  id: number;
  type: string;
  src: string;
  height: number | null;
  /** With its dot. */
  extension: string;
  label: string;
}

const [text, whole, truth] = [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }];
const namedTitle = objectWith({ title: text, slug: text });

/** What is told of the video, and again in `video_data`. */
const stateSchema = {
  date_added: { type: 'string', format: 'date-time' },
  date_evt: { type: ['string', 'null'], format: 'date' },
  is_restricted: truth,
  encoding_in_progress: truth,
  encoded: truth,
};

const dataSchema = {
  ...{ id: whole, title: text, owner: text, owner_full_name: text, description: text },
  thumbnail: { ...text, description: 'Without a scheme; empty without a picture' },
  duration: { ...text, description: 'In seconds' },
  duration_in_time: { ...text, example: '00:42:07' },
  tags: { type: 'array', items: objectWith({ name: text, slug: text }) },
  type: namedTitle,
  ...Object.fromEntries(
    ['disciplines', 'channels', 'themes', 'chapters', 'overlays'].map((name) => [
      name,
      { type: 'array', items: namedTitle },
    ]),
  ),
  contributors: { type: 'array', items: objectWith({ name: text, role: text }) },
  full_url: { ...text, description: 'Of its page, without a scheme' },
  ...{ password: truth, mediatype: text, cursus: text, main_lang: text, get_encoding_step: text },
  get_thumbnail_admin: { ...text, description: 'An element of HTML; empty without a picture' },
  ...stateSchema,
  video_files: {
    type: 'object',
    description: 'The chosen files, by their extension without its dot',
    additionalProperties: {
      type: 'array',
      items: objectWith({
        ...{ id: whole, type: text, src: { type: 'string', format: 'uri' } },
        ...{ height: { type: ['integer', 'null'] }, extension: text, label: text },
      }),
    },
  },
};

/** JSON Schema of an object with all of these. */
function objectWith(properties: Record<string, object>) {
  return { type: 'object', required: Object.keys(properties), properties };
}

const form: rest.PageForm<Services> = {
  columns: [
    ...['typeId', 'mediaKind', 'type.titleEn', 'type.titleFr'],
    ...['owner.username', 'owner.firstName', 'owner.lastName'],
  ],
  schema: objectWith({
    ...{ id: whole, url: { type: 'string', format: 'uri' }, get_version: text },
    ...{ type: whole, is_draft: truth, duration: whole },
    ...stateSchema,
    video_data: { ...objectWith(dataSchema), description: 'All that is told of the video' },
  }),
  async show(rows, context, { extensions }) {
    const { db, media } = context.services;
    const found = await detailsOfVideos(
      db.pool,
      rows.map(({ id }) => Number(id)),
      details,
    );
    return rows.map((row) => {
      const playback = playbackOf(playedVideo(row), media, context.base);
      const shown = { row, details: found.get(Number(row.id)), playback, context };
      return itemOf(shown, filesOf(shown, wordsOf(extensions)));
    });
  },
};

/**
 * `GET /rest/videos/user_videos/`: videos as learning platforms choose from them. Those put the scheme before `full_url`
 * and `thumbnail` themselves, and take from `video_files` what they can show.
 */
export const userVideos: rest.DeclaredAction<Services, undefined> = {
  name: ['Videos of a user', "Vidéos d'un utilisateur"],
  description: [
    'The videos that somebody owns, or all that you see, with what there is to show of each.',
    "Les vidéos de quelqu'un, ou toutes celles que vous voyez, avec ce qu'il y a à montrer de chacune.",
  ],
  methods: {
    GET: {
      may: () => true,
      takes: {
        username: rest.text({ label: ['User name', "Nom d'utilisateur"] }),
        extensions: rest.text({ label: ['Extensions of files', 'Extensions de fichiers'] }),
      },
      answers: 'list',
      act: ({ values: { username, extensions } }) => [
        ...(username === undefined ? [] : [isOwnedBy(username)]),
        ...(extensions === undefined ? [] : [hasFileOf(wordsOf(extensions) ?? [])]),
      ],
      form,
    },
  },
};

function isOwnedBy(username: unknown): rest.Condition {
  return { columns: ['owner.username'], operator: 'equalsIgnoringCase', value: username };
}

/** Something of what `filesOf` tells ends like this. */
function hasFileOf(extensions: readonly string[]): rest.Condition {
  if (extensions.length === 0) return { anyOf: [{ columns: ['id'], operator: 'in', value: [] }] };
  const isIt = `like_regex "\\.(${extensions.join('|')})$"`;
  const value = `exists($.mp4[*].file ? (@ ${isIt})) || exists($.audio ? (@ ${isIt}))`;
  return { columns: ['encoding.outputs'], operator: 'meets', value };
}

/** The extensions of a list with commas, without their dots; what can be none is not in it. Undefined: no list. */
function wordsOf(list: unknown): string[] | undefined {
  if (typeof list !== 'string') return undefined;
  return list.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}

function itemOf(shown: Shown, files: VideoFile[]): Record<string, unknown> {
  const { row, context } = shown;
  const state = {
    date_added: rest.showInstant(row.dateAdded as Date, context.timeZone),
    date_evt: row.dateEvt,
    is_restricted: row.isRestricted,
    encoding_in_progress: isActive(row['latestEncoding.state']),
    encoded: row.encodingId !== null,
  };
  return {
    id: row.id,
    url: rest.objectUrl(context.base, 'videos', row.id),
    get_version: 'O',
    type: row.typeId,
    is_draft: row.isDraft,
    duration: seconds(row),
    ...state,
    video_data: { ...dataOf(shown), ...state, video_files: Object.groupBy(files, withoutDot) },
  };
}

function dataOf(shown: Shown): Record<string, unknown> {
  const { row, details, playback, context } = shown;
  const { base, language, caller } = context;
  const thumbnail = playback.poster === null ? '' : withoutScheme(playback.poster);
  const typeTitle = ui.textIn(language, { en: row['type.titleEn'], fr: row['type.titleFr'] });
  const disciplines = details?.disciplines.map((titles) => ui.textIn(language, titles));
  return {
    id: row.id,
    title: row.title,
    owner: row['owner.username'],
    owner_full_name: `${row['owner.firstName']} ${row['owner.lastName']}`.trim(),
    description: row.description,
    thumbnail,
    duration: String(seconds(row)),
    duration_in_time: clockTime(seconds(row)),
    tags: (row.tags as string[]).map((name) => ({ name, slug: rest.shortSlug(name) })),
    type: titled(typeTitle),
    disciplines: disciplines?.map(titled) ?? [],
    channels: details?.channels.map(titled) ?? [],
    themes: details?.themes.map(titled) ?? [],
    contributors: details?.contributors ?? [],
    chapters: details?.chapters.map(titled) ?? [],
    overlays: details?.overlays.map(titled) ?? [],
    full_url: withoutScheme(`${base}${videoAddress({ slug: String(row.slug) })}`),
    password: row.passwordHash !== null,
    mediatype: row.mediaKind,
    cursus: cursus.choicesIn(language).find(({ value }) => value === row.cursus)?.display_name,
    main_lang: languageName(String(row.mainLang), language),
    get_encoding_step: encodingStep(latestRun(row, caller)),
    get_thumbnail_admin:
      thumbnail === ''
        ? ''
        : html`<img src="${thumbnail}" alt="${String(row.title)}" loading="lazy">`.toString(),
  };
}

/** The files to play; of the wanted extensions alone, where some are. */
function filesOf({ row, details, context }: Shown, extensions: readonly string[] | undefined): VideoFile[] {
  const { services, base } = context;
  const files = details?.files.map(({ file, ...others }) => ({
    ...others,
    src: outputUrl(playedVideo(row), file, { media: services.media, base }),
    extension: path.extname(file),
  }));
  return files?.filter((file) => extensions?.includes(withoutDot(file)) !== false) ?? [];
}

function withoutDot({ extension }: VideoFile): string {
  return extension.slice(1);
}

function seconds({ durationSeconds }: rest.Row): number {
  return Math.floor(Number(durationSeconds));
}

function titled(title: string): { title: string; slug: string } {
  return { title, slug: rest.shortSlug(title) };
}

function withoutScheme(address: string): string {
  return address.replace(/^https?:/, '');
}
