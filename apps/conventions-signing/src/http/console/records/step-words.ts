import { inEachLanguage } from '@campus/pages';

/** What the course of a round says. */
export const stepWords = inEachLanguage({
  course: (round: number) => [
    round === 0 ? 'Course of the signing' : `Course of round ${round}`,
    round === 0 ? 'Déroulement de la signature' : `Déroulement du tour ${round}`,
  ],
  toCome: ['to come', 'à venir'],
  toBeSent: ['To be sent for signature', 'À envoyer en signature'],
  sent: (round: number) => [`Sent for signature, round ${round}`, `Envoyé en signature, tour ${round}`],
  calling: ['The signing application is being called', 'L’application de signature est appelée'],
  callingMeans: [
    'It has not answered yet: nobody can sign so far.',
    'Elle n’a pas encore répondu\u00a0: personne ne peut signer pour l’instant.',
  ],
  called: ['Signing application called', 'Application de signature appelée'],
  retrying: [
    'The signing application could not be called yet',
    'L’application de signature n’a pas encore pu être appelée',
  ],
  failed: [
    'The signing application could not be called',
    'L’application de signature n’a pas pu être appelée',
  ],
  failedMeans: ['It is not tried again by itself.', 'Elle ne sera pas rappelée d’elle-même.'],
  lastAttempt: ['Last attempt', 'Dernier essai'],
  noAttemptInTime: ['No attempt was made in time.', 'Aucun essai n’a été fait à temps.'],
  cancelled: ['Call to the signing application cancelled', 'Appel de l’application de signature annulé'],
  notCalled: ['No signing application was called', 'Aucune application de signature n’a été appelée'],
  attempts: (count: number) => [
    count === 1 ? '1 attempt' : `${count} attempts`,
    `${count} essai${count > 1 ? 's' : ''}`,
  ],
  hasSigned: ['has signed', 'a signé'],
  hasRefused: ['has refused to sign', 'a refusé de signer'],
  reminded: ['Reminded', 'Relance'],
  reminderDropped: ['Reminder not sent', 'Relance non envoyée'],
  reminderFailed: ['Reminder not delivered', 'Relance non distribuée'],
  notAwaited: ['is not awaited any more', 'n’est plus attendu'],
  dateUnknown: ['date of signature not known', 'date de signature inconnue'],
  order: (order: number) => [`order ${order}`, `ordre ${order}`],
  transmitted: ['Transmitted', 'Transmis'],
  transmittedHelp: [
    'When the document reached the signatory, as the signing application said',
    'Quand le document est parvenu au signataire, selon l’application de signature',
  ],
  document: ['Signed document', 'Document signé'],
  hasArrived: ['has arrived', 'est arrivé'],
  ofReplaced: [
    'It begins with a document that was replaced since.',
    'Il commence par un document remplacé depuis.',
  ],
  isAwaited: ['is awaited: all have signed', 'est attendu\u00a0: tous ont signé'],
  signed: ['All signed', 'Tous ont signé'],
  signedOutside: ['Recorded as signed outside', 'Enregistré comme signé hors application'],
  setAside: ['Set aside for a new round', 'Mis de côté pour un nouveau tour'],
  setAsideForEarlier: ['Set aside for an earlier round', 'Mis de côté pour un tour antérieur'],
  until: ['until', 'jusqu’au'],
  takenBack: ['Taken back to draft', 'Ramené à l’état de brouillon'],
});
