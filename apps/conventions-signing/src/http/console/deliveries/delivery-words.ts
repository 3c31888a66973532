import type { Language } from '@campus/pages';
import type { DeliveryState } from '../../../signing/signable.ts';

const en = {
  title: 'Calls to the signing application',
  explanation:
    'Each time an agreement or amendment is sent for signature, the signing application is called until it answers, for three days at most.',
  states: {
    pending: 'pending',
    delivered: 'delivered',
    failed: 'given up',
    cancelled: 'cancelled',
  } satisfies Record<DeliveryState, string>,
  attempts: 'Attempts',
  noAttempts: 'No attempt yet.',
  attemptsOf: (what: string) => `Attempts: ${what}`,
  attempt: 'Attempt',
  started: 'At',
  took: 'Took',
  status: 'HTTP status',
  noAnswer: 'no answer',
  outcome: 'Outcome',
  succeeded: 'accepted',
  promised: 'Since',
  nextAttempt: 'Next attempt',
  round: (round: number) => `round ${round}`,
  reference: 'Its identifier',
  redeliver: 'Call again',
  none: 'There is no such call.',
  list: 'Calls',
};

type Words = typeof en;

const fr: Words = {
  title: "Appels de l'application de signature",
  explanation:
    "À chaque envoi en signature, l'application de signature est appelée jusqu'à ce qu'elle réponde, pendant trois jours au plus.",
  states: { pending: 'en attente', delivered: 'effectué', failed: 'abandonné', cancelled: 'annulé' },
  attempts: 'Essais',
  noAttempts: "Pas encore d'essai.",
  attemptsOf: (what) => `Essais : ${what}`,
  attempt: 'Essai',
  started: 'Le',
  took: 'Durée',
  status: 'Statut HTTP',
  noAnswer: 'pas de réponse',
  outcome: 'Résultat',
  succeeded: 'accepté',
  promised: 'Depuis le',
  nextAttempt: 'Prochain essai',
  round: (round) => `tour ${round}`,
  reference: 'Son identifiant',
  redeliver: 'Rappeler',
  none: "Il n'y a pas de tel appel.",
  list: 'Appels',
};

/** What is said of the calls to the signing application. */
export const deliveryWords = { en, fr } satisfies Record<Language, Words>;
