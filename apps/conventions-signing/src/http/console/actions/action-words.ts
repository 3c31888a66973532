import type { Language } from '@campus/language';
import type { SignableKind } from '../../../signing/signable.ts';

const en = {
  send: 'Send for signature',
  sendAgain: 'Send again (new round)',
  takeBack: 'Take back to draft',
  signedOutside: 'Record as signed outside',
  edit: 'Edit the draft',
  newAmendment: 'New amendment',
  redeliver: 'Call the signing application again',
  back: 'Back without changing anything',
  kinds: { agreement: 'Agreement', amendment: 'Amendment' } as Record<SignableKind, string>,
  kindsMany: { agreement: 'Agreements', amendment: 'Amendments' } as Record<SignableKind, string>,
  outcomes: {
    sent: 'Sent for signature.',
    'sent-to-nobody': 'In signing. No signing application is configured, so nobody is called.',
    'taken-back': 'Taken back to draft.',
    redelivered: 'The signing application is being called again.',
    'signed-outside': 'Recorded as signed outside.',
    registered: 'Registered as a draft.',
    replaced: 'The draft is changed.',
  },
  sendTitle: (name: string) => `Send for signature: ${name}`,
  takeBackTitle: (name: string) => `Take back to draft: ${name}`,
  firstSending:
    'This is a draft. When it is sent, its document can be changed no more until it is taken back.',
  noWebhook: 'No signing application is configured (webhook.signature.uri): nobody will be called.',
  newRound: (round: number) => `Begin round ${round}`,
  newRoundMeans: (round: number, next: number) =>
    `Round ${next} begins, and everybody has to sign anew. This is what counts in round ${round} and is set aside; it stays readable, and counts no more:`,
  takeBackMeans: (round: number) =>
    `This becomes a draft that can be changed. This is what counts in round ${round} and is set aside; it stays readable, and counts no more:`,
  nothingYet: 'Nothing has come back yet.',
  signatureOf: (person: string) => `signature of ${person}`,
  signedVersion: (version: number) => `signed document, version ${version}`,
  pending: 'the call to the signing application that was still to be made: it is cancelled',
  outside: 'that it was recorded as signed outside',
  closeThere: (reference: string) =>
    `The signing application knows this round as “${reference}”. It is not told: close it there yourself.`,
  maybeOpenThere:
    'The signing application gave no reference for this round, and is not told. If it has begun there, close it yourself.',
  reason: 'Reason',
  reasonHelp: 'It stays in the history, with your name.',
  sendManyTitle: 'Send for signature',
  sendManyMeans: 'These will be sent for signature. Some of them have a round that counts:',
  sendThese: (count: number) => (count === 1 ? 'Send this one' : `Send these ${count}`),
  draftFirst: 'A draft: nothing is set aside.',
  notThere: 'Not there: it never was, or it was erased.',
  nothingSelected: 'Nothing was selected. Tick the documents in the list first.',
  tooMany: (most: number) => `At most ${most} documents can be sent at a time. Nothing was done.`,
  reportTitle: 'Sent for signature: report',
  reportCount: (sent: number, all: number) => `${sent} of ${all} sent for signature.`,
  document: 'Document',
  outcome: 'Outcome',
  remark: 'Remark',
  isSent: 'sent',
  isRefused: 'not sent',
  roundBegan: (round: number) => `Round ${round} has begun.`,
};

type Words = typeof en;

const fr: Words = {
  send: 'Envoyer en signature',
  sendAgain: 'Renvoyer (nouveau tour)',
  takeBack: "Ramener à l'état de brouillon",
  signedOutside: 'Enregistrer comme signé hors application',
  edit: 'Modifier le brouillon',
  newAmendment: 'Nouvel avenant',
  redeliver: "Rappeler l'application de signature",
  back: 'Revenir sans rien changer',
  kinds: { agreement: 'Convention', amendment: 'Avenant' },
  kindsMany: { agreement: 'Conventions', amendment: 'Avenants' },
  outcomes: {
    sent: 'Envoyé en signature.',
    'sent-to-nobody':
      "En signature. Aucune application de signature n'est configurée : personne n'est appelé.",
    'taken-back': "Ramené à l'état de brouillon.",
    redelivered: "L'application de signature est rappelée.",
    'signed-outside': 'Enregistré comme signé hors application.',
    registered: 'Enregistré comme brouillon.',
    replaced: 'Le brouillon est modifié.',
  },
  sendTitle: (name) => `Envoyer en signature : ${name}`,
  takeBackTitle: (name) => `Ramener à l'état de brouillon : ${name}`,
  firstSending:
    "C'est un brouillon. Une fois envoyé, son document ne peut plus être modifié tant qu'il n'est pas repris.",
  noWebhook:
    "Aucune application de signature n'est configurée (webhook.signature.uri) : personne ne sera appelé.",
  newRound: (round) => `Commencer le tour ${round}`,
  newRoundMeans: (round, next) =>
    `Le tour ${next} commence, et chacun doit signer de nouveau. Voici ce qui compte dans le tour ${round} et sera mis de côté ; cela reste lisible, mais ne compte plus :`,
  takeBackMeans: (round) =>
    `Ceci redevient un brouillon modifiable. Voici ce qui compte dans le tour ${round} et sera mis de côté ; cela reste lisible, mais ne compte plus :`,
  nothingYet: "Rien n'est encore revenu.",
  signatureOf: (person) => `signature de ${person}`,
  signedVersion: (version) => `document signé, version ${version}`,
  pending: "l'appel de l'application de signature qui restait à faire : il est annulé",
  outside: "l'enregistrement comme signé hors application",
  closeThere: (reference) =>
    `L'application de signature connaît ce tour sous « ${reference} ». Elle n'est pas prévenue : fermez-le vous-même là-bas.`,
  maybeOpenThere:
    "L'application de signature n'a donné aucune référence pour ce tour, et n'est pas prévenue. S'il a commencé là-bas, fermez-le vous-même.",
  reason: 'Motif',
  reasonHelp: "Il reste dans l'historique, avec votre nom.",
  sendManyTitle: 'Envoyer en signature',
  sendManyMeans: 'Ces documents seront envoyés en signature. Certains ont un tour qui compte :',
  sendThese: (count) => (count === 1 ? 'Envoyer ce document' : `Envoyer ces ${count} documents`),
  draftFirst: "Un brouillon : rien n'est mis de côté.",
  notThere: "Absent : il n'a jamais existé, ou il a été effacé.",
  nothingSelected: "Rien n'a été sélectionné. Cochez d'abord les documents dans la liste.",
  tooMany: (most) => `On peut envoyer au plus ${most} documents à la fois. Rien n'a été fait.`,
  reportTitle: 'Envoi en signature : compte rendu',
  reportCount: (sent, all) => `${sent} sur ${all} envoyés en signature.`,
  document: 'Document',
  outcome: 'Résultat',
  remark: 'Remarque',
  isSent: 'envoyé',
  isRefused: 'non envoyé',
  roundBegan: (round) => `Le tour ${round} a commencé.`,
};

/** What the actions of the console say. */
export const actionWords = { en, fr } satisfies Record<Language, Words>;

/** What an action has led to; stands as `done` in the address of the page that it leads to. */
export type Outcome = keyof Words['outcomes'];
