import * as rest from '@campus/rest';
import { forStaff } from './rights.ts';
import { defineResource } from './services.ts';
import { users } from './users.ts';

/** Sessions in BigBlueButton: what the program that streams them live (bbb-pod-live) reads and writes is kept. */
export const bbbMeetings = defineResource({
  path: 'bbb_meeting',
  name: ['BigBlueButton meeting', 'Session BigBlueButton'],
  plural: ['BigBlueButton meetings', 'sessions BigBlueButton'],
  description: [
    'Sessions in BigBlueButton, for the program that streams them live.',
    'Les sessions BigBlueButton, pour le programme qui les diffuse en direct.',
  ],
  naming: ['meeting_name'],
  table: 'bbb_meetings',
  fields: {
    id: rest.id(),
    url: rest.address('bbb_meeting'),
    meeting_id: shortText({ label: ['Meeting id', 'Identifiant de la session'], required: true }),
    internal_meeting_id: shortText({
      label: ['Internal meeting id', 'Identifiant interne de la session'],
      blank: true,
      default: '',
    }),
    meeting_name: shortText({ label: ['Meeting name', 'Nom de la session'], required: true }),
    encoding_step: rest.integer({ label: ['Encoding step', "Étape d'encodage"], min: 0, max: 3, default: 0 }),
    recorded: rest.boolean({ label: ['Recorded', 'Enregistrée'], default: false }),
    recording_available: rest.boolean({
      label: ['Recording available', 'Enregistrement disponible'],
      default: false,
    }),
    recording_url: shortText({
      label: ['Recording url', "URL de l'enregistrement"],
      blank: true,
      default: '',
    }),
    thumbnail_url: shortText({ label: ['Thumbnail url', 'URL de la vignette'], blank: true, default: '' }),
    encoded_by: rest.link(() => users, { label: ['Encoded by', 'Encodée par'], ...rest.orNull }),
    session_date: rest.dateTime({ label: ['Session date', 'Date de la session'] }),
    last_date_in_progress: rest.dateTime({ label: ['Last date in progress', 'Dernière date en cours'] }),
  },
  filters: rest.eachEquals('id', 'meeting_id', 'encoding_step', 'encoded_by'),
  search: ['meeting_name'],
  ordering: ['session_date'],
  rights: forStaff,
});

function shortText(options: rest.TextOptions) {
  return rest.text({ maxLength: 200, ...options });
}

/**
 * That a session in BigBlueButton is to be streamed live: the program that does it (bbb-pod-live) looks for those with
 * `status` 0, and notes here which slot of which machine streams each, and when it has ended.
 */
export const bbbLivestreams = defineResource({
  path: 'bbb_livestream',
  name: ['BigBlueButton live stream', 'Direct BigBlueButton'],
  plural: ['BigBlueButton live streams', 'directs BigBlueButton'],
  description: [
    'Which sessions in BigBlueButton are to be streamed live, and how far that is.',
    'Les sessions BigBlueButton à diffuser en direct, et où en est leur diffusion.',
  ],
  naming: ['start_date', 'server'],
  table: 'bbb_livestreams',
  fields: {
    id: rest.id(),
    url: rest.address('bbb_livestream'),
    meeting: rest.link(() => bbbMeetings, { label: ['Meeting', 'Session'], required: true }),
    start_date: rest.dateTime({ label: ['Start date', 'Date de début'] }),
    end_date: rest.dateTime({ label: ['End date', 'Date de fin'], ...rest.orNull }),
    show_chat: rest.boolean({ label: ['Show public chat', 'Montrer la messagerie publique'], default: true }),
    download_meeting: rest.boolean({
      label: ['Save meeting in My videos', 'Garder la session dans Mes vidéos'],
      default: false,
    }),
    enable_chat: rest.boolean({ label: ['Enable chat', 'Permettre la messagerie'], default: false }),
    is_restricted: rest.boolean({ label: ['Restricted access', 'Accès restreint'], default: false }),
    broadcaster_id: rest.integer({ label: ['Broadcaster', 'Diffuseur'], ...rest.orNull }),
    redis_hostname: rest.text({
      label: ['Redis hostname', "Nom d'hôte de Redis"],
      maxLength: 200,
      blank: true,
      ...rest.orNull,
    }),
    redis_port: rest.integer({ label: ['Redis port', 'Port de Redis'], min: 0, max: 65535, ...rest.orNull }),
    redis_channel: rest.text({
      label: ['Redis channel', 'Canal de Redis'],
      maxLength: 200,
      blank: true,
      ...rest.orNull,
    }),
    status: rest.integer({ label: ['Live status', 'État du direct'], min: 0, max: 2, default: 0 }),
    server: rest.text({ label: ['Server', 'Serveur'], maxLength: 20, blank: true, ...rest.orNull }),
    user: rest.link(() => users, { label: ['User', 'Utilisateur'], ...rest.orNull }),
  },
  filters: rest.eachEquals('id', 'meeting', 'status', 'server', 'user'),
  search: ['meeting.meeting_name'],
  ordering: ['start_date'],
  rights: forStaff,
});
