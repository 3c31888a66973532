import { inEachLanguage } from '@campus/pages';

/** What the account page says of mails. */
export const ownMailWords = inEachLanguage({
  mail: ['Mails to you', 'Vos courriels'],
  goTo: (address: string) => [
    `They go to ${address}, in English, as this page is.`,
    `Ils sont envoyés à ${address}, en français, comme cette page.`,
  ],
  noAddress: [
    'This account has no mail address, so that nothing can be sent to you. Administrators can add one.',
    'Ce compte n’a pas d’adresse électronique\u00a0: rien ne peut vous être envoyé. Les administrateurs peuvent en ajouter une.',
  ],
  save: ['Save', 'Enregistrer'],
  saved: ['Your choice of mails is saved.', 'Votre choix de courriels est enregistré.'],
  test: ['Send me a test message', 'M’envoyer un message d’essai'],
  testPromised: [
    'A test message is on its way; its outcome stands below.',
    'Un message d’essai est en route\u202f; son issue est indiquée plus bas.',
  ],
  last: ['Last mail to you', 'Dernier courriel pour vous'],
  states: {
    pending: ['to be sent', 'à envoyer'],
    sent: ['sent', 'envoyé'],
    refused: ['refused', 'refusé'],
    expired: ['given up', 'abandonné'],
  },
  problem: ['What went wrong', 'Ce qui ne va pas'],
  refused: [
    'The mail server does not take this mail. Is the address right? Whoever runs the service can tell why.',
    'Le serveur de courriel ne prend pas ce courriel. L’adresse est-elle juste\u202f? Qui exploite le service peut dire pourquoi.',
  ],
  expired: [
    'The mail server did not take this mail for a day. Whoever runs the service can tell why.',
    'Le serveur de courriel n’a pas pris ce courriel pendant un jour. Qui exploite le service peut dire pourquoi.',
  ],
});
