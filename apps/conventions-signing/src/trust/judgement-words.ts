import type { Language } from '@campus/pages';
import type { JudgementReason } from './indications.ts';

type Sentences = Record<JudgementReason, (certificate: string) => string>;

const en: Sentences = {
  malformed: () => 'It is not made as signatures are.',
  'unknown-kind': () => 'It is of a kind, or by an algorithm, that is not known here.',
  'content-changed': () => 'What it covers was changed after it was signed.',
  'signature-wrong': () => 'The key of the certificate did not make it, or it was changed.',
  'certificate-missing': () => 'The certificate of the signer did not come along.',
  'certificate-not-named': () => 'It names another certificate than the one that came along.',
  'certificate-malformed': (name) =>
    `The certificate of ${name}, or one above it, is not made as certificates are.`,
  'no-way-to-an-anchor': (name) => `Nobody who is trusted here answers for the certificate of ${name}.`,
  'anchor-not-accepted': (name) => `${name} was not accepted for this at that time.`,
  'not-an-authority': (name) => `${name} is no authority and may certify nobody.`,
  'path-too-long': (name) => `${name} may not have so many authorities below it.`,
  'name-not-permitted': (name) => `${name} may not certify such a name.`,
  'key-usage': (name) => `The key of ${name} is meant for something else.`,
  'unknown-extension': (name) =>
    `The certificate of ${name} holds something decisive that is not known here.`,
  'expired-before-signing': (name) => `The certificate of ${name} had expired before it was made.`,
  expired: (name) => `The certificate of ${name} has expired, and nothing proves that it was made before.`,
  'authority-expired': (name) =>
    `The certificate of the authority ${name} has expired, and nothing proves that it was made before.`,
  'authority-not-yet-valid': (name) =>
    `It was there before the certificate of the authority ${name} was valid.`,
  'signed-before-valid': (name) => `It was there before the certificate of ${name} was valid.`,
  'revoked-before-signing': (name) => `The certificate of ${name} had been revoked before it was made.`,
  revoked: (name) => `The certificate of ${name} was revoked, and nothing proves that it was made before.`,
  'authority-revoked': (name) =>
    `The certificate of the authority ${name} was revoked, and nothing proves that it was made before.`,
  'no-revocation-information': (name) =>
    `The document does not tell whether the certificate of ${name} was revoked.`,
  'old-revocation-information': (name) =>
    `What the document tells of the revocation of ${name} is from before it is known to have been made.`,
  'weak-algorithm': (name) =>
    `An algorithm or key by which ${name} signs or is certified was not to be relied on any more.`,
  'times-contradict': () => 'The times that it is stamped with contradict each other.',
  'too-much': () => 'Judging it takes more than a document may take.',
};

const fr: Sentences = {
  malformed: () => 'Elle n’est pas faite comme une signature.',
  'unknown-kind': () => 'Elle est d’un genre, ou faite par un algorithme, inconnu ici.',
  'content-changed': () => 'Ce qu’elle couvre a été modifié après la signature.',
  'signature-wrong': () => 'La clé du certificat ne l’a pas faite, ou elle a été modifiée.',
  'certificate-missing': () => 'Le certificat du signataire n’est pas joint.',
  'certificate-not-named': () => 'Elle nomme un autre certificat que celui qui est joint.',
  'certificate-malformed': (name) =>
    `Le certificat délivré à ${name}, ou un autre au-dessus, n’est pas fait comme un certificat.`,
  'no-way-to-an-anchor': (name) =>
    `Personne parmi ceux qui sont reconnus ici ne répond du certificat délivré à ${name}.`,
  'anchor-not-accepted': (name) => `${name} n’était pas reconnu pour cela à ce moment.`,
  'not-an-authority': (name) => `${name} n’est pas une autorité et ne peut certifier personne.`,
  'path-too-long': (name) => `${name} ne peut pas avoir autant d’autorités en dessous.`,
  'name-not-permitted': (name) => `${name} ne peut pas certifier un tel nom.`,
  'key-usage': (name) => `La clé du certificat délivré à ${name} est prévue pour autre chose.`,
  'unknown-extension': (name) =>
    `Le certificat délivré à ${name} contient quelque chose de décisif qui n’est pas connu ici.`,
  'expired-before-signing': (name) => `Le certificat délivré à ${name} avait expiré avant la signature.`,
  expired: (name) =>
    `Le certificat délivré à ${name} a expiré, et rien ne prouve qu’elle ait été faite avant.`,
  'authority-expired': (name) =>
    `Le certificat de l’autorité ${name} a expiré, et rien ne prouve qu’elle ait été faite avant.`,
  'authority-not-yet-valid': (name) =>
    `Elle existait avant que le certificat de l’autorité ${name} ne soit valable.`,
  'signed-before-valid': (name) => `Elle existait avant que le certificat délivré à ${name} ne soit valable.`,
  'revoked-before-signing': (name) => `Le certificat délivré à ${name} avait été révoqué avant la signature.`,
  revoked: (name) =>
    `Le certificat délivré à ${name} a été révoqué, et rien ne prouve qu’elle ait été faite avant.`,
  'authority-revoked': (name) =>
    `Le certificat de l’autorité ${name} a été révoqué, et rien ne prouve qu’elle ait été faite avant.`,
  'no-revocation-information': (name) =>
    `Le document ne dit pas si le certificat délivré à ${name} a été révoqué.`,
  'old-revocation-information': (name) =>
    `Ce que le document dit de la révocation du certificat délivré à ${name} date d’avant le moment où elle est attestée.`,
  'weak-algorithm': (name) =>
    `Un algorithme ou une clé par lesquels ${name} signe ou est certifié n’étaient plus fiables.`,
  'times-contradict': () => 'Les dates dont elle est horodatée se contredisent.',
  'too-much': () => 'La juger demande plus que ce qu’un document peut demander.',
};

const sentences = { en, fr } satisfies Record<Language, Sentences>;

/** Why a signature has not passed, in a sentence; null when it has. */
export function judgementSentence(
  { reason, about }: { reason: JudgementReason | null; about: { certificate: string | null } },
  language: Language,
): string | null {
  return reason === null ? null : sentences[language][reason](about.certificate ?? '—');
}
