import type { Language } from '@campus/pages';

const en = {
  round: 'Round',
  registered: 'Registered',
  signed: 'Have signed',
  signatories: 'Signatories',
  names: 'Names',
  waitingFor: 'Waiting for',
  waitingSince: 'Waiting since',
  failure: 'Failure of the call',
  file: 'File',
  when: 'When',
  event: 'What',
  detail: 'Detail',
  by: 'By',
};

type Words = typeof en;

const fr: Words = {
  round: 'Tour',
  registered: 'Enregistrement',
  signed: 'Ont signé',
  signatories: 'Signataires',
  names: 'Noms',
  waitingFor: 'En attente de',
  waitingSince: 'En attente depuis',
  failure: 'Échec de l’appel',
  file: 'Fichier',
  when: 'Quand',
  event: 'Quoi',
  detail: 'Détail',
  by: 'Par',
};

/** The heads of the columns that an exported list has beside those on the page. */
export const exportWords = { en, fr } satisfies Record<Language, Words>;
