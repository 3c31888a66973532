import { inEachLanguage } from '@campus/pages';

/** What the first page of the console says. */
export const firstPageWords = inEachLanguage({
  title: ['Signatures now', 'Les signatures en ce moment'],
  tiles: ['How many there are', 'Combien il y en a'],
  overdue: ['Overdue', 'En retard'],
  drafts: ['Drafts', 'Brouillons'],
  signing: ['In signing', 'En signature'],
  waitingDays: (days: number) => [`Waiting over ${days} days`, `En attente depuis plus de ${days} jours`],
  refused: ['Refused', 'Refusés'],
  failedTile: ['With a failed call', 'Appel en échec'],
  failed: ['Why calls fail', 'Pourquoi des appels échouent'],
  cause: ['Cause', 'Cause'],
  calls: ['Calls', 'Appels'],
  givenUp: ['Given up', 'Abandonnés'],
  lastTried: ['Last tried', 'Dernier essai'],
  callAllAgain: ['Make all these calls again', 'Refaire tous ces appels'],
  callAllAgainAbout: (cause: string) => [
    `Make all these calls again: ${cause}`,
    `Refaire tous ces appels\u00a0: ${cause}`,
  ],
  weeks: [
    'Registered in twelve weeks, by state today',
    'Enregistrés en douze semaines, selon leur état actuel',
  ],
  week: ['Week of', 'Semaine du'],
  days: ['Days to sign, twelve weeks', 'Jours jusqu’à la signature, douze semaines'],
  noDays: [
    'No round has ended with all signatures in twelve weeks.',
    'Aucun tour ne s’est achevé avec toutes les signatures en douze semaines.',
  ],
  workflow: ['Signing circuit', 'Circuit'],
  rounds: ['Rounds', 'Tours'],
  median: ['Median', 'Médiane'],
  ninth: ['9 of 10 within', '9 sur 10 en moins de'],
  span: ['Half, and nine of ten', 'La moitié, et neuf sur dix'],
  live: [
    'How many there are, failed calls, and signatures that are waited for',
    'Nombres, appels échoués et signatures attendues',
  ],
});
