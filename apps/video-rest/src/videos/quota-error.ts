import { fileSize, type Translated, TranslatedError, translated } from '@campus/pages';

/** What a refusal for want of room says to people: what is used, and what is allowed. */
export const quotaMessages = translated({
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
});

/** The closed list of what can be used up. */
type QuotaErrorCode = keyof typeof quotaMessages;

/** There is no room for a video, or for its source. */
export class QuotaError extends TranslatedError<QuotaErrorCode> {
  /** Whether a video that is there was to be given to this owner. */
  readonly isHandover: boolean;

  constructor(
    code: QuotaErrorCode,
    {
      owner = '',
      used,
      allowed,
      isHandover = false,
    }: { owner?: string | undefined; used: number; allowed: number; isHandover?: boolean | undefined },
  ) {
    const isOfBytes = code === 'bytes_of_owner' || code === 'bytes_in_all';
    const amount = (given: number) => (isOfBytes ? inWords(given) : given);
    super(quotaMessages, code, { values: { owner, used: amount(used), allowed: amount(allowed) } });
    this.isHandover = isHandover;
  }

  /** Of the size of a file, which another number of videos does not mend. */
  get isOfBytes(): boolean {
    return this.code === 'bytes_of_owner' || this.code === 'bytes_in_all';
  }
}

function inWords(bytes: number): Translated {
  return { en: fileSize(bytes, 'en'), fr: fileSize(bytes, 'fr') };
}
