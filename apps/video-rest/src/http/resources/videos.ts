import type { Queryable } from '@campus/database';
import { withQuery } from '@campus/pages';
import * as rest from '@campus/rest';
import { settleCharges } from '../../data/usage.ts';
import { chargedFor } from '../../data/videos.ts';
import { activeStates, isActive } from '../../domain/encoding-states.ts';
import { isStaff } from '../../domain/ownership.ts';
import { requireRoomInQueue } from '../../videos/ask-for-run.ts';
import { createOnce, isMade } from '../../videos/create-once.ts';
import { createVideo, type VideoDescription } from '../../videos/create-video.ts';
import { clockTime, encodingStep } from '../../videos/encoding-step.ts';
import { requireWithinQuota, roomFor } from '../../videos/quotas.ts';
import { removeVideo, updateVideo } from '../../videos/update-video.ts';
import { addresses, videoAddress } from '../addresses.ts';
import { playbackOf } from '../media/media-urls.ts';
import { accessGroups } from './access-groups.ts';
import { apiWords } from './api-words.ts';
import { channels, themes } from './channels.ts';
import { disciplines } from './disciplines.ts';
import { cursus } from './fields/cursus.ts';
import { encodeAsked } from './fields/encode-asked.ts';
import { licences } from './fields/licences.ts';
import { pictureLayout } from './fields/picture-layout.ts';
import { playedPieces } from './fields/played-pieces.ts';
import { spokenLanguages, spokenLanguagesIn } from './fields/spoken-languages.ts';
import { storedSource } from './fields/stored-files.ts';
import { thumbnailChoice } from './fields/thumbnail-choice.ts';
import { videoPassword, withPasswordHash } from './fields/video-password.ts';
import { shownImage } from './images.ts';
import { latestRun, latestRunColumns, playedVideo, playedVideoColumns } from './played-video.ts';
import { owns, watchedVideos } from './rights.ts';
import { additionalOwners } from './seen-by.ts';
import { defineResource, type Services } from './services.ts';
import { onSites, sitesFilter } from './sites.ts';
import { withinSource } from './time-in-video.ts';
import { types } from './types.ts';
import { userVideos } from './user-videos.ts';
import { users } from './users.ts';

const atWork: rest.Condition = { columns: ['latestEncoding.state'], operator: 'in', value: activeStates };

/** Recorded lectures and the like (contract §2 "Video"). */
export const videos = defineResource({
  path: 'videos',
  name: ['Video', 'Vidéo'],
  plural: ['videos', 'vidéos'],
  description: ['Recorded lectures and the like.', 'Cours enregistrés et autres captations.'],
  table: 'videos',
  lookup: rest.byIdOrSlug,
  fields: {
    id: rest.id(),
    url: rest.address('videos'),
    video: (name) => ({
      ...rest.file<Services>({
        label: ['Video', 'Vidéo'],
        required: true,
        columns: ['id', 'sourceFile', 'allowDownloading', 'plays'],
        stored: storedSource,
        show: sourceUrl,
      })(name),
      isShownTo: mayDownload,
    }),
    title: rest.text({
      label: ['Title', 'Titre'],
      maxLength: 250,
      required: true,
      example: 'Linear algebra',
    }),
    slug: rest.slug({ from: 'title', idDigits: 4 }),
    description: rest.text({ blank: true, default: '' }),
    owner: rest.link(() => users, { label: ['Owner', 'Propriétaire'], required: true }),
    additional_owners: additionalOwners(),
    type: rest.link(() => types, { label: ['Type', 'Type'], required: true }),
    discipline: rest.links(() => disciplines, {
      label: ['Disciplines', 'Disciplines'],
      column: 'disciplines',
    }),
    channel: rest.links(() => channels, { label: ['Channels', 'Chaînes'], column: 'channels' }),
    theme: rest.links(() => themes, { label: ['Themes', 'Thèmes'], column: 'themes' }),
    tags: rest.texts({ label: ['Tags', 'Mots-clés'], maxItems: 50, maxLength: 50 }),
    date_added: rest.dateTime({ label: ['Date added', "Date d'ajout"] }),
    date_evt: rest.date({ label: ['Date of the event', "Date de l'événement"], nullable: true }),
    main_lang: rest.choice({
      label: ['Main language', 'Langue principale'],
      choices: spokenLanguages,
      choicesIn: spokenLanguagesIn,
    }),
    is_draft: rest.boolean({ label: ['Is draft', 'Brouillon'], default: false }),
    is_restricted: rest.boolean({ label: ['Is restricted', 'Accès restreint'], default: false }),
    restrict_access_to_groups: rest.links(() => accessGroups, {
      label: ['Restrict access to groups', 'Accès réservé aux groupes'],
    }),
    password: videoPassword(),
    allow_downloading: rest.boolean({
      label: ['Allow downloading', 'Téléchargement autorisé'],
      default: false,
    }),
    is_360: rest.boolean({ label: ['360° video', 'Vidéo à 360°'], column: 'is360', default: false }),
    disable_comment: rest.boolean({ label: ['Disable comments', 'Commentaires désactivés'], default: false }),
    cursus: rest.choice({ label: ['University course', 'Cursus'], ...cursus, default: '0' }),
    licence: rest.choice({ label: ['Licence', 'Licence'], ...licences, ...rest.orNull }),
    layout: pictureLayout(),
    plays: playedPieces(),
    encode: encodeAsked(),
    encoded: rest.computed({
      label: ['Encoded', 'Encodée'],
      columns: ['encodingId'],
      schema: { type: 'boolean' },
      show: ({ encodingId }) => encodingId !== null,
    }),
    encoding_in_progress: rest.computed({
      label: ['Encoding in progress', 'Encodage en cours'],
      columns: ['latestEncoding.state'],
      schema: { type: 'boolean' },
      show: (row) => isActive(row['latestEncoding.state']),
    }),
    get_encoding_step: rest.computed({
      label: ['Encoding step', "Étape d'encodage"],
      columns: latestRunColumns,
      schema: { type: 'string' },
      show: (row, { caller }) => encodingStep(latestRun(row, caller)),
    }),
    duration: rest.computed({
      label: ['Duration', 'Durée'],
      columns: ['durationSeconds'],
      schema: { type: 'integer' },
      show: ({ durationSeconds }) => Math.floor(Number(durationSeconds)),
    }),
    duration_in_time: rest.computed({
      label: ['Duration in hours', 'Durée en heures'],
      columns: ['durationSeconds'],
      schema: { type: 'string' },
      show: ({ durationSeconds }) => clockTime(Number(durationSeconds)),
    }),
    // Clients know the version that plays by this letter: the one that was uploaded, the only one.
    get_version: rest.computed({
      label: ['Version', 'Version'],
      columns: [],
      schema: { type: 'string', const: 'O' },
      show: () => 'O',
    }),
    thumbnail: shownImage(['Thumbnail', 'Vignette']),
    thumbnail_choice: thumbnailChoice(),
    sites: onSites(),
    playback: rest.computed<Services>({
      columns: playedVideoColumns,
      schema: playbackSchema(),
      show: (row, { services, base }) => playbackOf(playedVideo(row), services.media, base),
    }),
  },
  filters: {
    id: rest.equals('id'),
    slug: rest.hasSlug(),
    owner: rest.equals('owner'),
    owner__username: {
      ...rest.equalsIgnoringCase('owner.username'),
      label: ['Owner (user name)', "Propriétaire (nom d'utilisateur)"],
    },
    ...rest.eachEquals('additional_owners', 'type', 'discipline', 'channel', 'theme', 'tags', 'title'),
    title__icontains: rest.contains('title'),
    search_title: rest.alias(rest.contains('title')),
    search__title: rest.alias(rest.contains('title')),
    date_added: rest.equals('date_added'),
    date_added__gte: rest.from('date_added'),
    date_added__lte: rest.to('date_added'),
    date_added__year: rest.inYear('date_added'),
    date_evt: rest.equals('date_evt'),
    date_evt__gte: rest.from('date_evt'),
    date_evt__lte: rest.to('date_evt'),
    date_evt__year: rest.inYear('date_evt'),
    ...rest.eachEquals(
      'main_lang',
      'is_draft',
      'is_restricted',
      'restrict_access_to_groups',
      'allow_downloading',
      'is_360',
      'disable_comment',
      'cursus',
      'licence',
    ),
    sites: sitesFilter(),
    encoded: rest.whether('encoded', (value) => ({ columns: ['encodingId'], operator: 'present', value })),
    encoding_in_progress: rest.whether('encoding_in_progress', (wanted) =>
      wanted ? atWork : { not: atWork },
    ),
  },
  search: ['title', 'description'],
  ordering: ['-date_added'],
  onList: { user_videos: userVideos },
  async judge(row, { services, changes }) {
    const problems = withinSource(row, changes);
    if (problems !== undefined || changes.encode !== true) return problems;
    const of = { ownerId: Number(row.ownerId), videoId: row.id === undefined ? undefined : Number(row.id) };
    await requireRoomInQueue(services.db.prisma, services.queueLimits, of);
    return undefined;
  },
  rights: watchedVideos,
  isRepeatable: true,
  links: (row, caller) => [
    { text: apiWords.watch, href: videoAddress({ slug: String(row.slug) }) },
    ...(owns(caller, row) ? [launchLink(row)] : []),
  ],
  hooks: {
    // Whoever is no staff uploads for themselves; of others the fields tell whose it is, and they come with the file.
    async room(row, { services, caller, key }) {
      const { db, quotas } = services;
      const ownerId = isStaff(caller) ? undefined : caller.id;
      // It needs no room a second time.
      if (key !== undefined && (await isMade(services, { callerId: caller.id, key })))
        return { maxBytes: Number.POSITIVE_INFINITY, refusal: undefined };
      if (row === null) return roomFor(db, quotas, { ownerId, freed: 0, videos: 1 });
      const charged = await chargedFor(db.prisma, Number(row.id));
      return roomFor(db, quotas, { ownerId: charged?.ownerId, freed: charged?.bytes ?? 0, videos: 0 });
    },
    // The fields above have made these values what the record takes; the engine has made sure of the file.
    async create({ services, caller, values, file: received, key, alongside }) {
      if (received === undefined) throw new Error('a video without its file came through');
      const description = (await withPasswordHash(values, caller.username)) as VideoDescription;
      const given = { description, file: received, callerId: caller.id };
      return key === undefined
        ? createVideo(services, { ...given, alongside })
        : createOnce(services, { ...given, key, asked: values });
    },
    async update(row, { services, caller, values, file: received }) {
      const changes = await withPasswordHash(values, caller.username);
      const isPlain = !['encode', 'ownerId', 'plays'].some((column) => column in changes);
      if (received === undefined && isPlain) return changes;
      const seen = { plays: String(row.plays) };
      return updateVideo(services, Number(row.id), { changes, seen, file: received, callerId: caller.id });
    },
    // What superusers import is refused by no quota.
    async imported(tx, { services: { quotas }, caller, row, values: { ownerId = row.ownerId } }) {
      if (caller.isSuperuser || ownerId === row.ownerId) return;
      await settleCharges(tx as Queryable);
      const { bytes = 0 } = (await chargedFor(tx as Queryable, Number(row.id))) ?? {};
      const charge = { ownerId: Number(ownerId), bytes, videos: 1, isHandover: true };
      await requireWithinQuota(tx as Queryable, quotas, charge);
    },
    remove: (row, { services }) => removeVideo(services, Number(row.id)),
  },
});

function launchLink({ slug, encodingId }: rest.Row): rest.ObjectLink {
  return {
    text: apiWords.launch,
    href: withQuery(addresses.launch, { slug: String(slug) }),
    because: encodingId === null ? apiWords.notEncoded : undefined,
  };
}

/** Who has the source: owners, and where downloading is allowed, and nothing left out, all who see the video. */
function mayDownload(caller: rest.Caller, row: rest.Row): boolean {
  return (row.allowDownloading === true && row.plays === '') || owns(caller, row);
}

/** The source, for whoever was shown its address. */
function sourceUrl(row: rest.Row, { services, base, caller }: rest.ShowContext<Services>): string | null {
  if (!mayDownload(caller, row)) return null;
  const { id, sourceFile } = row;
  return services.media.signedUrl(base, { videoId: Number(id), folder: 'source', file: String(sourceFile) });
}

function playbackSchema(): Record<string, unknown> {
  const url = { type: ['string', 'null'], format: 'uri' };
  const rendition = {
    type: 'object',
    required: ['height', 'url'],
    properties: { height: { type: 'integer' }, url: { type: 'string', format: 'uri' } },
  };
  return {
    type: 'object',
    required: ['hls', 'mp4', 'audio', 'poster', 'thumbnails', 'overview'],
    properties: {
      ...{ hls: url, mp4: { type: 'array', items: rendition }, audio: url, poster: url },
      thumbnails: { type: 'array', items: { type: 'string', format: 'uri' } },
      overview: url,
    },
  };
}
