import { inEachLanguage, type Pair } from '@campus/pages';
import type { HistoryEventName } from '../../data/history.ts';
import type { SignableKind } from '../../domain/signable.ts';

/** What the page of one agreement or amendment says. */
export const recordWords = inEachLanguage({
  registered: ['Registered', 'Enregistré'],
  watchers: ['Watchers', 'Observateurs'],
  round: ['Signing round', 'Tour de signature'],
  lastHeard: ['Last heard from the signing application', 'Dernières nouvelles de l’application de signature'],
  neverHeard: ['nothing yet in this round', 'rien encore pour ce tour'],
  noVendor: [
    'no signing application was called in this round',
    'aucune application de signature n’a été appelée pour ce tour',
  ],
  erased: [
    'This was erased. What happened stays, without documents and personal data.',
    'Ceci a été effacé. Ce qui s’est passé reste, sans documents ni données personnelles.',
  ],
  documents: ['Documents', 'Documents'],
  version: ['Document', 'Document'],
  size: ['Size and SHA-256', 'Taille et SHA-256'],
  registeredDocument: ['As registered', 'Tel qu’enregistré'],
  ofEndedRound: ['set aside', 'mis de côté'],
  superseded: ['does not count', 'ne compte pas'],
  beginsWith: [
    'It begins with a document that was replaced since:',
    'Il commence par un document remplacé depuis\u00a0:',
  ],
  endedRounds: ['Rounds that were set aside', 'Tours mis de côté'],
  endedRound: (round: number) => [`Round ${round}`, `Tour ${round}`],
  openReference: [
    'The signing application is not told: what it holds under this identifier can be closed there.',
    'L’application de signature n’en est pas informée\u00a0: ce qu’elle garde sous cet identifiant peut y être clos.',
  ],
  signedDocument: (version: number) => [`Signed, version ${version}`, `Signé, version ${version}`],
  haveSigned: (signed: number, total: number) => [
    `${signed} of ${total} have signed`,
    `${signed} signature${signed > 1 ? 's' : ''} sur ${total}`,
  ],
  waitingFor: (names: string) => [`waiting for ${names}`, `en attente\u00a0: ${names}`],
  refusedBy: (name: string) => [`refused by ${name}`, `refusé par ${name}`],
  ago: (duration: string) => [`${duration} ago`, `il y a ${duration}`],
  documentShown: ['The document', 'Le document'],
  openAlone: ['Open by itself', 'Ouvrir seul'],
  more: ['More about it', 'Plus de détails'],
  facts: ['What was registered', 'Ce qui a été enregistré'],
  documentsInFull: ['Documents: sizes and SHA-256', 'Documents\u00a0: tailles et SHA-256'],
  history: ['History', 'Historique'],
  earlier: ['Earlier events', 'Événements antérieurs'],
  evidence: ['Download the evidence package', 'Télécharger le dossier de preuve'],
  evidenceMeans: [
    'All documents, the history, a certificate, and how to verify them without this service (ZIP).',
    'Tous les documents, l’historique, un certificat, et comment les vérifier sans ce service (ZIP).',
  ],
  events: {
    registered: ['Registered', 'Enregistré'],
    replaced: ['Document and data replaced', 'Document et données remplacés'],
    'signing-started': ['Sent for signature', 'Envoyé en signature'],
    'returned-to-draft': ['Taken back to draft', 'Ramené à l’état de brouillon'],
    restored: ['Earlier round restored', 'Tour antérieur rétabli'],
    deposited: ['Signed document arrived', 'Dépôt du document signé'],
    'superseded-deposited': [
      'Signed version of a replaced document arrived, which does not count',
      'Dépôt d’une version signée d’un document remplacé, qui ne compte pas',
    ],
    'date-recorded': ['Date of signature recorded', 'Date de signature enregistrée'],
    signed: ['All signed', 'Tous ont signé'],
    refused: ['Refused', 'Refusé'],
    'signed-outside': ['Recorded as signed outside', 'Enregistré comme signé hors application'],
    'due-changed': ['Due date changed', 'Échéance modifiée'],
    reminded: ['Reminded', 'Relance envoyée'],
    'reminder-dropped': [
      'Reminder not sent, since nothing was awaited any more',
      'Relance non envoyée, car plus rien n’était attendu',
    ],
    'reminder-failed': ['Reminder not delivered', 'Relance non distribuée'],
    'delivery-cancelled': ['Call cancelled', 'Appel annulé'],
    redelivered: ['Called again on request', 'Nouvel appel demandé'],
    delivered: ['Signing application called', 'Application de signature appelée'],
    'delivery-failed': ['Calls given up', 'Appels abandonnés'],
    erased: ['Erased', 'Effacé'],
    deleted: ['Deleted', 'Supprimé'],
  } satisfies Record<HistoryEventName, Pair>,
  detail: {
    version: (version: number) => [`version ${version}`, `version ${version}`],
    round: (round: number) => [
      round === 0 ? 'never sent for signature' : `round ${round}`,
      round === 0 ? 'jamais envoyé en signature' : `tour ${round}`,
    ],
    replaced: ['instead of', 'au lieu de'],
    inFuture: ['The date lies in the future.', 'La date est dans le futur.'],
    beforeRound: ['The date lies before the round began.', 'La date précède le début du tour.'],
    reason: ['Reason', 'Motif'],
    reference: ['its identifier', 'son identifiant'],
    noReference: ['it gave no identifier', 'elle n’a pas donné d’identifiant'],
    due: ['due', 'échéance le'],
    noDue: ['no due date', 'sans échéance'],
    attempts: (attempts: number) => [
      attempts === 1 ? '1 attempt' : `${attempts} attempts`,
      `${attempts} essai${attempts > 1 ? 's' : ''}`,
    ],
    setAside: (round: number) => [`round ${round} set aside`, `tour ${round} mis de côté`],
  },
  live: ['State, signatures, documents and history', 'État, signatures, documents et historique'],
});

/** What the two kinds are called, and one without its title; a document is a PDF of theirs. */
export const kindWords = inEachLanguage({
  one: {
    agreement: ['Agreement', 'Convention'],
    amendment: ['Amendment', 'Avenant'],
  } satisfies Record<SignableKind, Pair>,
  many: {
    agreement: ['Agreements', 'Conventions'],
    amendment: ['Amendments', 'Avenants'],
  } satisfies Record<SignableKind, Pair>,
  either: ['Agreement or amendment', 'Convention ou avenant'],
  erased: ['(erased)', '(effacé)'],
});
