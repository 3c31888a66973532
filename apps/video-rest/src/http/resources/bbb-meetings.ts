import {
  address,
  boolean,
  byId,
  dateTime,
  equals,
  id,
  integer,
  link,
  type TextOptions,
  text,
} from '@campus/rest';
import { forStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';

/** Sessions in BigBlueButton: what the program that streams them live (bbb-pod-live) reads and writes is kept. */
export const bbbMeetings = defineResource({
  path: 'bbb_meeting',
  name: { en: 'BigBlueButton meeting', fr: 'Session BigBlueButton' },
  plural: { en: 'BigBlueButton meetings', fr: 'sessions BigBlueButton' },
  description: {
    en: 'Sessions in BigBlueButton, for the program that streams them live.',
    fr: 'Les sessions BigBlueButton, pour le programme qui les diffuse en direct.',
  },
  naming: ['meeting_name'],
  table: 'bbb_meetings',
  lookup: byId,
  fields: {
    id: id(),
    url: address('bbb_meeting'),
    meeting_id: shortText({
      label: { en: 'Meeting id', fr: 'Identifiant de la session' },
      required: true,
    }),
    internal_meeting_id: shortText({
      label: { en: 'Internal meeting id', fr: 'Identifiant interne de la session' },
      blank: true,
      default: '',
    }),
    meeting_name: shortText({ label: { en: 'Meeting name', fr: 'Nom de la session' }, required: true }),
    encoding_step: integer({
      label: { en: 'Encoding step', fr: "Étape d'encodage" },
      min: 0,
      max: 3,
      default: 0,
    }),
    recorded: boolean({ label: { en: 'Recorded', fr: 'Enregistrée' }, default: false }),
    recording_available: boolean({
      label: { en: 'Recording available', fr: 'Enregistrement disponible' },
      default: false,
    }),
    recording_url: shortText({
      label: { en: 'Recording url', fr: "URL de l'enregistrement" },
      blank: true,
      default: '',
    }),
    thumbnail_url: shortText({
      label: { en: 'Thumbnail url', fr: 'URL de la vignette' },
      blank: true,
      default: '',
    }),
    encoded_by: link(() => users, {
      label: { en: 'Encoded by', fr: 'Encodée par' },
      nullable: true,
      default: null,
    }),
    session_date: dateTime({ label: { en: 'Session date', fr: 'Date de la session' } }),
    last_date_in_progress: dateTime({
      label: { en: 'Last date in progress', fr: 'Dernière date en cours' },
    }),
  },
  filters: {
    id: equals('id'),
    meeting_id: equals('meeting_id'),
    encoding_step: equals('encoding_step'),
    encoded_by: equals('encoded_by'),
  },
  search: ['meeting_name'],
  ordering: ['session_date'],
  rights: forStaff,
});

function shortText(options: TextOptions) {
  return text({ maxLength: 200, ...options });
}
