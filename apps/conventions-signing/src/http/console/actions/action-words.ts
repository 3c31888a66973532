import { inEachLanguage, outcome } from '@campus/pages';

/** What the actions of the console say. */
export const actionWords = inEachLanguage({
  send: ['Send for signature', 'Envoyer en signature'],
  sendAgain: ['Send again (new round)', 'Renvoyer (nouveau tour)'],
  remind: ['Remind', 'Relancer'],
  remindTitle: (name: string) => [`Remind: ${name}`, `Relancer\u00a0: ${name}`],
  remindMeans: [
    'Whoever is next gets a letter that their signature is awaited, at most one a day.',
    'La personne qui doit signer maintenant reçoit un message disant que sa signature est attendue, au plus un par jour.',
  ],
  remindManyMeans: [
    'Whoever is next on these gets a letter with all that waits for them, at most one a day.',
    'Les personnes qui doivent signer maintenant reçoivent chacune un message avec tout ce qui les attend, au plus un par jour.',
  ],
  due: ['Due date', 'Échéance'],
  dueHelp: [
    'The last day on which this round is in time; empty: it has none.',
    'Le dernier jour où ce tour est dans les temps\u202f; vide\u00a0: il n’en a pas.',
  ],
  noDay: ['This is no day of the calendar.', 'Ce n’est pas un jour du calendrier.'],
  changeDue: ['Change the due date', 'Modifier l’échéance'],
  dueTitle: (name: string) => [`Due date: ${name}`, `Échéance\u00a0: ${name}`],
  dueMeans: (round: number) => [
    `Round ${round} goes on after its due date, too; what is overdue stands first.`,
    `Le tour ${round} continue aussi après son échéance\u202f; ce qui est en retard vient en premier.`,
  ],
  takeBack: ['Take back to draft', 'Remettre en brouillon'],
  restore: (round: number) => [`Restore round ${round}`, `Rétablir le tour ${round}`],
  signedOutside: ['Record as signed outside', 'Noter signé hors application'],
  edit: ['Edit the draft', 'Modifier le brouillon'],
  newAmendment: ['New amendment', 'Nouvel avenant'],
  copy: ['Copy', 'Copier'],
  openSigned: ['Open the signed document', 'Ouvrir le document signé'],
  outcomes: {
    sent: outcome('good', ['Sent for signature.', 'Envoyé en signature.']),
    reminded: outcome('good', [
      'A reminder is on its way to whoever is awaited.',
      'Une relance part à qui est attendu.',
    ]),
    reminded_today: outcome('warning', [
      'No further reminder: this person has had one today already.',
      'Pas de nouvelle relance\u00a0: cette personne en a déjà reçu une aujourd’hui.',
    ]),
    nobody_awaited: outcome('warning', [
      'No reminder: none of these records waits for this person any more.',
      'Pas de relance\u00a0: aucun de ces documents n’attend plus cette personne.',
    ]),
    'due-changed': outcome('good', ['The due date is changed.', 'L’échéance est modifiée.']),
    'sent-to-nobody': outcome('warning', [
      'In signing. No signing application is configured, so nobody is called.',
      'En signature. Aucune application de signature n’est configurée\u00a0: personne n’est appelé.',
    ]),
    'taken-back': outcome('good', ['Taken back to draft.', 'Ramené à l’état de brouillon.']),
    restored: outcome('good', ['The earlier round counts again.', 'Le tour antérieur compte de nouveau.']),
    redelivered: outcome('good', [
      'The signing application is being called again.',
      'L’application de signature est rappelée.',
    ]),
    'signed-outside': outcome('good', [
      'Recorded as signed outside.',
      'Enregistré comme signé hors application.',
    ]),
    registered: outcome('good', ['Registered as a draft.', 'Enregistré comme brouillon.']),
    replaced: outcome('good', ['The draft is changed.', 'Le brouillon est modifié.']),
    deleted: outcome('good', ['The draft is deleted.', 'Le brouillon est supprimé.']),
    erased: outcome('good', ['Erased.', 'Effacé.']),
  },
  sendTitle: (name: string) => [`Send for signature: ${name}`, `Envoyer en signature\u00a0: ${name}`],
  takeBackTitle: (name: string) => [`Take back to draft: ${name}`, `Remettre en brouillon\u00a0: ${name}`],
  restoreTitle: (name: string) => [`Restore a round: ${name}`, `Rétablir un tour\u00a0: ${name}`],
  restoreMeans: (round: number) => [
    `Round ${round} counts again, with what it held:`,
    `Le tour ${round} compte de nouveau, avec ce qu’il contenait\u00a0:`,
  ],
  followed: (round: number) => [
    `Round ${round} has followed it, and is set aside:`,
    `Le tour ${round} l’a suivi, et sera mis de côté\u00a0:`,
  ],
  firstSending: [
    'This is a draft. When it is sent, its document can be changed no more until it is taken back.',
    'C’est un brouillon. Une fois envoyé, son document ne peut plus être modifié tant qu’il n’est pas repris.',
  ],
  noWebhook: [
    'No signing application is configured (webhook.signature.uri): nobody will be called.',
    'Aucune application de signature n’est configurée (webhook.signature.uri)\u00a0: personne ne sera appelé.',
  ],
  newRound: (round: number) => [`Begin round ${round}`, `Commencer le tour ${round}`],
  newRoundMeans: (round: number, next: number) => [
    `Round ${next} begins, and everybody has to sign anew. This is what counts in round ${round} and is set aside; it stays readable, and counts no more:`,
    `Le tour ${next} commence, et chacun doit signer de nouveau. Voici ce qui compte dans le tour ${round} et sera mis de côté\u202f; cela reste lisible, mais ne compte plus\u00a0:`,
  ],
  takeBackMeans: (round: number) => [
    `This becomes a draft that can be changed. This is what counts in round ${round} and is set aside; it stays readable, and counts no more:`,
    `Ceci redevient un brouillon modifiable. Voici ce qui compte dans le tour ${round} et sera mis de côté\u202f; cela reste lisible, mais ne compte plus\u00a0:`,
  ],
  nothingYet: ['Nothing has come back yet.', 'Rien n’est encore revenu.'],
  nothingCame: ['Nothing had come back.', 'Rien n’était revenu.'],
  signatureOf: (person: string) => [`signature of ${person}`, `signature\u00a0: ${person}`],
  signedVersion: (version: number) => [
    `signed document, version ${version}`,
    `document signé, version ${version}`,
  ],
  pending: [
    'the call to the signing application that was still to be made: it is cancelled',
    'l’appel de l’application de signature qui restait à faire\u00a0: il est annulé',
  ],
  outside: ['that it was recorded as signed outside', 'l’enregistrement comme signé hors application'],
  refusal: ['that somebody has refused to sign', 'le refus de signer'],
  closeThere: (reference: string) => [
    `The signing application knows this round as “${reference}”. It is not told: close it there yourself.`,
    `L’application de signature connaît ce tour sous «\u00a0${reference}\u00a0». Elle n’est pas prévenue\u00a0: fermez-le vous-même là-bas.`,
  ],
  maybeOpenThere: [
    'The signing application gave no reference for this round, and is not told. If it has begun there, close it yourself.',
    'L’application de signature n’a donné aucune référence pour ce tour, et n’est pas prévenue. S’il a commencé là-bas, fermez-le vous-même.',
  ],
  reason: ['Reason', 'Motif'],
  reasonHelp: ['It stays in the history, with your name.', 'Il reste dans l’historique, avec votre nom.'],
  sendManyTitle: ['Send for signature', 'Envoyer en signature'],
  sendManyMeans: ['What is ticked will be sent for signature.', 'Ce qui est coché sera envoyé en signature.'],
  startsUnticked: [
    'Some have a round that counts, and what it holds would be set aside: tick those only where you want that.',
    'Certains ont un tour qui compte, et ce qu’il contient serait mis de côté\u00a0: cochez-les seulement si vous le voulez.',
  ],
  sendTicked: ['Send what is ticked', 'Envoyer ce qui est coché'],
  ticked: ['{count} ticked', 'Coché\u00a0: {count}'],
  selection: ['Selection', 'Sélection'],
  meaning: ['What it means', 'Ce que cela signifie'],
  draftFirst: ['A draft: nothing is set aside.', 'Un brouillon\u00a0: rien n’est mis de côté.'],
  notThere: [
    'It is not there, or not among what you may see.',
    'Il n’existe pas, ou ne fait pas partie de ce que vous pouvez voir.',
  ],
  nothingSelected: [
    'Nothing was selected. Tick something in the list first.',
    'Rien n’a été sélectionné. Cochez d’abord quelque chose dans la liste.',
  ],
  tooMany: (most: number) => [
    `At most ${most} are possible at a time. Nothing was done.`,
    `Au plus ${most} sont possibles à la fois. Rien n’a été fait.`,
  ],
  outcome: ['Outcome', 'Résultat'],
  remark: ['Remark', 'Remarque'],
  callTitle: [
    'Calls to the signing application again: report',
    'Nouveaux appels de l’application de signature\u00a0: compte rendu',
  ],
  callCount: (called: number, all: number) => [
    `Calls made again: ${called} of ${all}.`,
    `Appels refaits\u00a0: ${called} sur ${all}.`,
  ],
  isCalled: ['call made again', 'appel refait'],
  isLeftAlone: ['left alone', 'laissé tel quel'],
  callDue: [
    'The signing application is being called.',
    'L’application de signature est en train d’être appelée.',
  ],
  hasNotFailed: ['Its call has not failed.', 'Son appel n’a pas échoué.'],
  calledMeanwhile: [
    'It was called again since the list was opened, or too often.',
    'Il a été refait depuis que la liste est ouverte, ou trop souvent.',
  ],
});

/** What an action has led to; stands as `done` in the address of the page that it leads to. */
export type Outcome = keyof (typeof actionWords)['en']['outcomes'];
