import { translated } from '@campus/pages';
import { refusal } from '@campus/rest';
import type { AccountError } from '../accounts/account-error.ts';
import type { AuthenticationError } from '../accounts/authenticate.ts';
import type { UploadStop } from '../uploads/upload-error.ts';
import type { QuotaError } from '../videos/quotas.ts';
import type { VideoError } from '../videos/video-error.ts';
import type { WebhookError } from '../webhooks/webhook-error.ts';

/** Why a request is refused as a whole, beside what the engine and the rooms below say: status and sentence. */
export const refusals = {
  missing_right: refusal(403, [
    'You are signed in as {username}, whose rights do not reach to this page. Ask a superuser, or sign in as somebody else.',
    "Vous êtes connecté en tant que {username}, dont les droits ne vont pas jusqu'à cette page. Demandez à un superutilisateur, ou connectez-vous sous un autre nom.",
  ]),
  sign_in_first: refusal(403, [
    'Sign in first, at /accounts/login/, and send the cookies sessionid and csrftoken that you are given.',
    "Connectez-vous d'abord, à /accounts/login/, et envoyez les cookies sessionid et csrftoken qui vous sont donnés.",
  ]),
  invalid_signature: refusal(403, [
    'This address is not valid, or not any more: load the page of the video, or the video from the API, again.',
    "Cette adresse n'est pas ou plus valable : rechargez la page de la vidéo, ou la vidéo depuis l'API.",
  ]),
  priority_by_staff: refusal(403, [
    'Staff alone says which encodings come first: leave the priority out, or ask them.',
    "Seule l'équipe dit quels encodages passent avant les autres\u00a0: ne donnez pas de priorité, ou demandez-lui.",
  ]),
  owners_alone: refusal(403, [
    'Additional owners may neither delete this nor change its owners: ask its owner, or staff.',
    "Les propriétaires supplémentaires ne peuvent ni supprimer cet objet ni en changer les propriétaires\u00a0: demandez à son propriétaire, ou à l'équipe.",
  ]),
  nothing_to_watch: refusal(404, [
    'There is no video at this address, or it is not open to everybody. If it is yours, sign in to see it.',
    "Il n'y a pas de vidéo à cette adresse, ou elle n'est pas ouverte à tous. Si c'est la vôtre, connectez-vous pour la voir.",
  ]),
  nothing_to_embed: refusal(404, [
    'Give in "url" the address of the page of a public video of this instance.',
    "Donnez dans «\u00a0url\u00a0» l'adresse de la page d'une vidéo publique de cette instance.",
  ]),
  no_such_embedding: refusal(501, [
    'What is embedded is described as "json" or "xml": give one of them in "format".',
    "Ce qui s'intègre est décrit en «\u00a0json\u00a0» ou en «\u00a0xml\u00a0»\u00a0: donnez l'un des deux dans «\u00a0format\u00a0».",
  ]),
  no_lines: refusal(415, [
    'Lines come as one of {types}, not encoded; got "{type}".',
    "Les lignes viennent comme l'un de {types}, sans encodage\u00a0; reçu «\u00a0{type}\u00a0».",
  ]),
  no_result: refusal(404, [
    'There is no result: the export has not ended, or its time is over. Ask for another one.',
    "Il n'y a pas de résultat\u00a0: l'export n'est pas terminé, ou son délai est écoulé. Demandez-en un autre.",
  ]),
  no_content_range: refusal(400, [
    'Say in the header Content-Range where the part stands in the file, such as "bytes 0-2097151/9000000".',
    "Indiquez dans l'en-tête Content-Range où se place la partie dans le fichier, comme «\u00a0bytes 0-2097151/9000000\u00a0».",
  ]),
  no_part: refusal(400, [
    'No part of a file was sent: it is to be named "the_file".',
    "Aucune partie de fichier n'a été envoyée\u00a0: elle doit se nommer «\u00a0the_file\u00a0».",
  ]),
  no_md5: refusal(400, [
    'Say in "md5" the MD5 of the whole file, in 32 hexadecimal digits. What has come is kept.',
    'Indiquez dans «\u00a0md5\u00a0» la somme MD5 du fichier entier, en 32 chiffres hexadécimaux. Ce qui est arrivé est conservé.',
  ]),
  other_tus_version: refusal(412, [
    'Uploads in pieces speak tus {version}: say so in the header Tus-Resumable.',
    "Les envois par morceaux parlent tus {version}\u00a0: dites-le dans l'en-tête Tus-Resumable.",
  ]),
  current_site: refusal(409, [
    'This site stands for the instance itself and cannot be removed. Change its name and domain instead.',
    "Ce site représente l'instance elle-même et ne peut pas être supprimé. Modifiez plutôt son nom et son domaine.",
  ]),
  encoding_over: refusal(409, [
    'This encoding is over: it can neither be cancelled nor come sooner. Launch another one of its video.',
    'Cet encodage est terminé\u00a0: il ne peut être ni annulé ni avancé. Lancez-en un autre de sa vidéo.',
  ]),
  last_rendition: refusal(409, [
    'This is the last rendition: nothing could be encoded without it. Add another one first, or change this one.',
    "C'est le dernier rendu\u00a0: rien ne pourrait être encodé sans lui. Ajoutez-en d'abord un autre, ou modifiez celui-ci.",
  ]),
  chapters_changed: refusal(409, [
    'Somebody has changed the chapters since you opened this page. Nothing of yours was saved; it stands below, and above it the chapters as they are now. Send it again if it still fits.',
    'Quelqu’un a modifié les chapitres depuis que vous avez ouvert cette page. Rien de votre saisie n’a été enregistré\u202f; elle est ci-dessous, après les chapitres tels qu’ils sont maintenant. Renvoyez-la si elle convient encore.',
  ]),
  lines_changed: refusal(409, [
    'Somebody has changed these subtitles since you opened them. Nothing of yours was saved; it stands below. Open them in another tab as they are now, and take over what you have corrected.',
    'Quelqu’un a modifié ces sous-titres depuis que vous les avez ouverts. Rien de votre saisie n’a été enregistré\u202f; elle est ci-dessous. Ouvrez-les dans un autre onglet tels qu’ils sont maintenant, et reportez-y vos corrections.',
  ]),
  old_cursor: refusal(410, [
    'Changes after this cursor are not kept any more, which are those of {days} days and {most} at most. Ask with after=now for a new one, read anew what you keep, and go on with that.',
    'Des changements après ce curseur ne sont plus conservés\u00a0: on garde ceux de {days} jours, et {most} au plus. Demandez-en un nouveau avec after=now, relisez ce que vous gardez, et continuez avec lui.',
  ]),
  unknown_cursor: refusal(410, [
    'There is no change at this cursor: it is of another database, or of one that was put back. Ask with after=now for a new one, read anew what you keep, and go on with that.',
    "Il n'y a pas de changement à ce curseur\u00a0: il vient d'une autre base de données, ou d'une base restaurée. Demandez-en un nouveau avec after=now, relisez ce que vous gardez, et continuez avec lui.",
  ]),
  other_file: refusal(412, [
    'The file is not the one that the request expects.',
    "Le fichier n'est pas celui que la requête attend.",
  ]),
  range_beyond_end: refusal(416, [
    'The file is shorter than the range that is asked for.',
    'Le fichier est plus court que la plage demandée.',
  ]),
  no_dublin_core: refusal(503, [
    'The Dublin Core export needs {names} in the configuration of this instance.',
    "L'export Dublin Core a besoin de {names} dans la configuration de cette instance.",
  ]),
  /** As at an upload, which ffprobe is to look at. */
  media_tools_missing: refusal(503, [
    'Videos cannot be examined at the moment; tell the operator.',
    "Les vidéos ne peuvent pas être examinées pour le moment ; prévenez l'exploitant.",
  ]),
  media_store_away: refusal(503, [
    'The store of the media cannot be used at the moment. Try again in a few seconds.',
    "Le stockage des médias n'est pas utilisable pour le moment. Réessayez dans quelques secondes.",
  ]),
  upload_lost: refusal(410, [
    'What had come of this upload is no longer there. Begin a new one.',
    "Ce qui était arrivé de cet envoi n'est plus là. Commencez-en un nouveau.",
  ]),
  /** It often is for the seconds of a restart. */
  database_away: refusal(503, [
    'The database cannot be reached at the moment. Try again in a few seconds.',
    "La base de données n'est pas joignable pour le moment. Réessayez dans quelques secondes.",
  ]),
  /** Of the database, or of `data.dir`; RFC 4918 §11.5. */
  disk_full: refusal(507, [
    'There is no space left to store this. Nothing was changed; tell the operator.',
    "Il n'y a plus de place pour enregistrer cela. Rien n'a été modifié\u00a0; prévenez l'exploitant.",
  ]),
  /** Of the media folder. */
  media_folder_full: refusal(507, [
    'There is too little space left for this file. Nothing was stored; tell the operator.',
    "Il reste trop peu de place pour ce fichier. Rien n'a été conservé\u00a0; prévenez l'exploitant.",
  ]),
  /** What stays of an import: of one that was all or nothing, nothing was written. */
  run_without_room: refusal(507, [
    'It was given up after half an hour, for there was no room left on a disk. Tell the operator, and ask for it again once there is; what an import has written line by line stays, and does not change then.',
    "Abandonné au bout d'une demi-heure\u00a0: il ne restait plus de place sur un disque. Prévenez l'exploitant, et redemandez-le quand il y en aura\u00a0; ce qu'un import a écrit ligne par ligne reste, et ne changera pas alors.",
  ]),
  run_without_store: refusal(503, [
    'It was given up after half an hour, for the store of the media could not be used. Tell the operator, and ask for it again once it can; what an import has written line by line stays, and does not change then.',
    "Abandonné au bout d'une demi-heure\u00a0: le stockage des médias n'était pas utilisable. Prévenez l'exploitant, et redemandez-le quand il le sera\u00a0; ce qu'un import a écrit ligne par ligne reste, et ne changera pas alors.",
  ]),
  run_without_end: refusal(503, [
    'It was given up after half an hour, for the database went away each time, or the process that worked on it. Tell the operator, whose log says why, and ask for it again then; what an import has written line by line stays, and does not change.',
    "Abandonné au bout d'une demi-heure\u00a0: à chaque fois, la base de données est devenue injoignable, ou le processus qui y travaillait s'est arrêté. Prévenez l'exploitant, dont le journal dit pourquoi, puis redemandez-le\u00a0; ce qu'un import a écrit ligne par ligne reste, et ne changera pas.",
  ]),
};

export type AnsweredByCode =
  | AccountError
  | AuthenticationError
  | QuotaError
  | UploadStop
  | VideoError
  | WebhookError;

/**
 * What becomes of a refusal by the rooms below, whose sentences stand beside their codes: its status, or the field that is
 * at fault. For uploads as tus has them; 423 (RFC 4918 §11.3) lets clients ask again how far they are.
 */
export const answers: Record<AnsweredByCode['code'], number | string> = {
  user_not_found: 404,
  last_superuser: 409,
  token_not_found: 404,
  invalid_label: 'label',
  expiry_in_past: 'expires',
  not_provided: 401,
  repeated_header: 401,
  invalid_token: 401,
  token_expired: 401,
  inactive: 401,
  bad_credentials: 401,
  second_factor: 401,
  token_missing: 401,
  token_spaces: 401,
  token_characters: 401,
  basic_missing: 401,
  basic_spaces: 401,
  basic_not_base64: 401,
  throttled: 429,
  too_many_at_once: 429,
  busy: 503,
  bytes_of_owner: 413,
  videos_of_owner: 403,
  bytes_in_all: 413,
  videos_in_all: 403,
  no_upload: 404,
  expired: 410,
  part_not_whole: 400,
  too_many_parts: 400,
  taken_over: 423,
  other_offset: 409,
  too_many_bytes: 413,
  wrong_checksum: 460,
  cut_off: 400,
  other_range: 400,
  wrong_md5: 400,
  no_type: 400,
  plays_changed: 409,
  owner_has_enough: 429,
  key_reused: 422,
  parent_elsewhere: 'parentId',
  parent_within: 'parentId',
  titles_meet: 'themes',
  too_many_share_links: 'video',
  my_list_full: 409,
  too_many_webhooks: 403,
  too_many_webhooks_in_all: 403,
  too_many_asked: 429,
  not_failing_at_it: 409,
};

/** What is wrong with one field, beside what its kind says. */
export const fieldMessages = translated({
  only_cancelled: [
    'An encoding is cancelled by hand, and comes to its other states by itself: give cancelled, or leave it out.',
    'Un encodage est annulé à la main, et arrive de lui-même à ses autres états\u00a0: donnez cancelled, ou rien.',
  ],
  not_a_cursor: [
    'This is no cursor of the changes: give one that you were answered, or now.',
    "Ce n'est pas un curseur des changements\u00a0: donnez-en un qui vous a été répondu, ou now.",
  ],
  not_a_stored_name: [
    'This is no name that the platform gives to files.',
    "Ce n'est pas un nom que la plateforme donne aux fichiers.",
  ],
  no_travelling_password: [
    'Passwords do not travel: give null for none, or ******** for one that is set anew here.',
    'Les mots de passe ne voyagent pas\u00a0: donnez null pour aucun, ou ******** pour un mot de passe à redéfinir ici.',
  ],
  same_track: [
    'The video has a track of this kind in this language already.',
    'La vidéo a déjà une piste de cette sorte dans cette langue.',
  ],
  no_track: [
    'The file is no WebVTT (.vtt); subtitles in SRT become WebVTT when they are kept.',
    "Le fichier n'est pas un WebVTT (.vtt)\u00a0; des sous-titres SRT le deviennent quand ils sont conservés.",
  ],
  not_a_resolution: [
    'Enter a resolution like 1280x720: even numbers of pixels, up to 4096, the smaller one from {least} to {most}.',
    'Saisissez une résolution comme 1280x720\u00a0: des nombres pairs de pixels, 4096 au plus, le plus petit de {least} à {most}.',
  ],
  same_rendition: [
    'A rendition of this size already exists: no two may have the same shorter side.',
    'Un rendu de cette taille existe déjà\u00a0: deux ne peuvent pas avoir le même petit côté.',
  ],
  not_a_bitrate: [
    'Enter a bit rate from {least} to {most} kbit/s, like {example}.',
    'Saisissez un débit de {least} à {most} kbit/s, comme {example}.',
  ],
  own_password: [
    'Change your own password at {address}, which asks for the current one.',
    'Changez votre propre mot de passe à {address}, qui demande le mot de passe actuel.',
  ],
  unexpected_file: [
    'No file is taken under this name, or no second one. OPTIONS tells which field takes a file; send the others as text.',
    "Aucun fichier n'est accepté sous ce nom, ou pas un second. OPTIONS dit quel champ en prend un\u00a0; envoyez les autres en texte.",
  ],
  blanks_in_domain: [
    'The domain name cannot contain any spaces or tabs.',
    "Le nom de domaine ne peut pas contenir d'espaces ni de tabulations.",
  ],
  not_json: ['Enter valid JSON.', 'Saisissez du JSON valide.'],
  not_a_stream: [
    'Enter a valid URL that begins with {schemes}.',
    'Saisissez une URL valide qui commence par {schemes}.',
  ],
  starts_after_video: [
    'Give a second from 0 to {limit}, before the video ends.',
    'Donnez une seconde de 0 à {limit}, avant la fin de la vidéo.',
  ],
  ends_after_video: [
    'Give a second up to {limit}, where the video ends.',
    "Donnez une seconde jusqu'à {limit}, où la vidéo se termine.",
  ],
  ends_before_start: ['The end must come after the start.', 'La fin doit venir après le début.'],
  not_to_come: ['Give an instant in the future.', 'Indiquez une date à venir.'],
  stays_with_video: [
    'A share link stays with its video: make another one.',
    'Un lien de partage reste attaché à sa vidéo\u00a0: créez-en un autre.',
  ],
  bare_address: [
    'Enter an address without a user name, a password and a fragment.',
    "Saisissez une adresse sans nom d'utilisateur, mot de passe ni fragment.",
  ],
  closed_network: [
    'This address is in a private or local network. The operator may name such networks in WEBHOOK_NETWORKS.',
    "Cette adresse est dans un réseau privé ou local. L'exploitant peut nommer de tels réseaux dans WEBHOOK_NETWORKS.",
  ],
  no_event: [
    '“{event}” names no event. Give a resource and what happens to it, such as videos.encoded, videos.* or *.',
    "« {event} » ne nomme pas d'événement. Donnez une ressource et ce qui lui arrive, comme videos.encoded, videos.* ou *.",
  ],
  no_piece: [
    'There is no piece in “{piece}”: give its beginning and its end, as in 0:05-1:00.',
    "Il n'y a pas d'extrait dans « {piece} »\u00a0: donnez son début et sa fin, comme dans 0:05-1:00.",
  ],
  piece_ends_before: [
    '{piece} must end a second or more after it begins.',
    '{piece} doit finir au moins une seconde après son début.',
  ],
  piece_out_of_order: [
    '{piece} begins before the piece above it ends: give them in the order of the source.',
    "{piece} commence avant la fin de l'extrait qui le précède\u00a0: donnez-les dans l'ordre de la source.",
  ],
  piece_after_source: [
    '{piece} goes beyond the source, which is {last} long.',
    '{piece} va au-delà de la source, qui dure {last}.',
  ],
  too_many_pieces: ['Give at most {limit} pieces.', 'Donnez au plus {limit} extraits.'],
  same_chapter: [
    'This video has a chapter of this title at this time already.',
    'Cette vidéo a déjà un chapitre de ce titre à ce moment.',
  ],
});
