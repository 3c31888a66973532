import { inEachLanguage, type Language, type Pair } from '@campus/pages';
import type { CertificateFinding, Comparison } from '../../pdf/inspect.ts';
import type { JudgementStatus } from '../../trust/indications.ts';
import type { SignatureJudgement } from '../../trust/judgement.ts';

type Comparisons = Record<Comparison['result'], (pages: number[]) => Pair>;
type Judged = Record<JudgementStatus, Pair>;
type Levels = Record<SignatureJudgement['level'], Pair>;
type KnownSince = Record<SignatureJudgement['existedBy'], Pair>;
type AboutCertificates = Record<CertificateFinding, Pair>;

/** As in `page 3`, `pages 3 and 5`. */
function listed(pages: number[], language: Language, [one, many]: [string, string]): string {
  const numbers = new Intl.ListFormat(language).format(pages.map(String));
  return `${pages.length === 1 ? one : many} ${numbers}`;
}

const onPages = (pages: number[]) => listed(pages, 'en', ['on page', 'on pages']);
const surPages = (pages: number[]) => listed(pages, 'fr', ['à la page', 'aux pages']);

/** What is said of digital signatures: findings, no judgement; docs/signatures.md tells how to read them. */
export const findingsWords = inEachLanguage({
  none: ['No digital signature in this file.', 'Aucune signature numérique dans ce fichier.'],
  allIntact: (count: number) => [
    count === 1 ? '1 digital signature, intact' : `${count} digital signatures, all intact`,
    count < 2 ? `${count} signature numérique, intacte` : `${count} signatures numériques, toutes intactes`,
  ],
  someNotIntact: (count: number, broken: number) => [
    `${count} digital signature${count === 1 ? '' : 's'}, ${broken} of them changed, malformed or of an unknown kind`,
    `${count} signature${count > 1 ? 's' : ''} numérique${count > 1 ? 's' : ''}, dont ${broken} altérée${broken > 1 ? 's' : ''}, mal formée${broken > 1 ? 's' : ''} ou d’un genre inconnu`,
  ],
  appended: [
    'No valid signature covers the file to its end: proofs for archiving follow, or more.',
    'Aucune signature valide ne couvre le fichier jusqu’à sa fin\u00a0: des preuves d’archivage suivent, ou plus.',
  ],
  anotherDocument: [
    'The document differs from the one that was sent: look whether the text is the same.',
    'Le document diffère de celui qui a été envoyé\u00a0: vérifiez que le texte est le même.',
  ],
  notCompared: [
    'It begins with exactly the document that was sent; an earlier version did not compare what it shows.',
    'Il commence exactement par le document envoyé\u202f; une version antérieure n’a pas comparé ce qu’il montre.',
  ],
  comparison: {
    unchanged: () => ['It shows what was sent.', 'Il montre ce qui a été envoyé.'],
    'signatures-added': (pages) => [
      pages.length === 0
        ? 'It shows what was sent; signatures were added, and nothing else.'
        : `Signatures were added to what was sent, and nothing else; their pictures are ${onPages(pages)}: look at what they cover.`,
      pages.length === 0
        ? 'Il montre ce qui a été envoyé\u202f; des signatures ont été ajoutées, et rien d’autre.'
        : `Des signatures ont été ajoutées à ce qui a été envoyé, et rien d’autre\u202f; leurs images sont ${surPages(pages)}\u00a0: regardez ce qu’elles couvrent.`,
    ],
    'forms-filled': (pages) => [
      pages.length === 0
        ? 'Fields of the form were filled in afterwards.'
        : `Fields of the form were filled in afterwards, ${onPages(pages)}.`,
      pages.length === 0
        ? 'Des champs du formulaire ont été remplis ensuite.'
        : `Des champs du formulaire ont été remplis ensuite, ${surPages(pages)}.`,
    ],
    'annotations-added': (pages) => [
      pages.length === 0
        ? 'Fields were added afterwards.'
        : `Something was put over what was sent, ${onPages(pages)}: a comment, a stamp or a field, which may hide text.`,
      pages.length === 0
        ? 'Des champs ont été ajoutés ensuite.'
        : `Quelque chose a été posé sur ce qui a été envoyé, ${surPages(pages)}\u00a0: un commentaire, un tampon ou un champ, qui peut cacher du texte.`,
    ],
    'pages-changed': (pages) => [
      pages.length === 0
        ? 'The document was changed after it was sent: its layers, scripts, attachments or settings.'
        : `The document was changed after it was sent, ${onPages(pages)}.`,
      pages.length === 0
        ? 'Le document a été modifié après son envoi\u00a0: ses calques, scripts, pièces jointes ou réglages.'
        : `Le document a été modifié après son envoi, ${surPages(pages)}.`,
    ],
    'not-comparable': () => [
      'What it shows cannot be compared with what was sent: look whether the text is the same.',
      'Ce qu’il montre ne peut être comparé à ce qui a été envoyé\u00a0: vérifiez que le texte est le même.',
    ],
  } as Comparisons,
  each: ['Each signature', 'Chaque signature'],
  notAll: (examined: number) => [
    examined === 1 ? 'Only the first was examined.' : `The first ${examined} were examined.`,
    examined === 1 ? 'Seule la première a été examinée.' : `Les ${examined} premières ont été examinées.`,
  ],
  signer: ['Signer', 'Signataire'],
  unknown: ['not named', 'non nommé'],
  signedAt: ["Signed, by the signer's clock", 'Signé, selon l’horloge du signataire'],
  intact: ['What it covers', 'Ce qu’elle couvre'],
  isIntact: ['as it was signed', 'tel qu’il a été signé'],
  isNotIntact: ['changed, malformed or of an unknown kind', 'altéré, mal formé ou d’un genre inconnu'],
  certificate: ['Certificate of', 'Certificat de'],
  issuer: ['Issued by', 'Émis par'],
  aboutCertificate: ['About the certificate', 'À propos du certificat'],
  certificateFindings: {
    'self-signed': [
      'self-signed: anybody can make one in any name',
      'auto-signé\u00a0: n’importe qui peut en faire un à n’importe quel nom',
    ],
    'issuer-not-embedded': [
      'the certificate of its issuer is not in the file',
      'le certificat de son émetteur n’est pas dans le fichier',
    ],
    'certificate-not-bound': [
      'the signature is not bound to it: it may stand in the place of another',
      'la signature n’y est pas liée\u00a0: il peut être à la place d’un autre',
    ],
    'certificate-altered': [
      'altered: it is not what its issuer signed, or not what the signature names',
      'altéré\u00a0: il n’est pas ce que son émetteur a signé, ou pas ce que la signature nomme',
    ],
  } as AboutCertificates,
  validity: ['Meant to hold', 'Prévu pour valoir'],
  signature: (number: number) => [`Signature ${number}`, `Signature ${number}`],
  judged: {
    passed: ['passed', 'validée'],
    indeterminate: ['indeterminate', 'indéterminée'],
    failed: ['failed', 'rejetée'],
  } as Judged,
  levels: {
    qualified: ['qualified', 'qualifiée'],
    advanced: ['advanced', 'avancée'],
    other: ['no level', 'sans niveau'],
  } as Levels,
  knownSince: {
    'signature-time-stamp': ['known by its time stamp since', 'attestée par son horodatage depuis le'],
    'document-time-stamp': [
      'known by a time stamp of the document since',
      'attestée par un horodatage du document depuis le',
    ],
    deposit: ['known since it was deposited on', 'connue depuis son dépôt, le'],
  } as KnownSince,
  judgement: ['Judged', 'Jugement'],
  why: ['Why', 'Raison'],
  format: ['Proofs that came along (PAdES)', 'Preuves jointes (PAdES)'],
  chain: ['Who answers for the signer', 'Qui répond du signataire'],
  anchor: ['Trusted by', 'Reconnu par'],
  judgedMeans: [
    'Judged by whom this service trusts and what the document brings along, as it stood when it was deposited. Indeterminate is neither: something is missing to say.',
    'Jugée d’après ceux que ce service reconnaît et ce que le document apporte, tel qu’il était à son dépôt. Indéterminée n’est ni l’un ni l’autre\u00a0: il manque de quoi se prononcer.',
  ],
  meaning: [
    'Nobody asks here whether a certificate is genuine or trusted: intact does not say who signed.',
    'Personne ne vérifie ici si un certificat est authentique ou reconnu\u00a0: une signature intacte ne dit pas qui a signé.',
  ],
});
