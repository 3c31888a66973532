import { inEachLanguage, type Pair } from '@campus/pages';
import type { CallState } from './calls-query.ts';

/** What is said of the calls to the signing application. */
export const deliveryWords = inEachLanguage({
  title: ['Calls to the signing application', 'Appels de l’application de signature'],
  explanation: [
    'Each time an agreement or amendment is sent for signature, the signing application is called until it answers, for three days at most.',
    'À chaque envoi en signature, l’application de signature est appelée jusqu’à ce qu’elle réponde, pendant trois jours au plus.',
  ],
  states: {
    pending: ['pending', 'en attente'],
    retrying: ['waiting again', 'de nouveau en attente'],
    delivered: ['delivered', 'effectué'],
    failed: ['given up', 'abandonné'],
    cancelled: ['cancelled', 'annulé'],
  } satisfies Record<CallState, Pair>,
  all: ['all', 'tous'],
  attempts: ['Attempts', 'Essais'],
  noAttempts: ['No attempt yet.', 'Pas encore d’essai.'],
  attemptsOf: (what: string) => [`Attempts: ${what}`, `Essais\u00a0: ${what}`],
  started: ['At', 'Le'],
  took: ['Took', 'Durée'],
  status: ['HTTP status', 'Statut HTTP'],
  outcome: ['Outcome', 'Résultat'],
  succeeded: ['accepted', 'accepté'],
  promised: ['Since', 'Depuis le'],
  nextAttempt: ['Next attempt', 'Prochain essai'],
  round: (round: number) => [`round ${round}`, `tour ${round}`],
  reference: ['Its identifier', 'Son identifiant'],
  none: ['There is no such call.', 'Il n’y a pas de tel appel.'],
  list: ['Calls', 'Appels'],
  select: (what: string) => [`Select the call about ${what}`, `Sélectionner l’appel pour ${what}`],
  selection: ['Selection', 'Sélection'],
  selectAll: ['Select all calls', 'Sélectionner tous les appels'],
  selectAllShort: ['All', 'Tous'],
  selected: ['{count} selected', 'Sélection\u00a0: {count}'],
  withSelection: ['With the selected calls', 'Avec les appels sélectionnés'],
  filter: ['Filter', 'Filtre'],
  apply: ['Filter', 'Filtrer'],
  reset: ['Reset', 'Réinitialiser'],
  cause: ['Cause', 'Cause'],
  anyCause: ['any', 'toutes'],
  from: ['Sent from', 'Envoyés du'],
  until: ['to', 'au'],
  causes: {
    status: (status: string) => [`answered ${status}`, `réponse ${status}`],
    no_answer: ['no answer in time', 'pas de réponse à temps'],
    network: (code: string) => [`no connection (${code})`, `pas de connexion (${code})`],
    other: ['another cause', 'autre cause'],
  },
  call: ['Call', 'Appel'],
  about: ['About', 'Concerne'],
  id: ['Delivery id', 'Identifiant de l’appel'],
  giveUpAt: ['Given up after', 'Abandonné après'],
  olderAttempts: ['Attempts before these', 'Essais précédents'],
  newestAttempts: ['Newest attempts', 'Derniers essais'],
  againTitle: [
    'Call the signing application again where that fails',
    'Rappeler l’application de signature là où l’appel échoue',
  ],
  againMeans: [
    'All calls are made again at once whose last attempt has failed, those that were given up and those that wait, each as the same delivery. Each may fail for three days anew.',
    'Tous les appels dont le dernier essai a échoué, abandonnés ou en attente, sont refaits aussitôt, chacun sous le même identifiant. Chacun peut échouer à nouveau pendant trois jours.',
  ],
  againCount: (count: number, most: number) => [
    count > most
      ? `More than ${most} calls fail at present.`
      : count === 0
        ? 'No call fails at present.'
        : count === 1
          ? 'One call fails at present.'
          : `${count} calls fail at present.`,
    count > most
      ? `Plus de ${most} appels échouent en ce moment.`
      : count === 0
        ? 'Aucun appel n’échoue en ce moment.'
        : count === 1
          ? 'Un appel échoue en ce moment.'
          : `${count} appels échouent en ce moment.`,
  ],
  since: ['Failed since', 'En échec depuis'],
  sinceHelp: ['Left empty: whenever it was.', 'Vide\u00a0: peu importe quand.'],
  sinceProblem: ['This is no time of that day.', 'Cette heure n’existe pas ce jour-là.'],
  againButton: ['Make these calls again', 'Refaire ces appels'],
  againResult: (called: number) => [
    called === 0
      ? 'No call is made again.'
      : called === 1
        ? 'One call is made again.'
        : `${called} calls are made again.`,
    called === 0
      ? 'Aucun appel n’est refait.'
      : called === 1
        ? 'Un appel est refait.'
        : `${called} appels sont refaits.`,
  ],
  againLeft: (left: number) => [
    left === 0
      ? 'None is left alone.'
      : left === 1
        ? 'One is left alone: its round counts no more, it was called again too often, or somebody has asked meanwhile.'
        : `${left} are left alone: their rounds count no more, they were called again too often, or somebody has asked meanwhile.`,
    left === 0
      ? 'Aucun n’est laissé tel quel.'
      : left === 1
        ? 'Un appel est laissé tel quel\u00a0: son tour ne compte plus, il a été refait trop souvent, ou quelqu’un l’a demandé entre-temps.'
        : `${left} appels sont laissés tels quels\u00a0: leurs tours ne comptent plus, ils ont été refaits trop souvent, ou quelqu’un les a demandés entre-temps.`,
  ],
  againMore: [
    'There may be more: ask once more.',
    'Il y en a peut-être d’autres\u00a0: demandez-le encore une fois.',
  ],
  nothingSelected: [
    'Nothing was selected. Tick the calls in the list first.',
    'Rien n’était sélectionné. Cochez d’abord les appels dans la liste.',
  ],
  tooMany: (most: number) => [
    `At most ${most} calls can be made again at a time. Nothing was done.`,
    `On peut refaire ${most} appels au plus à la fois. Rien n’a été fait.`,
  ],
  chart: ['Attempts over time', 'Essais au fil du temps'],
  hour: ['Hour', 'Heure'],
  day: ['Day', 'Jour'],
  byHour: ['48 hours', '48 heures'],
  byDay: ['30 days', '30 jours'],
  attemptsByHour: ['Attempts by hour, 48 hours', 'Essais par heure, 48 heures'],
  attemptsByDay: ['Attempts by day, 30 days', 'Essais par jour, 30 jours'],
  succeededSeries: ['accepted', 'acceptés'],
  failedSeries: ['failed', 'échoués'],
  rate: (percent: string) => [`${percent} accepted`, `${percent} acceptés`],
});
