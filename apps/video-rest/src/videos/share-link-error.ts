import { TranslatedError, translated } from '@campus/pages';

/** What a refused share link says to people. `{limit}` stands for a number. */
export const shareLinkMessages = translated({
  too_many: [
    'This video has {limit} share links already. Revoke those that nobody needs any more.',
    "Cette vidéo a déjà {limit} liens de partage. Révoquez ceux dont plus personne n'a besoin.",
  ],
});

/** The closed list of what can keep a share link from being made. */
export type ShareLinkErrorCode = keyof typeof shareLinkMessages;

/** A share link is not made. */
export class ShareLinkError extends TranslatedError<ShareLinkErrorCode> {
  constructor(code: ShareLinkErrorCode, { limit }: { limit: number }) {
    super(shareLinkMessages, code, { values: { limit } });
  }
}
