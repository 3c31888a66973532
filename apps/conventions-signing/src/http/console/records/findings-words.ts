import type { Language } from '@campus/language';

const en = {
  none: 'No digital signature in this file.',
  allIntact: (count: number) =>
    count === 1 ? '1 digital signature, intact' : `${count} digital signatures, all intact`,
  someNotIntact: (count: number, broken: number) =>
    `${count} digital signature${count === 1 ? '' : 's'}, ${broken} of them changed, malformed or of an unknown kind`,
  appended: 'Something was appended after the last signature: proofs for archiving, or more.',
  unchanged: 'It begins with exactly the document that was sent.',
  changed: 'The document differs from the one that was sent: look whether the text is the same.',
  each: 'Each signature',
  notAll: (examined: number) => `The first ${examined} were examined.`,
  signer: 'Signer',
  unknown: 'not named',
  signedAt: "Signed, by the signer's clock",
  intact: 'What it covers',
  isIntact: 'as it was signed',
  isNotIntact: 'changed, malformed or of an unknown kind',
  certificate: 'Certificate of',
  issuer: 'Issued by',
  validity: 'Meant to hold',
  signature: (number: number) => `Signature ${number}`,
  meaning: 'Nobody asks here whether a certificate is genuine or trusted: intact does not say who signed.',
};

type Words = typeof en;

const fr: Words = {
  none: 'Aucune signature numérique dans ce fichier.',
  allIntact: (count) =>
    count === 1 ? '1 signature numérique, intacte' : `${count} signatures numériques, toutes intactes`,
  someNotIntact: (count, broken) =>
    `${count} signature${count === 1 ? '' : 's'} numérique${count === 1 ? '' : 's'}, dont ${broken} altérée(s), mal formée(s) ou d'un genre inconnu`,
  appended: "Quelque chose a été ajouté après la dernière signature : des preuves d'archivage, ou plus.",
  unchanged: 'Il commence exactement par le document envoyé.',
  changed: 'Le document diffère de celui qui a été envoyé : vérifiez que le texte est le même.',
  each: 'Chaque signature',
  notAll: (examined) => `Les ${examined} premières ont été examinées.`,
  signer: 'Signataire',
  unknown: 'non nommé',
  signedAt: "Signé, selon l'horloge du signataire",
  intact: "Ce qu'elle couvre",
  isIntact: "tel qu'il a été signé",
  isNotIntact: "altéré, mal formé ou d'un genre inconnu",
  certificate: 'Certificat de',
  issuer: 'Émis par',
  validity: 'Prévu pour valoir',
  signature: (number) => `Signature ${number}`,
  meaning:
    'Personne ne vérifie ici si un certificat est authentique ou reconnu : une signature intacte ne dit pas qui a signé.',
};

/** What is said of digital signatures: findings, no judgement; docs/signatures.md tells how to read them. */
export const findingsWords = { en, fr } satisfies Record<Language, Words>;
