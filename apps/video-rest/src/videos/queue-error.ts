import { TranslatedError, translated } from '@campus/pages';

/** What a refused run of the encoder says to people. `{limit}` stands for a number. */
const queueMessages = translated({
  owner_has_enough: [
    'The owner of this video has as many encodings waiting as may be: {limit}. Ask again when some are done, or cancel some.',
    "Le propriétaire de cette vidéo a autant d'encodages en attente qu'il est permis\u00a0: {limit}. Redemandez quand certains seront finis, ou annulez-en.",
  ],
});

/** A run of the encoder is not queued. */
export class QueueError extends TranslatedError<keyof typeof queueMessages> {
  constructor(code: keyof typeof queueMessages, { limit }: { limit: number }) {
    super(queueMessages, code, { values: { limit } });
  }
}
