import { inEachLanguage, type Pair } from '@campus/pages';
import type { MissingReason } from '../answer/signed-archive.ts';

/** The heads of the columns that an exported list has beside those on the page. */
export const exportWords = inEachLanguage({
  round: ['Round', 'Tour'],
  registered: ['Registered', 'Enregistrement'],
  signed: ['Have signed', 'Ont signé'],
  signatories: ['Signatories', 'Signataires'],
  names: ['Names', 'Noms'],
  waitingFor: ['Waiting for', 'En attente de'],
  waitingSince: ['Waiting since', 'En attente depuis'],
  failure: ['Failure of the call', 'Échec de l’appel'],
  file: ['File', 'Fichier'],
  when: ['When', 'Quand'],
  event: ['What', 'Quoi'],
  detail: ['Detail', 'Détail'],
  by: ['By', 'Par'],
  reason: ['Why there is no file', 'Pourquoi il n’y a pas de fichier'],
  missing: {
    not_listed: ['It is not there, or you do not see it', 'N’existe pas, ou n’est pas visible pour vous'],
    no_signed_document: ['It has no signed document', 'Pas de document signé'],
  } satisfies Record<MissingReason, Pair>,
});
