import { inEachLanguage, type Language, type Pair } from '@campus/pages';
import type { JudgementReason } from './indications.ts';

type Sentences = Record<JudgementReason, (certificate: string) => Pair>;

const sentences = inEachLanguage({
  malformed: () => ['It is not made as signatures are.', 'Elle n’est pas faite comme une signature.'],
  'unknown-kind': () => [
    'It is of a kind, or by an algorithm, that is not known here.',
    'Elle est d’un genre, ou faite par un algorithme, inconnu ici.',
  ],
  'content-changed': () => [
    'What it covers was changed after it was signed.',
    'Ce qu’elle couvre a été modifié après la signature.',
  ],
  'signature-wrong': () => [
    'The key of the certificate did not make it, or it was changed.',
    'La clé du certificat ne l’a pas faite, ou elle a été modifiée.',
  ],
  'certificate-missing': () => [
    'The certificate of the signer did not come along.',
    'Le certificat du signataire n’est pas joint.',
  ],
  'certificate-not-named': () => [
    'It does not name the certificate that came along, or names another.',
    'Elle ne nomme pas le certificat qui est joint, ou en nomme un autre.',
  ],
  'certificate-malformed': (name) => [
    `The certificate of ${name}, or one above it, is not made as certificates are.`,
    `Le certificat délivré à ${name}, ou un autre au-dessus, n’est pas fait comme un certificat.`,
  ],
  'no-way-to-an-anchor': (name) => [
    `Nobody who is trusted here answers for the certificate of ${name}.`,
    `Personne parmi ceux qui sont reconnus ici ne répond du certificat délivré à ${name}.`,
  ],
  'anchor-not-accepted': (name) => [
    `${name} was not accepted for this at that time.`,
    `${name} n’était pas reconnu pour cela à ce moment.`,
  ],
  'not-an-authority': (name) => [
    `${name} is no authority and may certify nobody.`,
    `${name} n’est pas une autorité et ne peut certifier personne.`,
  ],
  'path-too-long': (name) => [
    `${name} may not have so many authorities below it.`,
    `${name} ne peut pas avoir autant d’autorités en dessous.`,
  ],
  'name-not-permitted': (name) => [
    `${name} may not certify such a name.`,
    `${name} ne peut pas certifier un tel nom.`,
  ],
  'key-usage': (name) => [
    `The key of ${name} is meant for something else.`,
    `La clé du certificat délivré à ${name} est prévue pour autre chose.`,
  ],
  'unknown-extension': (name) => [
    `The certificate of ${name} holds something decisive that is not known here.`,
    `Le certificat délivré à ${name} contient quelque chose de décisif qui n’est pas connu ici.`,
  ],
  'policy-missing': (name) => [
    `The certificate of ${name} does not have the policy that an authority above it asks for.`,
    `Le certificat délivré à ${name} ne suit pas la politique qu’une autorité au-dessus demande.`,
  ],
  'expired-before-signing': (name) => [
    `The certificate of ${name} had expired before it was made.`,
    `Le certificat délivré à ${name} avait expiré avant la signature.`,
  ],
  expired: (name) => [
    `The certificate of ${name} has expired, and nothing proves that it was made before.`,
    `Le certificat délivré à ${name} a expiré, et rien ne prouve qu’elle ait été faite avant.`,
  ],
  'authority-expired': (name) => [
    `The certificate of the authority ${name} has expired, and nothing proves that it was made before.`,
    `Le certificat de l’autorité ${name} a expiré, et rien ne prouve qu’elle ait été faite avant.`,
  ],
  'authority-not-yet-valid': (name) => [
    `It was there before the certificate of the authority ${name} was valid.`,
    `Elle existait avant que le certificat de l’autorité ${name} ne soit valable.`,
  ],
  'signed-before-valid': (name) => [
    `It was there before the certificate of ${name} was valid.`,
    `Elle existait avant que le certificat délivré à ${name} ne soit valable.`,
  ],
  'revoked-before-signing': (name) => [
    `The certificate of ${name} had been revoked before it was made.`,
    `Le certificat délivré à ${name} avait été révoqué avant la signature.`,
  ],
  revoked: (name) => [
    `The certificate of ${name} was revoked, and nothing proves that it was made before.`,
    `Le certificat délivré à ${name} a été révoqué, et rien ne prouve qu’elle ait été faite avant.`,
  ],
  'authority-revoked': (name) => [
    `The certificate of the authority ${name} was revoked, and nothing proves that it was made before.`,
    `Le certificat de l’autorité ${name} a été révoqué, et rien ne prouve qu’elle ait été faite avant.`,
  ],
  'no-revocation-information': (name) => [
    `The document does not tell whether the certificate of ${name} was revoked.`,
    `Le document ne dit pas si le certificat délivré à ${name} a été révoqué.`,
  ],
  'old-revocation-information': (name) => [
    `What the document tells of the revocation of ${name} is from before it is known to have been made.`,
    `Ce que le document dit de la révocation du certificat délivré à ${name} date d’avant le moment où elle est attestée.`,
  ],
  'weak-algorithm': (name) => [
    `An algorithm or key by which ${name} signs or is certified was not to be relied on any more.`,
    `Un algorithme ou une clé par lesquels ${name} signe ou est certifié n’étaient plus fiables.`,
  ],
  'times-contradict': () => [
    'The times that it is stamped with contradict each other.',
    'Les dates dont elle est horodatée se contredisent.',
  ],
  'too-much': () => [
    'Judging it takes more than a document may take.',
    'La juger demande plus que ce qu’un document peut demander.',
  ],
} satisfies Sentences);

/** Why a signature has not passed, in a sentence; null when it has. */
export function judgementSentence(
  { reason, about }: { reason: JudgementReason | null; about: { certificate: string | null } },
  language: Language,
): string | null {
  return reason === null ? null : sentences[language][reason](about.certificate ?? '—');
}
