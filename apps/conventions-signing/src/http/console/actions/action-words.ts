import type { Language, OutcomeText } from '@campus/pages';

const en = {
  send: 'Send for signature',
  sendAgain: 'Send again (new round)',
  takeBack: 'Take back to draft',
  signedOutside: 'Record as signed outside',
  edit: 'Edit the draft',
  newAmendment: 'New amendment',
  redeliver: 'Call the signing application again',
  openSigned: 'Open the signed document',
  outcomes: {
    sent: { mood: 'good', text: 'Sent for signature.' },
    'sent-to-nobody': {
      mood: 'warning',
      text: 'In signing. No signing application is configured, so nobody is called.',
    },
    'taken-back': { mood: 'good', text: 'Taken back to draft.' },
    redelivered: { mood: 'good', text: 'The signing application is being called again.' },
    'signed-outside': { mood: 'good', text: 'Recorded as signed outside.' },
    registered: { mood: 'good', text: 'Registered as a draft.' },
    replaced: { mood: 'good', text: 'The draft is changed.' },
  } satisfies Record<string, OutcomeText>,
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
  sendManyMeans: 'What is ticked will be sent for signature.',
  startsUnticked:
    'Some have a round that counts, and what it holds would be set aside: tick those only where you want that.',
  sendTicked: 'Send what is ticked',
  ticked: 'Ticked:',
  selection: 'Selection',
  meaning: 'What it means',
  draftFirst: 'A draft: nothing is set aside.',
  notThere: 'Not there: it never was, or it was erased.',
  nothingSelected: 'Nothing was selected. Tick what is to be sent in the list first.',
  tooMany: (most: number) => `At most ${most} can be sent at a time. Nothing was done.`,
  reportTitle: 'Sent for signature: report',
  reportCount: (sent: number, all: number) => `${sent} of ${all} sent for signature.`,
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
  openSigned: 'Ouvrir le document signé',
  outcomes: {
    sent: { mood: 'good', text: 'Envoyé en signature.' },
    'sent-to-nobody': {
      mood: 'warning',
      text: "En signature. Aucune application de signature n'est configurée : personne n'est appelé.",
    },
    'taken-back': { mood: 'good', text: "Ramené à l'état de brouillon." },
    redelivered: { mood: 'good', text: "L'application de signature est rappelée." },
    'signed-outside': { mood: 'good', text: 'Enregistré comme signé hors application.' },
    registered: { mood: 'good', text: 'Enregistré comme brouillon.' },
    replaced: { mood: 'good', text: 'Le brouillon est modifié.' },
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
  sendManyMeans: 'Ce qui est coché sera envoyé en signature.',
  startsUnticked:
    "Certains ont un tour qui compte, et ce qu'il contient serait mis de côté : cochez-les seulement si vous le voulez.",
  sendTicked: 'Envoyer ce qui est coché',
  ticked: 'Coché :',
  selection: 'Sélection',
  meaning: 'Ce que cela signifie',
  draftFirst: "Un brouillon : rien n'est mis de côté.",
  notThere: "Absent : il n'a jamais existé, ou il a été effacé.",
  nothingSelected: "Rien n'a été sélectionné. Cochez d'abord dans la liste ce qui doit être envoyé.",
  tooMany: (most) => `On peut en envoyer au plus ${most} à la fois. Rien n'a été fait.`,
  reportTitle: 'Envoi en signature : compte rendu',
  reportCount: (sent, all) => `${sent} sur ${all} envoyés en signature.`,
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
