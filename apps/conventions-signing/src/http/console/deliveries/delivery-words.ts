import type { Language } from '@campus/pages';
import type { CallState } from './calls-query.ts';

const en = {
  title: 'Calls to the signing application',
  explanation:
    'Each time an agreement or amendment is sent for signature, the signing application is called until it answers, for three days at most.',
  states: {
    pending: 'pending',
    retrying: 'waiting again',
    delivered: 'delivered',
    failed: 'given up',
    cancelled: 'cancelled',
  } satisfies Record<CallState, string>,
  all: 'all',
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
  select: (what: string) => `Select the call about ${what}`,
  selection: 'Selection',
  selectAll: 'Select all calls',
  selectAllShort: 'All',
  selected: '{count} selected',
  withSelection: 'With the selected calls',
  filter: 'Filter',
  apply: 'Filter',
  reset: 'Reset',
  cause: 'Cause',
  anyCause: 'any',
  from: 'Sent from',
  until: 'to',
  causes: {
    status: (status: string) => `answered ${status}`,
    no_answer: 'no answer in time',
    network: (code: string) => `no connection (${code})`,
    other: 'another cause',
  },
  call: 'Call',
  about: 'About',
  id: 'Delivery id',
  giveUpAt: 'Given up after',
  request: 'Request',
  answer: 'Answer',
  body: 'Body',
  emptyBody: 'Without a body.',
  notWhole: 'This is its beginning.',
  leftOut: (count: number) => (count === 1 ? 'One header more.' : `${count} headers more.`),
  notKept: 'What was sent and answered is not kept of this attempt.',
  nothingCame: 'No answer came.',
  olderAttempts: 'Attempts before these',
  newestAttempts: 'Newest attempts',
  againTitle: 'Call again what fails',
  againMeans:
    'All calls are made again at once whose last attempt has failed, those that were given up and those that wait, each as the same delivery. Each may fail for three days anew.',
  againCount: (count: number, most: number) =>
    count > most
      ? `More than ${most} calls fail at present.`
      : count === 1
        ? 'One call fails at present.'
        : `${count} calls fail at present.`,
  since: 'Failed since',
  sinceHelp: 'Left empty: whenever it was.',
  sinceProblem: 'This is no time of that day.',
  againButton: 'Call them again',
  againResult: (called: number) =>
    called === 0
      ? 'Nothing is called again.'
      : called === 1
        ? 'One call is made again.'
        : `${called} calls are made again.`,
  againLeft: (left: number) =>
    left === 1
      ? 'One is left alone: its round counts no more, it was called again too often, or somebody has asked meanwhile.'
      : `${left} are left alone: their rounds count no more, they were called again too often, or somebody has asked meanwhile.`,
  againMore: 'There may be more: call again once more.',
  nothingSelected: 'Nothing was selected. Tick the calls in the list first.',
  tooMany: (most: number) => `At most ${most} can be called again at a time. Nothing was done.`,
  chart: 'Attempts over time',
  hour: 'Hour',
  day: 'Day',
  byHour: '48 hours',
  byDay: '30 days',
  attemptsByHour: 'Attempts by hour, 48 hours',
  attemptsByDay: 'Attempts by day, 30 days',
  succeededSeries: 'accepted',
  failedSeries: 'failed',
  rate: (percent: string) => `${percent} accepted`,
};

type Words = typeof en;

const fr: Words = {
  title: 'Appels de l’application de signature',
  explanation:
    'À chaque envoi en signature, l’application de signature est appelée jusqu’à ce qu’elle réponde, pendant trois jours au plus.',
  states: {
    pending: 'en attente',
    retrying: 'de nouveau en attente',
    delivered: 'effectué',
    failed: 'abandonné',
    cancelled: 'annulé',
  },
  all: 'tous',
  attempts: 'Essais',
  noAttempts: 'Pas encore d’essai.',
  attemptsOf: (what) => `Essais\u00a0: ${what}`,
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
  none: 'Il n’y a pas de tel appel.',
  list: 'Appels',
  select: (what) => `Sélectionner l’appel pour ${what}`,
  selection: 'Sélection',
  selectAll: 'Sélectionner tous les appels',
  selectAllShort: 'Tous',
  selected: '{count} sélectionné(s)',
  withSelection: 'Avec les appels sélectionnés',
  filter: 'Filtre',
  apply: 'Filtrer',
  reset: 'Réinitialiser',
  cause: 'Cause',
  anyCause: 'toutes',
  from: 'Envoyés du',
  until: 'au',
  causes: {
    status: (status) => `réponse ${status}`,
    no_answer: 'pas de réponse à temps',
    network: (code) => `pas de connexion (${code})`,
    other: 'autre cause',
  },
  call: 'Appel',
  about: 'Concerne',
  id: 'Identifiant de l’appel',
  giveUpAt: 'Abandonné après',
  request: 'Requête',
  answer: 'Réponse',
  body: 'Corps',
  emptyBody: 'Sans corps.',
  notWhole: 'En voici le début.',
  leftOut: (count) => (count === 1 ? 'Un en-tête de plus.' : `${count} en-têtes de plus.`),
  notKept: 'Ce qui a été envoyé et répondu n’est pas conservé pour cet essai.',
  nothingCame: 'Aucune réponse n’est venue.',
  olderAttempts: 'Essais précédents',
  newestAttempts: 'Derniers essais',
  againTitle: 'Rappeler ce qui échoue',
  againMeans:
    'Tous les appels dont le dernier essai a échoué, abandonnés ou en attente, sont refaits aussitôt, chacun sous le même identifiant. Chacun peut échouer à nouveau pendant trois jours.',
  againCount: (count, most) =>
    count > most
      ? `Plus de ${most} appels échouent en ce moment.`
      : count <= 1
        ? `${count} appel échoue en ce moment.`
        : `${count} appels échouent en ce moment.`,
  since: 'En échec depuis',
  sinceHelp: 'Vide\u00a0: peu importe quand.',
  sinceProblem: 'Cette heure n’existe pas ce jour-là.',
  againButton: 'Les rappeler',
  againResult: (called) =>
    called === 0
      ? 'Rien n’est rappelé.'
      : called === 1
        ? 'Un appel est refait.'
        : `${called} appels sont refaits.`,
  againLeft: (left) =>
    left === 1
      ? 'Un appel est laissé tel quel\u00a0: son tour ne compte plus, il a été refait trop souvent, ou quelqu’un l’a demandé entre-temps.'
      : `${left} appels sont laissés tels quels\u00a0: leurs tours ne comptent plus, ils ont été refaits trop souvent, ou quelqu’un les a demandés entre-temps.`,
  againMore: 'Il y en a peut-être d’autres\u00a0: rappelez encore une fois.',
  nothingSelected: 'Rien n’était sélectionné. Cochez d’abord les appels dans la liste.',
  tooMany: (most) => `On peut rappeler ${most} appels au plus à la fois. Rien n’a été fait.`,
  chart: 'Essais au fil du temps',
  hour: 'Heure',
  day: 'Jour',
  byHour: '48 heures',
  byDay: '30 jours',
  attemptsByHour: 'Essais par heure, 48 heures',
  attemptsByDay: 'Essais par jour, 30 jours',
  succeededSeries: 'acceptés',
  failedSeries: 'échoués',
  rate: (percent) => `${percent} acceptés`,
};

/** What is said of the calls to the signing application. */
export const deliveryWords = { en, fr } satisfies Record<Language, Words>;
