import { inEachLanguage } from '@campus/pages';

/** What the page says of a person whose signature is awaited. */
export const personWords = inEachLanguage({
  title: (name: string) => [`Waiting for ${name}`, `En attente de ${name}`],
  people: ['Who is awaited', 'Qui est attendu'],
  longest: ['Waiting longest', 'En attente depuis le plus longtemps'],
  firstPeople: (count: number) => [
    `The ${count} who have been awaited longest are shown.`,
    `Les ${count} personnes attendues depuis le plus longtemps sont affichées.`,
  ],
  more: (count: number) => [
    count === 1 ? 'and 1 more' : `and ${count} more`,
    count < 2 ? `et ${count} autre` : `et ${count} autres`,
  ],
  noneWaiting: ['Nobody is waited for.', 'Personne n’est attendu.'],
  names: ['Names', 'Noms'],
  mail: ['Mail', 'Adresse électronique'],
  phone: ['Phone', 'Téléphone'],
  lastReminded: ['Last reminded', 'Dernière relance'],
  againOn: (date: string) => [
    `A person is reminded once a day at most: this one may be again on ${date}.`,
    `Une personne est relancée une fois par jour au plus\u00a0: celle-ci peut l’être de nouveau le ${date}.`,
  ],
  leftOut: [
    'Today’s letter has these already, and tells of them once:',
    'La relance du jour contient déjà ceci, et n’en parle qu’une fois\u00a0:',
  ],
  waits: (count: string, records: number) => [
    records === 1 ? '1 document waits for this person.' : `${count} documents wait for this person.`,
    records < 2 ? `${count} document attend cette personne.` : `${count} documents attendent cette personne.`,
  ],
  first: (count: number) => [
    `Of each kind the ${count} sent last are shown; all are in the list:`,
    `De chaque type, les ${count} derniers envoyés sont affichés\u202f; tous sont dans la liste\u00a0:`,
  ],
  nothing: [
    'Nothing that you may see waits for this person.',
    'Rien de ce que vous pouvez voir n’attend cette personne.',
  ],
});
