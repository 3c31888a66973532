import { TranslatedError, translated } from '@campus/pages';

/** What a refusal to make something again says to people. */
export const repeatMessages = translated({
  key_reused: [
    'This Idempotency-Key was used within 24 hours for another request. Use a new key.',
    'Cette Idempotency-Key a servi il y a moins de 24 heures pour une autre requête. Utilisez une autre clé.',
  ],
});

/** A request is not what was sent under its key before. */
export class RepeatError extends TranslatedError<keyof typeof repeatMessages> {
  constructor() {
    super(repeatMessages, 'key_reused');
  }
}
