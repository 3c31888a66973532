import type { Language } from '@campus/language';
import { badge, facts, type Html, html, time } from '@campus/pages';
import type { SignatureFinding, SignatureFindings } from '../../../pdf/signature-findings.ts';
import type { Reader } from '../reader.ts';

interface Words {
  none: string;
  allIntact(count: number): string;
  someNotIntact(count: number, broken: number): string;
  appended: string;
  unchanged: string;
  changed: string;
  each: string;
  notAll(examined: number): string;
  signer: string;
  unknown: string;
  signedAt: string;
  intact: string;
  isIntact: string;
  isNotIntact: string;
  certificate: string;
  issuer: string;
  validity: string;
  signature(number: number): string;
  meaning: string;
}

// Findings, no judgement: docs/signatures.md tells how to read them.
const words: Record<Language, Words> = {
  en: {
    none: 'No digital signature in this file.',
    allIntact: (count) =>
      count === 1 ? '1 digital signature, intact' : `${count} digital signatures, all intact`,
    someNotIntact: (count, broken) =>
      `${count} digital signature${count === 1 ? '' : 's'}, ${broken} of them changed, malformed or of an unknown kind`,
    appended: 'Something was appended after the last signature: proofs for archiving, or more.',
    unchanged: 'It begins with exactly the document that was sent.',
    changed: 'The document differs from the one that was sent: look whether the text is the same.',
    each: 'Each signature',
    notAll: (examined) => `The first ${examined} were examined.`,
    signer: 'Signer',
    unknown: 'not named',
    signedAt: "Signed, by the signer's clock",
    intact: 'What it covers',
    isIntact: 'as it was signed',
    isNotIntact: 'changed, malformed or of an unknown kind',
    certificate: 'Certificate of',
    issuer: 'Issued by',
    validity: 'Meant to hold',
    signature: (number) => `Signature ${number}`,
    meaning: 'Nobody asks here whether a certificate is genuine or trusted: intact does not say who signed.',
  },
  fr: {
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
  },
};

/** What the digital signatures in one file say, first in a sentence or two, then one by one. */
export function findingsOf(
  { count, items, wholeFileCovered, registeredDocumentUnchanged }: SignatureFindings,
  { id, reader }: { id: string; reader: Reader },
): Html {
  const say = words[reader.language];
  const origin = html`<p class="help">${registeredDocumentUnchanged ? say.unchanged : say.changed}</p>`;
  if (count === 0) return html`<p>${say.none}</p>${origin}`;
  const broken = items.filter(({ digestValid }) => !digestValid).length;
  return html`<p>${
    broken === 0 ? say.allIntact(count) : badge('warning', say.someNotIntact(count, broken))
  }</p>${!wholeFileCovered && html`<p class="help">${say.appended}</p>`}${origin}
<details id="${id}"><summary>${say.each}</summary>
${items.length < count && html`<p>${say.notAll(items.length)}</p>`}
${items.map((item, index) => one(item, { title: say.signature(index + 1), reader }))}
<p class="help">${say.meaning}</p></details>`;
}

function one(
  { signer, signedAt, digestValid, certificate }: SignatureFinding,
  { title, reader }: { title: string; reader: Reader },
): Html {
  const say = words[reader.language];
  return html`<p><strong>${title}</strong></p>${facts([
    [say.signer, signer ?? say.unknown],
    [say.signedAt, time(signedAt === null ? null : new Date(signedAt), reader)],
    [say.intact, digestValid ? say.isIntact : say.isNotIntact],
    ...(certificate === null
      ? []
      : ([
          [say.certificate, certificate.subject],
          [say.issuer, certificate.issuer],
          [
            say.validity,
            html`${time(new Date(certificate.validFrom), reader)} – ${time(new Date(certificate.validTo), reader)}`,
          ],
        ] as const)),
  ])}`;
}
