import type { Language } from '@campus/language';
import type { HistoryEventName } from '../../../data/history.ts';

interface RecordWords {
  registered: string;
  title: string;
  school: string;
  workflow: string;
  watchers: string;
  agreement: string;
  round: string;
  lastHeard: string;
  neverHeard: string;
  noVendor: string;
  failedCall: string;
  retryingCall: string;
  calling: string;
  erased: string;

  signatories: string;
  order: string;
  name: string;
  mail: string;
  phone: string;
  transmitted: string;
  transmittedHelp: string;
  signed: string;

  documents: string;
  version: string;
  arrived: string;
  by: string;
  size: string;
  findings: string;
  registeredDocument: string;
  signedDocument(version: number): string;
  noSignedDocument: string;
  ofEndedRound: string;

  amendments: string;

  deliveries: string;
  noDeliveries: string;

  endedRounds: string;
  endedRound(round: number): string;
  ended: string;
  openReference: string;
  versions: string;
  datesOf: (round: number) => string;
  none: string;

  history: string;
  when: string;
  who: string;
  what: string;
  events: Record<HistoryEventName, string>;
  detail: {
    version(version: number): string;
    round(round: number): string;
    replaced: string;
    inFuture: string;
    beforeRound: string;
    reason: string;
    reference: string;
    noReference: string;
    attempts(attempts: number): string;
    setAside(round: number): string;
  };
  live: string;
}

/** What the page of one agreement or amendment says. */
export const recordWords: Record<Language, RecordWords> = {
  en: {
    registered: 'Registered',
    title: 'Title',
    school: 'Institution',
    workflow: 'Signing circuit',
    watchers: 'Watchers',
    agreement: 'Agreement',
    round: 'Signing round',
    lastHeard: 'Last heard from the signing application',
    neverHeard: 'nothing yet in this round',
    noVendor: 'no signing application was called in this round',
    failedCall:
      'The signing application could not be called about this document, and is not tried again by itself:',
    retryingCall:
      'The signing application could not be called yet about this document; another attempt follows:',
    calling: 'The signing application has not answered yet: nobody can sign so far.',
    erased: 'This document was erased. What happened stays, without documents and personal data.',
    signatories: 'Signatories',
    order: 'Order',
    name: 'Name',
    mail: 'Mail',
    phone: 'Phone',
    transmitted: 'Date of transmission',
    transmittedHelp:
      'Transmission: when the document reached the signatory, if the signing application said so.',
    signed: 'Date of signature',
    documents: 'Documents',
    version: 'Document',
    arrived: 'Arrived',
    by: 'By',
    size: 'Size and SHA-256',
    findings: 'What the digital signatures say',
    registeredDocument: 'As registered',
    signedDocument: (version) => `Signed, version ${version}`,
    noSignedDocument: 'No signed document has arrived yet.',
    ofEndedRound: 'set aside',
    amendments: 'Amendments',
    deliveries: 'Calls to the signing application',
    noDeliveries: 'The signing application was not called.',
    endedRounds: 'Rounds that were set aside',
    endedRound: (round) => `Round ${round}`,
    ended: 'Set aside',
    openReference:
      'The signing application is not told: what it holds under this identifier can be closed there.',
    versions: 'Signed documents',
    datesOf: (round) => `Dates of round ${round}`,
    none: 'none',
    history: 'History',
    when: 'When',
    who: 'Who',
    what: 'What',
    events: {
      registered: 'Registered',
      replaced: 'Document and data replaced',
      'signing-started': 'Sent for signature',
      'returned-to-draft': 'Taken back to draft',
      deposited: 'Signed document arrived',
      'date-recorded': 'Date of signature recorded',
      signed: 'All signed',
      'signed-outside': 'Recorded as signed outside',
      'delivery-cancelled': 'Call cancelled',
      redelivered: 'Called again on request',
      delivered: 'Signing application called',
      'delivery-failed': 'Calls given up',
      erased: 'Erased',
    },
    detail: {
      version: (version) => `version ${version}`,
      round: (round) => `round ${round}`,
      replaced: 'instead of',
      inFuture: 'The date lies in the future.',
      beforeRound: 'The date lies before the round began.',
      reason: 'Reason',
      reference: 'its identifier',
      noReference: 'it gave no identifier',
      attempts: (attempts) => (attempts === 1 ? '1 attempt' : `${attempts} attempts`),
      setAside: (round) => `round ${round} set aside`,
    },
    live: 'State, signatures, documents and history',
  },
  fr: {
    registered: 'Enregistré',
    title: 'Titre',
    school: 'Établissement',
    workflow: 'Circuit de signature',
    watchers: 'Observateurs',
    agreement: 'Convention',
    round: 'Tour de signature',
    lastHeard: "Dernières nouvelles de l'application de signature",
    neverHeard: 'rien encore pour ce tour',
    noVendor: "aucune application de signature n'a été appelée pour ce tour",
    failedCall:
      "L'application de signature n'a pas pu être appelée pour ce document, et ne sera pas rappelée d'elle-même :",
    retryingCall:
      "L'application de signature n'a pas encore pu être appelée pour ce document ; un autre essai suivra :",
    calling: "L'application de signature n'a pas encore répondu : personne ne peut signer pour l'instant.",
    erased: "Ce document a été effacé. Ce qui s'est passé reste, sans documents ni données personnelles.",
    signatories: 'Signataires',
    order: 'Ordre',
    name: 'Nom',
    mail: 'Adresse électronique',
    phone: 'Téléphone',
    transmitted: 'Date de transmission',
    transmittedHelp:
      "Transmission : quand le document est parvenu au signataire, si l'application de signature l'a dit.",
    signed: 'Date de signature',
    documents: 'Documents',
    version: 'Document',
    arrived: 'Arrivé',
    by: 'Par',
    size: 'Taille et SHA-256',
    findings: 'Ce que disent les signatures numériques',
    registeredDocument: "Tel qu'enregistré",
    signedDocument: (version) => `Signé, version ${version}`,
    noSignedDocument: "Aucun document signé n'est encore arrivé.",
    ofEndedRound: 'mis de côté',
    amendments: 'Avenants',
    deliveries: "Appels de l'application de signature",
    noDeliveries: "L'application de signature n'a pas été appelée.",
    endedRounds: 'Tours mis de côté',
    endedRound: (round) => `Tour ${round}`,
    ended: 'Mis de côté',
    openReference:
      "L'application de signature n'en est pas informée : ce qu'elle garde sous cet identifiant peut y être clos.",
    versions: 'Documents signés',
    datesOf: (round) => `Dates du tour ${round}`,
    none: 'aucun',
    history: 'Historique',
    when: 'Quand',
    who: 'Qui',
    what: 'Quoi',
    events: {
      registered: 'Enregistré',
      replaced: 'Document et données remplacés',
      'signing-started': 'Envoyé en signature',
      'returned-to-draft': "Ramené à l'état de brouillon",
      deposited: 'Dépôt du document signé',
      'date-recorded': 'Date de signature enregistrée',
      signed: 'Tous ont signé',
      'signed-outside': 'Enregistré comme signé hors application',
      'delivery-cancelled': 'Appel annulé',
      redelivered: 'Nouvel appel demandé',
      delivered: 'Application de signature appelée',
      'delivery-failed': 'Appels abandonnés',
      erased: 'Effacé',
    },
    detail: {
      version: (version) => `version ${version}`,
      round: (round) => `tour ${round}`,
      replaced: 'au lieu de',
      inFuture: 'La date est dans le futur.',
      beforeRound: 'La date précède le début du tour.',
      reason: 'Motif',
      reference: 'son identifiant',
      noReference: "elle n'a pas donné d'identifiant",
      attempts: (attempts) => (attempts === 1 ? '1 essai' : `${attempts} essais`),
      setAside: (round) => `tour ${round} mis de côté`,
    },
    live: 'État, signatures, documents et historique',
  },
};
