import type { Language } from '@campus/language';
import type { DeliveryState } from '../../../signing/signable.ts';

interface Words {
  title: string;
  explanation: string;
  document: string;
  state: string;
  states: Record<DeliveryState, string>;
  attempts: string;
  noAttempts: string;
  attemptsOf(what: string): string;
  attempt: string;
  started: string;
  took: string;
  status: string;
  noAnswer: string;
  outcome: string;
  succeeded: string;
  promised: string;
  nextAttempt: string;
  round(round: number): string;
  reference: string;
  redeliver: string;
  filter: string;
  anyState: string;
  apply: string;
  none: string;
  list: string;
}

/** What is said of the calls to the signing application. */
export const words: Record<Language, Words> = {
  en: {
    title: 'Calls to the signing application',
    explanation:
      'Each time a document is sent for signature, the signing application is called until it answers, for three days at most.',
    document: 'Document',
    state: 'State',
    states: { pending: 'pending', delivered: 'delivered', failed: 'given up', cancelled: 'cancelled' },
    attempts: 'Attempts',
    noAttempts: 'No attempt yet.',
    attemptsOf: (what) => `Attempts: ${what}`,
    attempt: 'Attempt',
    started: 'At',
    took: 'Took',
    status: 'HTTP status',
    noAnswer: 'no answer',
    outcome: 'Outcome',
    succeeded: 'accepted',
    promised: 'Since',
    nextAttempt: 'Next attempt',
    round: (round) => `round ${round}`,
    reference: 'Its identifier',
    redeliver: 'Call again',
    filter: 'Filter',
    anyState: 'all',
    apply: 'Filter',
    none: 'There is no such call.',
    list: 'Calls',
  },
  fr: {
    title: "Appels de l'application de signature",
    explanation:
      "À chaque envoi en signature, l'application de signature est appelée jusqu'à ce qu'elle réponde, pendant trois jours au plus.",
    document: 'Document',
    state: 'État',
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
    filter: 'Filtre',
    anyState: 'tous',
    apply: 'Filtrer',
    none: "Il n'y a pas de tel appel.",
    list: 'Appels',
  },
};
