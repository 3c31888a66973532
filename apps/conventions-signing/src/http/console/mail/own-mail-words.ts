import type { Language } from '@campus/pages';

const en = {
  mail: 'Mails to you',
  goTo: (address: string) => `They go to ${address}, in English, as this page is.`,
  noAddress:
    'This account has no mail address, so that nothing can be sent to you. Administrators can add one under Accounts.',
  digest: 'Each morning, what stands still and what is signed',
  digestHelp: 'Nothing is sent when there is nothing to tell.',
  failures: 'At once, when calls to the signing application begin to fail or are given up',
  failuresHelp: 'One mail an hour at most.',
  save: 'Save',
  saved: 'Your choice of mails is saved.',
  test: 'Send me a test message',
  testPromised: 'A test message is on its way; its outcome stands below.',
  last: 'Last mail to you',
  states: { pending: 'to be sent', sent: 'sent', refused: 'refused', expired: 'given up' },
  problem: 'What went wrong',
  refused:
    'The mail server does not take this mail. Is the address right? Whoever runs the service can tell why.',
  expired: 'The mail server did not take this mail for a day. Whoever runs the service can tell why.',
};

type Words = typeof en;

const fr: Words = {
  mail: 'Vos courriels',
  goTo: (address) => `Ils sont envoyés à ${address}, en français, comme cette page.`,
  noAddress:
    'Ce compte n’a pas d’adresse électronique\u00a0: rien ne peut vous être envoyé. Les administrateurs peuvent en ajouter une sous Comptes.',
  digest: 'Chaque matin, ce qui n’avance pas et ce qui est signé',
  digestHelp: 'Rien n’est envoyé quand il n’y a rien à dire.',
  failures: 'Aussitôt, quand des appels à l’application de signature commencent à échouer ou sont abandonnés',
  failuresHelp: 'Un courriel par heure au plus.',
  save: 'Enregistrer',
  saved: 'Votre choix de courriels est enregistré.',
  test: 'M’envoyer un message d’essai',
  testPromised: 'Un message d’essai est en route\u202f; son issue est indiquée plus bas.',
  last: 'Dernier courriel pour vous',
  states: { pending: 'à envoyer', sent: 'envoyé', refused: 'refusé', expired: 'abandonné' },
  problem: 'Ce qui ne va pas',
  refused:
    'Le serveur de courriel ne prend pas ce courriel. L’adresse est-elle juste\u202f? Qui exploite le service peut dire pourquoi.',
  expired:
    'Le serveur de courriel n’a pas pris ce courriel pendant un jour. Qui exploite le service peut dire pourquoi.',
};

/** What the account page says of mails. */
export const ownMailWords = { en, fr } satisfies Record<Language, Words>;
