import { translatedError } from '@campus/pages';

/** What is refused about videos, their encodings, themes and links; nothing has changed when it is thrown. */
export class VideoError extends translatedError({
  owner_has_enough: [
    'The owner of this video has as many encodings waiting as may be: {limit}. Ask again when some are done, or cancel some.',
    "Le propriétaire de cette vidéo a autant d'encodages en attente qu'il est permis\u00a0: {limit}. Redemandez quand certains seront finis, ou annulez-en.",
  ],
  plays_changed: [
    'Somebody else has changed what plays of this video. Nothing of yours was saved: look at what plays now, and send it again if it still fits.',
    'Quelqu’un d’autre a modifié ce qui est lu de cette vidéo. Rien de votre saisie n’a été enregistré\u00a0: voyez ce qui est lu maintenant, et renvoyez-la si elle convient encore.',
  ],
  key_reused: [
    'This Idempotency-Key was used within 24 hours for another request. Use a new key.',
    'Cette Idempotency-Key a servi il y a moins de 24 heures pour une autre requête. Utilisez une autre clé.',
  ],
  parent_elsewhere: ['This theme is of another channel.', "Ce thème est d'une autre chaîne."],
  parent_within: [
    'A theme cannot stand below itself, nor below one that stands below it.',
    "Un thème ne peut être placé ni sous lui-même, ni sous l'un de ses sous-thèmes.",
  ],
  titles_meet: [
    'Two themes of one channel would have the same title.',
    "Deux thèmes d'une même chaîne auraient le même titre.",
  ],
  too_many_share_links: [
    'This video has {limit} share links already. Revoke those that nobody needs any more.',
    "Cette vidéo a déjà {limit} liens de partage. Révoquez ceux dont plus personne n'a besoin.",
  ],
  my_list_full: [
    'Your list would hold more than {limit} channels and videos. Take something out of it first.',
    'Votre liste contiendrait plus de {limit} chaînes et vidéos. Retirez-en d’abord.',
  ],
}) {}
