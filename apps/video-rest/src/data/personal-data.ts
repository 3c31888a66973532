import { type Sql, sql } from '@campus/database';
import * as privacy from '@campus/privacy';

type Usual = Pick<privacy.PersonalTable, 'why' | 'kept' | 'seenBy' | 'erase'>;

const work: Usual = {
  why: 'videos',
  kept: 'content',
  seenBy: 'everybody',
  erase: {
    because: [
      'it is the institution’s, and others use it; its owner has no name any more',
      'cela appartient à l’établissement, et d’autres s’en servent\u00a0; son propriétaire n’a plus de nom',
    ],
  },
};
const passing: Usual = {
  why: 'work',
  kept: 'days',
  seenBy: 'nobody',
  erase: {
    because: [
      'it goes by itself, with its files; nobody can use it any more',
      'cela disparaît de soi-même, avec ses fichiers\u00a0; plus personne ne peut s’en servir',
    ],
  },
};
const chosen = { ...privacy.ofAccount, why: 'comfort' } as const;
const asStaffSees = { ...privacy.ofAccount, seenBy: 'administrators' } as const;

/** That the account is linked to something. */
const linked = (what: privacy.PersonalTable['what'], find: privacy.Find): privacy.PersonalTable => ({
  ...work,
  ...{ what, find, erase: 'delete', columns: 'A B' },
});
const [inA, inB] = [privacy.byAccount('A'), privacy.byAccount('B')];
const owner = privacy.byAccount('owner_id');
const asOwner =
  (column: Sql): privacy.Find =>
  ({ account }) =>
    account && sql`${column} in (select id from owners where user_id = ${account.id})`;

const people: privacy.Tables = {
  users: {
    ...asStaffSees,
    what: ['Account', 'Compte'],
    find: privacy.byAccount('id'),
    erase: {
      set: ({ pseudonym }) => ({
        username: sql`${pseudonym}`,
        ...{ first_name: sql`''`, last_name: sql`''`, email: sql`''` },
        ...{ is_staff: sql`false`, is_superuser: sql`false`, is_active: sql`false` },
        ...{
          password_hash: sql`null`,
          oidc_subject: sql`null`,
          cas_user: sql`null`,
          last_sign_in_at: sql`null`,
        },
      }),
    },
    columns:
      'id username first_name last_name email is_staff is_superuser is_active date_joined last_sign_in_at oidc_subject cas_user encode_turn_at quota_bytes quota_videos source_bytes video_count -password_hash',
  },
  owners: {
    ...asStaffSees,
    what: ['Person at the institution', 'Personne de l’établissement'],
    find: privacy.byAccount('user_id'),
    erase: { set: () => ({ affiliation: sql`'member'`, commentaire: sql`''`, userpicture_id: sql`null` }) },
    columns: 'id user_id affiliation commentaire auth_type userpicture_id',
  },
  access_tokens: {
    ...asStaffSees,
    what: ['Access tokens', 'Jetons d’accès'],
    find: privacy.byAccount('user_id'),
    columns: 'id user_id label created_at last_used_at expires_at revoked_at -key_hash -key_prefix',
  },
  mail_subscriptions: {
    ...chosen,
    what: ['Mails that were chosen', 'Messages choisis'],
    columns: 'account_id digest encodings operation language digested_at told_at alerted_at',
  },
  my_lists: {
    ...chosen,
    what: ['When their list was looked at', 'Quand leur liste a été regardée'],
    columns: 'account_id seen_at visited_at',
  },
  my_list_entries: {
    ...chosen,
    what: ['Channels that are followed, videos that are kept', 'Chaînes suivies, vidéos gardées'],
    columns: 'id account_id channel_id video_id',
    shown: () => ({
      channel_id: sql`(select title from channels c where c.id = channel_id)`,
      video_id: sql`(select title from videos v where v.id = video_id)`,
    }),
  },
  _GroupToUser: {
    ...asStaffSees,
    what: ['Groups', 'Groupes'],
    find: inB,
    columns: 'A B',
    shown: () => ({ A: sql`(select name from groups g where g.id = "A")` }),
  },
  _AccessGroupToOwner: {
    ...asStaffSees,
    what: ['Access groups', 'Groupes d’accès'],
    find: asOwner(sql`"B"`),
    columns: 'A B',
    shown: () => ({ A: sql`(select display_name from access_groups g where g.id = "A")` }),
  },
  _OwnerToSite: { ...asStaffSees, what: ['Sites', 'Sites'], find: asOwner(sql`"A"`), columns: 'A B' },
};

const works: privacy.Tables = {
  videos: {
    ...work,
    what: ['Videos', 'Vidéos'],
    find: owner,
    columns:
      'id title description slug date_added date_evt tags is_draft is_restricted source_bytes owner_id type_id main_lang allow_downloading media_kind duration_seconds source_file encoding_id latest_encoding_id licence cursus is360 disable_comment thumbnail_id is_for_groups layout plays source_codecs thumbnail_choice tracks_of_source early_poster -password_hash',
  },
  contributors: {
    ...work,
    what: ['Credits of videos', 'Génériques des vidéos'],
    find: privacy.byAddress('email_address'),
    erase: { set: () => ({ name: sql`''`, email_address: sql`null`, weblink: sql`null` }) },
    columns: 'id video_id name email_address role weblink',
  },
  playlists: {
    ...work,
    what: ['Playlists', 'Listes de lecture'],
    find: owner,
    erase: { ...(work.erase as object), deletes: sql`visibility = 'private'` },
    columns: 'id name description visibility date_created date_updated slug autoplay editable owner_id',
  },
  events: {
    ...work,
    what: ['Live events', 'Directs'],
    find: owner,
    columns:
      'id title description start_date end_date slug owner_id broadcaster_id type_id is_draft is_restricted is_auto_start video_on_hold_id enable_transcription thumbnail_id',
  },
  folders: {
    ...work,
    what: ['Folders of files', 'Dossiers de fichiers'],
    find: owner,
    columns: 'id name owner_id',
  },
  files: {
    ...work,
    what: ['Files', 'Fichiers'],
    find: privacy.byAccount('created_by_id'),
    columns: 'id name folder_id created_by_id stored_file taken_from',
  },
  images: {
    ...work,
    what: ['Images', 'Images'],
    find: privacy.byAccount('created_by_id'),
    columns: 'id name folder_id created_by_id stored_file',
  },
  bbb_meetings: {
    ...work,
    what: ['Meetings that they had encoded', 'Réunions encodées à leur demande'],
    find: privacy.byAccount('encoded_by_id'),
    columns:
      'id meeting_name session_date meeting_id internal_meeting_id encoding_step recorded recording_available recording_url thumbnail_url encoded_by_id last_date_in_progress',
  },
  bbb_livestreams: {
    ...work,
    what: ['Meetings that they streamed', 'Réunions diffusées'],
    find: privacy.byAccount('user_id'),
    columns:
      'id start_date end_date meeting_id show_chat download_meeting enable_chat is_restricted broadcaster_id redis_hostname redis_port redis_channel status server user_id',
  },
  webhooks: {
    ...work,
    what: ['Webhooks that they made', 'Webhooks créés'],
    seenBy: 'staff',
    find: privacy.byAccount('created_by_id'),
    erase: { set: () => ({ created_by_id: sql`null` }) },
    // A query may be a secret.
    shown: () => ({ address: sql`split_part(address, '?', 1)` }),
    columns:
      'id description created_at address events is_active created_by_id secret_version rotated_at position missed failed_attempts failing_since next_attempt_at switched_off_at served_until',
  },
  _AdditionalOwners: linked(['Videos of others', 'Vidéos d’autrui'], inA),
  _ChannelOwners: linked(['Channels managed', 'Chaînes gérées'], inB),
  _ChannelUsers: linked(['Channels to add to', 'Chaînes à enrichir'], inB),
  _EventAdditionalOwners: linked(['Events of others', 'Directs d’autrui'], inB),
  _PlaylistAdditionalOwners: linked(['Playlists of others', 'Listes d’autrui'], inB),
};

const done: privacy.Tables = {
  encodings: {
    ...work,
    what: ['Encodings of their videos', 'Encodages de leurs vidéos'],
    seenBy: 'staff',
    find: owner,
    columns:
      'id requested_at state video_id percent speed eta_seconds attempts claims error outputs started_at finished_at ticket failure owner_id priority is_in_one plan log',
  },
  uploads: {
    ...passing,
    what: ['Uploads under way', 'Envois en cours'],
    find: privacy.byAccount('user_id'),
    shown: () => ({ values: sql`"values" - 'passwordHash'` }),
    columns:
      'created_at metadata size user_id received_bytes values is_part parts replaces_id video_id expires_at charged_bytes charged_id charged_videos -id',
  },
  creation_keys: {
    ...passing,
    what: ['Requests that may come again', 'Requêtes qui peuvent revenir'],
    find: privacy.byAccount('user_id'),
    erase: 'delete',
    columns: 'created_at user_id video_id -key_hash -fingerprint',
  },
  runs: {
    ...passing,
    what: ['Exports and imports', 'Exports et imports'],
    find: privacy.byAny(privacy.byAccount('actor'), privacy.byName(['cancelled_by'])),
    erase: { ...(passing.erase as object), set: privacy.withoutName(['cancelled_by']) },
    shown: (person) => ({
      ...privacy.onlyWhere(privacy.byAccount('actor'), ['asked', 'actor', 'report', 'failure'])(person),
      ...privacy.onlyOwnName(['cancelled_by'])(person),
    }),
    columns:
      'id created_at kind asked actor total done result_bytes report failure started_at ended_at cancelled_by tries failure_status -key_hash -fingerprint -file',
  },
  deletions: {
    ...passing,
    what: ['What they removed', 'Ce qui a été supprimé'],
    seenBy: 'staff',
    find: privacy.byAccount('actor_id'),
    erase: {
      set: ({ pseudonym }) => ({ actor: sql`${pseudonym}`, address: sql`null`, actor_id: sql`null` }),
    },
    // Of accounts it is a name.
    shown: () => ({ name: sql`case when table_name <> 'users' then name end` }),
    columns:
      'id created_at name actor address table_name object_id total done failure started_at ended_at actor_id',
  },
};

const others: privacy.Tables = {
  _AccessGroupToSite: 'A B',
  _AccessGroupToVideo: 'A B',
  _BroadcasterToGroup: 'A B',
  _BuildingToSite: 'A B',
  _ChannelToVideo: 'A B',
  _DisciplineToVideo: 'A B',
  _RenditionProfileToSite: 'A B',
  _SiteToVideo: 'A B',
  _SiteToVideoType: 'A B',
  _ThemeToVideo: 'A B',
  access_groups: 'id display_name code_name',
  broadcasters:
    'id stream_url name slug building_id description status is_restricted piloting_conf piloting_implementation poster_id',
  brought_rows: 'source table_name row_id is_made members',
  buildings: 'id name gmapurl headband_id',
  changes: 'id position at kind table_name object_id whole_id fields seen_by transaction',
  channels: 'id title description color style visible site_id headband_id',
  chapters: 'id video_id title start_seconds',
  day_counts: 'table_name day rows',
  disciplines: 'id title_en title_fr description_en description_fr site_id icon_id',
  documents: 'id video_id document_id',
  encoded_audios: 'id video_id name encoding_format file',
  encoded_playlists: 'id video_id name encoding_format file',
  encoded_videos: 'id video_id rendition_id name height_pixels encoding_format file',
  encoding_tasks:
    'id encoding_id nth kind piece weight state percent attempts claims seen_at failure error result',
  enrichments:
    'id video_id title stop_video start_seconds end_seconds type richtext weblink embed document_id image_id',
  groups: 'id name',
  growing_objects: 'name key upload etags digests tails bytes',
  leaving: 'table_name object_id deletion_id',
  media_objects: 'key state instance owner_table owner_id file bytes digests changed_at',
  name_words: 'table_name id words',
  oai_records: 'video_id deleted sets datestamp',
  oai_renamed: 'table_name id done_to',
  overlays: 'id video_id title content start_seconds end_seconds position background',
  playlist_entries: 'playlist_id video_id place',
  recent_views: 'viewer video_id ends_at',
  renditions: 'id resolution short_side_pixels video_bitrate_kbps audio_bitrate_kbps encode_mp4',
  row_counts: 'table_name rows',
  run_pieces: 'run_id position piece',
  share_links: 'id video_id label key_hash expires_at created_at uses last_used_at',
  sites: 'id name domain',
  stints: 'id worker_id encoding_id started_at ended_at outcome',
  themes: 'id title description channel_id parent_id headband_id',
  tracks: 'id video_id kind lang src_id',
  video_types: 'id title_en title_fr description_en description_fr icon_id',
  video_words: 'video_id is_public date_added type_id title words',
  view_counts: 'id video_id date count',
  webhook_deliveries:
    'id webhook_id number event body state created_at delivered_at asked_at attempts_made last_attempt_at status error attempts',
  workers:
    'id name host version cores concurrency is_service is_draining encodings started_at seen_at ended_at encoder undecodable',
};

/** What the service keeps, table by table; a test compares it with the database. */
export const personalTables: privacy.Tables = {
  ...people,
  ...works,
  ...done,
  ...privacy.sharedTables,
  ...others,
};
