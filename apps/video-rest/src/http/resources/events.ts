import * as rest from '@campus/rest';
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
  name: ['Event', 'Événement'],
  plural: ['events', 'événements'],
  description: [
    'What is streamed live at a time, by one broadcaster.',
    "Ce qu'un diffuseur diffuse en direct, et quand.",
  ],
  table: 'events',
  lookup: rest.byIdOrSlug,
  fields: {
    id: rest.id(),
    url: rest.address('events'),
    title: rest.text({
      label: ['Title', 'Titre'],
      maxLength: 250,
      required: true,
      example: 'Linear algebra',
    }),
    owner: rest.link(() => users, { label: ['Owner', 'Propriétaire'], required: true }),
    additional_owners: additionalOwners(),
    slug: rest.slug({ from: 'title', idDigits: 4 }),
    description: rest.text({ blank: true, default: '' }),
    start_date: absentThen(rest.dateTime({ label: ['Start date', 'Date de début'] }), thisMinute),
    end_date: absentThen(rest.dateTime({ label: ['End date', 'Date de fin'] }), oneHourLater),
    broadcaster: rest.link(() => broadcasters, {
      label: ['Broadcaster', 'Diffuseur'],
      required: true,
      shownBy: 'slug',
    }),
    type: firstType(rest.link(() => types, { label: ['Type', 'Type'] })),
    is_draft: rest.boolean({ label: ['Draft', 'Brouillon'], default: true }),
    is_restricted: rest.boolean({ label: ['Restricted access', 'Accès restreint'], default: false }),
    is_auto_start: rest.boolean({ label: ['Auto start', 'Démarrage automatique'], default: false }),
    videos: rest.computed({
      label: ['Videos', 'Vidéos'],
      columns: [],
      schema: { type: 'array', items: { type: 'string', format: 'uri' } },
      show: () => [],
    }),
    thumbnail: shownImage(['Thumbnail', 'Vignette']),
    video_on_hold: rest.link(() => videos, {
      label: ['Video on hold', "Vidéo d'attente"],
      ...rest.orNull,
      onlySeen: true,
    }),
    enable_transcription: rest.boolean({
      label: ['Enable transcription', 'Activer la transcription'],
      default: false,
    }),
  },
  filters: {
    id: rest.equals('id'),
    slug: rest.hasSlug(),
    title__icontains: rest.contains('title'),
    ...rest.eachEquals('owner', 'additional_owners', 'broadcaster', 'type', 'is_draft', 'is_restricted'),
    start_date__gte: rest.from('start_date'),
    start_date__lte: rest.to('start_date'),
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
  declared: rest.DeclaredField<unknown>,
  fallbackBeside: (values: rest.Row) => Date | undefined,
): rest.DeclaredField<unknown> {
  return (name) => ({ ...declared(name), fallbackBeside });
}

function thisMinute(): Date {
  return new Date(Math.floor(Date.now() / minuteMs) * minuteMs);
}

/** Undefined where what is given as the start is none. */
function oneHourLater({ startDate }: rest.Row): Date | undefined {
  if (!(startDate instanceof Date)) return undefined;
  return new Date(Math.min(startDate.getTime() + hourMs, rest.latestInstant.getTime()));
}

/** The type that an instance has from its beginning, as long as it has it; else there must be one. */
function firstType(declared: rest.DeclaredField<unknown>): rest.DeclaredField<unknown> {
  return (name) => ({
    ...declared(name),
    async fallbackBeside(_values, { look }) {
      const first = await look(types, { columns: ['id'], operator: 'equals', value: 1 });
      if (typeof first === 'object') return first.id;
      throw new rest.FieldProblem({ code: 'required' });
    },
  });
}
