import { inEachLanguage } from '@campus/pages';

/** What every mail says. */
export const mailWords = inEachLanguage({
  hello: ['Hello,', 'Bonjour,'],
  testSubject: ['Test message', 'Message d’essai'],
  test: [
    'This message was sent from your account page: mail works.',
    'Ce message a été envoyé depuis la page de votre compte\u00a0: le courriel fonctionne.',
  ],
  why: [
    'You receive this message because you chose it on your account page, where you can end it.',
    'Vous recevez ce message parce que vous l’avez choisi sur la page de votre compte, où vous pouvez y mettre fin.',
  ],
  toAccount: ['Your account page', 'La page de votre compte'],
});
