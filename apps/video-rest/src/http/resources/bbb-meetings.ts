import * as rest from '@campus/rest';
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
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('bbb_meeting'),
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
    encoding_step: rest.integer({
      label: { en: 'Encoding step', fr: "Étape d'encodage" },
      min: 0,
      max: 3,
      default: 0,
    }),
    recorded: rest.boolean({ label: { en: 'Recorded', fr: 'Enregistrée' }, default: false }),
    recording_available: rest.boolean({
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
    encoded_by: rest.link(() => users, {
      label: { en: 'Encoded by', fr: 'Encodée par' },
      nullable: true,
      default: null,
    }),
    session_date: rest.dateTime({ label: { en: 'Session date', fr: 'Date de la session' } }),
    last_date_in_progress: rest.dateTime({
      label: { en: 'Last date in progress', fr: 'Dernière date en cours' },
    }),
  },
  filters: {
    id: rest.equals('id'),
    meeting_id: rest.equals('meeting_id'),
    encoding_step: rest.equals('encoding_step'),
    encoded_by: rest.equals('encoded_by'),
  },
  search: ['meeting_name'],
  ordering: ['session_date'],
  rights: forStaff,
});

function shortText(options: rest.TextOptions) {
  return rest.text({ maxLength: 200, ...options });
}

const unset = { nullable: true, default: null };

/**
 * That a session in BigBlueButton is to be streamed live: the program that does it (bbb-pod-live) looks for those with
 * `status` 0, and notes here which slot of which machine streams each, and when it has ended.
 */
export const bbbLivestreams = defineResource({
  path: 'bbb_livestream',
  name: { en: 'BigBlueButton live stream', fr: 'Direct BigBlueButton' },
  plural: { en: 'BigBlueButton live streams', fr: 'directs BigBlueButton' },
  description: {
    en: 'Which sessions in BigBlueButton are to be streamed live, and how far that is.',
    fr: 'Les sessions BigBlueButton à diffuser en direct, et où en est leur diffusion.',
  },
  naming: ['start_date', 'server'],
  table: 'bbb_livestreams',
  lookup: rest.byId,
  fields: {
    id: rest.id(),
    url: rest.address('bbb_livestream'),
    meeting: rest.link(() => bbbMeetings, { label: { en: 'Meeting', fr: 'Session' }, required: true }),
    start_date: rest.dateTime({ label: { en: 'Start date', fr: 'Date de début' } }),
    end_date: rest.dateTime({ label: { en: 'End date', fr: 'Date de fin' }, ...unset }),
    show_chat: rest.boolean({
      label: { en: 'Show public chat', fr: 'Montrer la messagerie publique' },
      default: true,
    }),
    download_meeting: rest.boolean({
      label: { en: 'Save meeting in My videos', fr: 'Garder la session dans Mes vidéos' },
      default: false,
    }),
    enable_chat: rest.boolean({
      label: { en: 'Enable chat', fr: 'Permettre la messagerie' },
      default: false,
    }),
    is_restricted: rest.boolean({
      label: { en: 'Restricted access', fr: 'Accès restreint' },
      default: false,
    }),
    broadcaster_id: rest.integer({ label: { en: 'Broadcaster', fr: 'Diffuseur' }, ...unset }),
    redis_hostname: rest.text({
      label: { en: 'Redis hostname', fr: "Nom d'hôte de Redis" },
      maxLength: 200,
      blank: true,
      ...unset,
    }),
    redis_port: rest.integer({
      label: { en: 'Redis port', fr: 'Port de Redis' },
      min: 0,
      max: 65535,
      ...unset,
    }),
    redis_channel: rest.text({
      label: { en: 'Redis channel', fr: 'Canal de Redis' },
      maxLength: 200,
      blank: true,
      ...unset,
    }),
    status: rest.integer({ label: { en: 'Live status', fr: 'État du direct' }, min: 0, max: 2, default: 0 }),
    server: rest.text({ label: { en: 'Server', fr: 'Serveur' }, maxLength: 20, blank: true, ...unset }),
    user: rest.link(() => users, { label: { en: 'User', fr: 'Utilisateur' }, ...unset }),
  },
  filters: {
    id: rest.equals('id'),
    meeting: rest.equals('meeting'),
    status: rest.equals('status'),
    server: rest.equals('server'),
    user: rest.equals('user'),
  },
  search: ['meeting.meeting_name'],
  ordering: ['start_date'],
  rights: forStaff,
});
