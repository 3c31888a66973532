import { inEachLanguage } from '@campus/pages';

/** What letters say to people whose signature is awaited. */
export const reminderWords = inEachLanguage({
  subject: (count: number, title: string) => [
    count === 1 ? `Your signature is awaited: ${title}` : `Your signature is awaited on ${count} documents`,
    count < 2
      ? `Votre signature est attendue\u00a0: ${title}`
      : `Votre signature est attendue sur ${count} documents`,
  ],
  text: [
    'Your signature is still awaited. The message that you have received from the signing application leads you to it.',
    'Votre signature est toujours attendue. Le message que vous avez reçu de l’application de signature vous y conduit.',
  ],
  reference: ['reference', 'référence'],
  vendorReference: ['in the signing application', 'dans l’application de signature'],
  since: (day: string) => [`awaited since ${day}`, `attendue depuis le ${day}`],
  hello: ['Hello,', 'Bonjour,'],
});
