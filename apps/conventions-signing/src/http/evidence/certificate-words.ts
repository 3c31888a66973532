import type { Language } from '@campus/pages';
import type { SignableState } from '../../signing/signable.ts';

const en = {
  title: 'Evidence certificate',
  made: (at: string) => `made on ${at}`,
  pageOf: 'page {page} of {pages}',
  meaning:
    'What was recorded about this document and its signatures, from the first entry to the last. The files named here are in the same package, with all that is needed to check them without the service that made it: see README.txt.',
  facts: 'What was registered',
  kind: 'Number',
  state: 'State',
  states: {
    draft: 'Draft',
    signing: 'In signing',
    refused: 'Refused',
    signed: 'Signed',
    erased: 'Erased: documents and personal data are gone, what happened stays',
  } satisfies Record<SignableState, string>,
  signedOutside: 'Recorded as signed outside',
  titleOfDocument: 'Title of the document',
  signatories: 'Signatories',
  place: (order: number) => `signs in place ${order}`,
  signedAt: (at: string) => `Signed on ${at}`,
  reportedAt: (at: string) => `submitted on ${at}`,
  noDate: 'No date of signature in this round',
  documents: 'Documents',
  noDocuments: 'None is kept.',
  hash: (sha256: string) => `SHA-256 ${sha256}`,
  history: 'History',
  onlyNewest: (shown: number, all: number) =>
    `The newest ${shown} of ${all} entries; history.json in the package has all of them.`,
  entry: (position: number, ordinal: number | undefined) =>
    ordinal === undefined ? `entry ${position}` : `entry ${position}, number ${ordinal} of this record`,
  seal: 'Seal',
  sealing:
    'Each entry of the history carries the SHA-256 of the one before it, over all records. So whoever knows one of these hashes knows that nothing before it was changed since; a time stamp of an authority says since when it was so at the latest.',
  whole: (count: number, position: number) =>
    `An entry also carries its number within this record, and the hash of the entry of this record before it. So up to entry ${position} this history is whole: none of its ${count} entries was left out, moved or put there twice. The program verify.mjs says up to which later entry of the ledger none follows; what came after that only a later package shows.`,
  unnumbered: (count: number) =>
    `Entries without a number were sealed by an earlier version of the service. Of the newest ${count} it is proved what they say and in which order, not that none was left out among them.`,
  head: (position: number) => `Up to entry ${position}`,
  noStamp: 'No authority has stamped it yet.',
  stamped: (at: string, authority: string) => `Time stamp (RFC 3161) of ${at}, by ${authority}`,
  check: 'How this is checked',
  checking:
    'Unpack the package, and let Node run the program verify.mjs in it (“node verify.mjs”): it compares every file with its SHA-256, the documents with the history and the history with its seal, and names the first thing that does not fit. README.txt and verify.html say how, and how to do the same by hand.',
};

type Words = typeof en;

const fr: Words = {
  title: 'Certificat de preuve',
  made: (at) => `établi le ${at}`,
  pageOf: 'page {page} sur {pages}',
  meaning:
    'Ce qui a été enregistré de ce document et de ses signatures, de la première inscription à la dernière. Les fichiers nommés ici sont dans le même dossier, avec tout ce qu’il faut pour les vérifier sans le service qui l’a établi\u00a0: voir README.txt.',
  facts: 'Ce qui a été enregistré',
  kind: 'Numéro',
  state: 'État',
  states: {
    draft: 'Brouillon',
    signing: 'En signature',
    refused: 'Refusé',
    signed: 'Signé',
    erased: 'Effacé\u00a0: les documents et les données personnelles ont disparu, ce qui s’est passé reste',
  },
  signedOutside: 'Enregistré comme signé hors application',
  titleOfDocument: 'Titre du document',
  signatories: 'Signataires',
  place: (order) => `signe en position ${order}`,
  signedAt: (at) => `Signé le ${at}`,
  reportedAt: (at) => `transmis le ${at}`,
  noDate: 'Pas de date de signature dans ce tour',
  documents: 'Documents',
  noDocuments: 'Aucun n’est conservé.',
  hash: (sha256) => `SHA-256 ${sha256}`,
  history: 'Historique',
  onlyNewest: (shown, all) =>
    `Les ${shown} dernières inscriptions sur ${all}\u202f; history.json, dans le dossier, les a toutes.`,
  entry: (position, ordinal) =>
    ordinal === undefined
      ? `inscription ${position}`
      : `inscription ${position}, numéro ${ordinal} de ce document`,
  seal: 'Scellement',
  sealing:
    'Chaque inscription de l’historique porte le SHA-256 de la précédente, tous documents confondus. Qui connaît l’une de ces empreintes sait donc que rien n’a été changé avant elle depuis ; l’horodatage d’une autorité dit depuis quand au plus tard il en était ainsi.',
  whole: (count, position) =>
    `Une inscription porte aussi son numéro dans ce document et l’empreinte de l’inscription précédente de ce document. Jusqu’à l’inscription ${position}, cet historique est donc entier\u00a0: aucune de ses ${count} inscriptions ne manque, n’a été déplacée ou mise deux fois. Le programme verify.mjs dit jusqu’à quelle inscription ultérieure du registre aucune ne suit\u202f; ce qui est venu après, seul un dossier plus récent le montre.`,
  unnumbered: (count) =>
    `Les inscriptions sans numéro ont été scellées par une version antérieure du service. Des ${count} dernières, il est prouvé ce qu’elles disent et dans quel ordre, mais non qu’aucune ne manque parmi elles.`,
  head: (position) => `Jusqu’à l’inscription ${position}`,
  noStamp: 'Aucune autorité ne l’a encore horodatée.',
  stamped: (at, authority) => `Horodatage (RFC 3161) du ${at}, par ${authority}`,
  check: 'Comment vérifier',
  checking:
    'Décompressez le dossier et faites exécuter par Node le programme verify.mjs qu’il contient («\u00a0node verify.mjs\u00a0»)\u00a0: il compare chaque fichier à son SHA-256, les documents à l’historique et l’historique à son scellement, et nomme la première chose qui ne convient pas. README.txt et verify.html disent comment, et comment faire de même à la main.',
};

/** What the certificate of an evidence package says. */
export const certificateWords = { en, fr } satisfies Record<Language, Words>;
