import {
  address,
  boolean,
  byIdOrSlug,
  computed,
  contains,
  type DeclaredField,
  dateTime,
  equals,
  FieldProblem,
  from,
  hasSlug,
  id,
  latestInstant,
  link,
  type Row,
  slug,
  text,
  to,
} from '@campus/rest';
import { fieldMessages } from '../refusals.ts';
import { broadcasters } from './broadcasters.ts';
import { shownImage } from './images.ts';
import { openEvents } from './rights.ts';
import { additionalOwners } from './seen-by.ts';
import { defineResource } from './services.ts';
import { types } from './types.ts';
import { users } from './users.ts';
import { videos } from './videos.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * What is streamed live at a time. There is no recorder here, so no videos come of one by themselves. Restricted ones are
 * for accounts, as the API is.
 */
export const events = defineResource({
  path: 'events',
  name: { en: 'Event', fr: 'Événement' },
  plural: { en: 'events', fr: 'événements' },
  description: {
    en: 'What is streamed live at a time, by one broadcaster.',
    fr: "Ce qu'un diffuseur diffuse en direct, et quand.",
  },
  table: 'events',
  lookup: byIdOrSlug,
  fields: {
    id: id(),
    url: address('events'),
    title: text({
      label: { en: 'Title', fr: 'Titre' },
      maxLength: 250,
      required: true,
      example: 'Linear algebra',
    }),
    owner: link(() => users, { label: { en: 'Owner', fr: 'Propriétaire' }, required: true }),
    additional_owners: additionalOwners(),
    slug: slug({ from: 'title', idDigits: 4 }),
    description: text({ blank: true, default: '' }),
    start_date: absentThen(dateTime({ label: { en: 'Start date', fr: 'Date de début' } }), thisMinute),
    end_date: absentThen(dateTime({ label: { en: 'End date', fr: 'Date de fin' } }), oneHourLater),
    broadcaster: link(() => broadcasters, {
      label: { en: 'Broadcaster', fr: 'Diffuseur' },
      required: true,
      shownBy: 'slug',
    }),
    type: firstType(link(() => types, { label: { en: 'Type', fr: 'Type' } })),
    is_draft: boolean({ label: { en: 'Draft', fr: 'Brouillon' }, default: true }),
    is_restricted: boolean({ label: { en: 'Restricted access', fr: 'Accès restreint' }, default: false }),
    is_auto_start: boolean({ label: { en: 'Auto start', fr: 'Démarrage automatique' }, default: false }),
    videos: computed({
      label: { en: 'Videos', fr: 'Vidéos' },
      columns: [],
      schema: { type: 'array', items: { type: 'string', format: 'uri' } },
      show: () => [],
    }),
    thumbnail: shownImage({ en: 'Thumbnail', fr: 'Vignette' }),
    video_on_hold: link(() => videos, {
      label: { en: 'Video on hold', fr: "Vidéo d'attente" },
      nullable: true,
      default: null,
      onlySeen: true,
    }),
    enable_transcription: boolean({
      label: { en: 'Enable transcription', fr: 'Activer la transcription' },
      default: false,
    }),
  },
  filters: {
    id: equals('id'),
    slug: hasSlug(),
    title__icontains: contains('title'),
    owner: equals('owner'),
    additional_owners: equals('additional_owners'),
    broadcaster: equals('broadcaster'),
    type: equals('type'),
    is_draft: equals('is_draft'),
    is_restricted: equals('is_restricted'),
    start_date__gte: from('start_date'),
    start_date__lte: to('start_date'),
  },
  search: ['title', 'description'],
  ordering: ['start_date'],
  judge: ({ startDate, endDate }) =>
    startDate instanceof Date && endDate instanceof Date && endDate <= startDate
      ? { end_date: [{ text: fieldMessages.ends_before_start }] }
      : undefined,
  rights: openEvents,
});

/** A field that follows from others where it is absent on creation. */
function absentThen(
  declared: DeclaredField<unknown>,
  fallbackBeside: (values: Row) => Date | undefined,
): DeclaredField<unknown> {
  return (name) => ({ ...declared(name), fallbackBeside });
}

function thisMinute(): Date {
  return new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
}

/** Undefined where what is given as the start is none. */
function oneHourLater({ startDate }: Row): Date | undefined {
  if (!(startDate instanceof Date)) return undefined;
  return new Date(Math.min(startDate.getTime() + hourMs, latestInstant.getTime()));
}

/** The type that an instance has from its beginning, as long as it has it; else there must be one. */
function firstType(declared: DeclaredField<unknown>): DeclaredField<unknown> {
  return (name) => ({
    ...declared(name),
    async fallbackBeside(_values, { look }) {
      const first = await look(types, { columns: ['id'], operator: 'equals', value: 1 });
      if (typeof first === 'object') return first.id;
      throw new FieldProblem({ code: 'required' });
    },
  });
}
