import { type Translated, TranslatedError } from '@campus/pages';

/** What a refused run of the encoder says to people. `{limit}` stands for a number. */
const queueMessages = {
  owner_has_enough: {
    en: 'The owner of this video has {limit} encodings waiting already, as many as may. Ask again when some are done, or cancel some.',
    fr: "Le propriétaire de cette vidéo a déjà {limit} encodages en attente, autant qu'il est permis. Redemandez quand certains seront finis, ou annulez-en.",
  },
} satisfies Record<string, Translated>;

/** A run of the encoder is not queued. */
export class QueueError extends TranslatedError<keyof typeof queueMessages> {
  constructor(code: keyof typeof queueMessages, { limit }: { limit: number }) {
    super(queueMessages, code, { values: { limit } });
  }
}
