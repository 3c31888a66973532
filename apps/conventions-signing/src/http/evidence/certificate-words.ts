import { inEachLanguage, type Pair } from '@campus/pages';
import type { SignableState } from '../../domain/signable.ts';

/** What the certificate of an evidence package says. */
export const certificateWords = inEachLanguage({
  title: ['Evidence certificate', 'Certificat de preuve'],
  made: (at: string) => [`made on ${at}`, `établi le ${at}`],
  pageOf: ['page {page} of {pages}', 'page {page} sur {pages}'],
  meaning: [
    'What was recorded about this document and its signatures, from the first entry to the last. The files named here are in the same package, with all that is needed to check them without the service that made it: see README.txt.',
    'Ce qui a été enregistré de ce document et de ses signatures, de la première inscription à la dernière. Les fichiers nommés ici sont dans le même dossier, avec tout ce qu’il faut pour les vérifier sans le service qui l’a établi\u00a0: voir README.txt.',
  ],
  facts: ['What was registered', 'Ce qui a été enregistré'],
  kind: ['Number', 'Numéro'],
  state: ['State', 'État'],
  states: {
    draft: ['Draft', 'Brouillon'],
    signing: ['In signing', 'En signature'],
    refused: ['Refused', 'Refusé'],
    signed: ['Signed', 'Signé'],
    erased: [
      'Erased: documents and personal data are gone, what happened stays',
      'Effacé\u00a0: les documents et les données personnelles ont disparu, ce qui s’est passé reste',
    ],
  } satisfies Record<SignableState, Pair>,
  signedOutside: ['Recorded as signed outside', 'Enregistré comme signé hors application'],
  titleOfDocument: ['Title of the document', 'Titre du document'],
  signatories: ['Signatories', 'Signataires'],
  place: (order: number) => [`signs in place ${order}`, `signe en position ${order}`],
  signedAt: (at: string) => [`Signed on ${at}`, `Signé le ${at}`],
  reportedAt: (at: string) => [`submitted on ${at}`, `transmis le ${at}`],
  noDate: ['No date of signature in this round', 'Pas de date de signature dans ce tour'],
  documents: ['Documents', 'Documents'],
  noDocuments: ['None is kept.', 'Aucun n’est conservé.'],
  hash: (sha256: string) => [`SHA-256 ${sha256}`, `SHA-256 ${sha256}`],
  history: ['History', 'Historique'],
  onlyNewest: (shown: number, all: number) => [
    `The newest ${shown} of ${all} entries; history.json in the package has all of them.`,
    `Les ${shown} dernières inscriptions sur ${all}\u202f; history.json, dans le dossier, les a toutes.`,
  ],
  entry: (position: number, ordinal: number | undefined) => [
    ordinal === undefined ? `entry ${position}` : `entry ${position}, number ${ordinal} of this record`,
    ordinal === undefined
      ? `inscription ${position}`
      : `inscription ${position}, numéro ${ordinal} de ce document`,
  ],
  seal: ['Seal', 'Scellement'],
  sealing: [
    'Each entry of the history carries the SHA-256 of the one before it, over all records. So whoever knows one of these hashes knows that nothing before it was changed since; a time stamp of an authority says since when it was so at the latest.',
    'Chaque inscription de l’historique porte le SHA-256 de la précédente, tous documents confondus. Qui connaît l’une de ces empreintes sait donc que rien n’a été changé avant elle depuis ; l’horodatage d’une autorité dit depuis quand au plus tard il en était ainsi.',
  ],
  whole: (count: number, position: number) => [
    `An entry also carries its number within this record, and the hash of the entry of this record before it. So up to entry ${position} this history is whole: ${count === 1 ? 'it has one entry, and no other was left out' : `none of its ${count} entries was left out, moved or put there twice`}. The program verify.mjs says up to which later entry of the ledger none follows; what came after that only a later package shows.`,
    `Une inscription porte aussi son numéro dans ce document et l’empreinte de l’inscription précédente de ce document. Jusqu’à l’inscription ${position}, cet historique est donc entier\u00a0: ${count < 2 ? 'il a une seule inscription, et aucune autre ne manque' : `aucune de ses ${count} inscriptions ne manque, n’a été déplacée ou mise deux fois`}. Le programme verify.mjs dit jusqu’à quelle inscription ultérieure du registre aucune ne suit\u202f; ce qui est venu après, seul un dossier plus récent le montre.`,
  ],
  unnumbered: (count: number) => [
    `Entries without a number were sealed by an earlier version of the service. ${count < 2 ? 'Of the newest it is proved what it says, not that none was left out before it' : `Of the newest ${count} it is proved what they say and in which order, not that none was left out among them`}.`,
    `Les inscriptions sans numéro ont été scellées par une version antérieure du service. ${count < 2 ? 'De la dernière, il est prouvé ce qu’elle dit, mais non qu’aucune ne manque avant elle' : `Des ${count} dernières, il est prouvé ce qu’elles disent et dans quel ordre, mais non qu’aucune ne manque parmi elles`}.`,
  ],
  head: (position: number) => [`Up to entry ${position}`, `Jusqu’à l’inscription ${position}`],
  noStamp: ['No authority has stamped it yet.', 'Aucune autorité ne l’a encore horodatée.'],
  stamped: (at: string, authority: string) => [
    `Time stamp (RFC 3161) of ${at}, by ${authority}`,
    `Horodatage (RFC 3161) du ${at}, par ${authority}`,
  ],
  check: ['How this is checked', 'Comment vérifier'],
  checking: [
    'Unpack the package, and let Node run the program verify.mjs in it (“node verify.mjs”): it compares every file with its SHA-256, the documents with the history and the history with its seal, and names the first thing that does not fit. README.txt and verify.html say how, and how to do the same by hand.',
    'Décompressez le dossier et faites exécuter par Node le programme verify.mjs qu’il contient («\u00a0node verify.mjs\u00a0»)\u00a0: il compare chaque fichier à son SHA-256, les documents à l’historique et l’historique à son scellement, et nomme la première chose qui ne convient pas. README.txt et verify.html disent comment, et comment faire de même à la main.',
  ],
});
