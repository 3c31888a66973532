import { fileSize, type Translated, translatedError } from '@campus/pages';

/** There is no room for a video, or for its source: what is used, and what is allowed. */
export class QuotaError extends translatedError({
  bytes_of_owner: [
    'There is no room for this file: the sources of {owner} take {used} of {allowed}. Remove videos, or ask staff for more room.',
    "Il n'y a pas de place pour ce fichier\u00a0: les sources de {owner} occupent {used} sur {allowed}. Supprimez des vidéos, ou demandez plus de place à l'équipe.",
  ],
  videos_of_owner: [
    '{owner} has {used} of {allowed} videos. Remove one, or ask staff for more.',
    "{owner} a {used} vidéos sur {allowed}. Supprimez-en une, ou demandez-en plus à l'équipe.",
  ],
  bytes_in_all: [
    'There is no room for this file: all sources together take {used} of {allowed}. Tell the operator.',
    "Il n'y a pas de place pour ce fichier\u00a0: toutes les sources ensemble occupent {used} sur {allowed}. Prévenez l'exploitant.",
  ],
  videos_in_all: [
    'There are {used} of {allowed} videos in all. Tell the operator.',
    "Il y a {used} vidéos sur {allowed} en tout. Prévenez l'exploitant.",
  ],
}) {
  /** Whether a video that is there was to be given to this owner. */
  readonly isHandover: boolean;

  constructor(
    code: QuotaError['code'],
    {
      owner = '',
      used,
      allowed,
      isHandover = false,
    }: { owner?: string | undefined; used: number; allowed: number; isHandover?: boolean | undefined },
  ) {
    const isOfBytes = code === 'bytes_of_owner' || code === 'bytes_in_all';
    const amount = (given: number) => (isOfBytes ? inWords(given) : given);
    super(code, { owner, used: amount(used), allowed: amount(allowed) });
    this.isHandover = isHandover;
  }
}

function inWords(bytes: number): Translated {
  return { en: fileSize(bytes, 'en'), fr: fileSize(bytes, 'fr') };
}
