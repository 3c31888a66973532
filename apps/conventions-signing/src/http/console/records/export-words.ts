import type { Language } from '@campus/pages';
import type { MissingReason } from '../../answer/signed-archive.ts';

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
  reason: 'Why there is no file',
  missing: {
    not_listed: 'It is not there, or you do not see it',
    no_signed_document: 'It has no signed document',
  } satisfies Record<MissingReason, string>,
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
  reason: 'Pourquoi il n’y a pas de fichier',
  missing: {
    not_listed: 'N’existe pas, ou n’est pas visible pour vous',
    no_signed_document: 'Pas de document signé',
  },
};

/** The heads of the columns that an exported list has beside those on the page. */
export const exportWords = { en, fr } satisfies Record<Language, Words>;
