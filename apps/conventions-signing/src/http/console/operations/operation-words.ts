import type { Language } from '@campus/pages';
import type { OperationProgress } from '../../../operations/progress.ts';

const en = {
  title: 'Operations',
  none: 'Nothing was done to many records yet, or it was forgotten 30 days after its end.',
  what: 'What',
  send: (count: string, records: number) =>
    records === 1 ? 'Send for signature: 1 record' : `Send for signature: ${count} records`,
  erase: (count: string, records: number) => (records === 1 ? 'Erase: 1 record' : `Erase: ${count} records`),
  states: {
    waiting: 'waiting',
    running: 'under way',
    ended: 'done',
    cancelled: 'cancelled',
  } satisfies Record<OperationProgress['state'], string>,
  state: 'State',
  by: 'Asked by',
  asked: 'Asked',
  ended: 'Ended',
  expected: 'Expected to end',
  reason: 'Reason',
  cancelledBy: 'Cancelled by',
  progress: 'Progress',
  counts: { done: 'done', refused: 'refused', left: 'left' },
  progressText: (settled: string, total: string) => `${settled} of ${total}`,
  newRounds: 'New rounds',
  newRoundsToo: 'also of what is no draft',
  reload: 'Reload this page to see how far it is.',
  cancel: 'Cancel what is left',
  report: 'Report (CSV)',
  records: 'Records',
  outcome: 'Outcome',
  remark: 'Remark',
  when: 'When',
  all: 'All',
  noRecords: 'None.',
  outcomes: {
    sent: 'sent',
    deleted: 'draft deleted',
    erased: 'erased',
    refused: 'refused',
    waiting: 'waiting',
    leftAlone: 'left alone',
  },
  notThere: 'Not there: it never was, or it was erased.',
  roundKept: 'It is no draft any more, and new rounds were not asked for.',
  columns: { kind: 'Kind', number: 'No.', title: 'Title', code: 'Code' },
  eraseManyTitle: 'Erase',
  eraseManyMeans:
    'Drafts that were never sent go with their documents, and nothing of them stays. Of all others documents, people and all other personal data go; their number stays, with what happened when and who did it. This cannot be undone.',
  eraseButton: 'Erase for good',
  wholeList: (kind: string) => `${kind}: all that the list shows`,
  listShows: (count: string) => `Records that the list shows, on all of its pages: ${count}.`,
  tooManyRecords: (most: string) =>
    `The list shows more than ${most} records, which is the most at a time. Narrow its filter.`,
  listChanged: 'The list shows other records by now, or they have moved on. Nothing was done; look again.',
  draftsSent: (count: string, drafts: number) =>
    drafts === 1 ? '1 draft is sent for signature.' : `${count} drafts are sent for signature.`,
  roundsToo: (count: string, others: number) =>
    others === 1
      ? 'Begin a new round for the 1 that is no draft, too'
      : `Begin a new round for the ${count} that are no drafts, too`,
  wouldSetAside: (counts: { others: string; signatures: string; documents: string; calls: string }) =>
    `No drafts: ${counts.others}. They are left alone unless you tick them below: a new round would set aside what has come back of them, and everybody would have to sign anew. Signatures: ${counts.signatures}; signed documents: ${counts.documents}; calls still to be made: ${counts.calls}. The signing application is not told.`,
  draftsDeleted: (count: string, drafts: number) =>
    drafts === 1
      ? '1 was never sent: it is deleted, and nothing of it stays.'
      : `${count} were never sent: they are deleted, and nothing of them stays.`,
  othersErased: (count: string, others: number) =>
    others === 1
      ? 'Of 1 the number stays, with what happened when; documents and personal data go.'
      : `Of ${count} the numbers stay, with what happened when; documents and personal data go.`,
  signingErased: (count: string, signing: number) =>
    signing === 1
      ? '1 is in signing. The signing application is not told that it is gone.'
      : `${count} are in signing. The signing application is not told that they are gone.`,
  typeNumber: (count: string) => `To confirm, type how many: ${count}`,
  numberWrong: 'This is not the number of records.',
};

type Words = typeof en;

const fr: Words = {
  title: 'Opérations',
  none: 'Rien n’a encore été fait en nombre, ou cela a été oublié 30 jours après sa fin.',
  what: 'Quoi',
  send: (count, records) => `Envoi en signature\u00a0: ${count} ${records < 2 ? 'document' : 'documents'}`,
  erase: (count, records) => `Effacement\u00a0: ${count} ${records < 2 ? 'document' : 'documents'}`,
  states: { waiting: 'en attente', running: 'en cours', ended: 'terminée', cancelled: 'annulée' },
  state: 'État',
  by: 'Demandée par',
  asked: 'Demandée',
  ended: 'Terminée',
  expected: 'Fin prévue',
  reason: 'Motif',
  cancelledBy: 'Annulée par',
  progress: 'Avancement',
  counts: { done: 'faits', refused: 'refusés', left: 'restants' },
  progressText: (settled, total) => `${settled} sur ${total}`,
  newRounds: 'Nouveaux tours',
  newRoundsToo: 'aussi pour ce qui n’est plus un brouillon',
  reload: 'Rechargez cette page pour voir où elle en est.',
  cancel: 'Annuler ce qui reste',
  report: 'Compte rendu (CSV)',
  records: 'Documents',
  outcome: 'Résultat',
  remark: 'Remarque',
  when: 'Quand',
  all: 'Tous',
  noRecords: 'Aucun.',
  outcomes: {
    sent: 'envoyé',
    deleted: 'brouillon supprimé',
    erased: 'effacé',
    refused: 'refusé',
    waiting: 'en attente',
    leftAlone: 'laissé tel quel',
  },
  notThere: 'Absent\u00a0: il n’a jamais existé, ou il a été effacé.',
  roundKept: 'Ce n’est plus un brouillon, et de nouveaux tours n’ont pas été demandés.',
  columns: { kind: 'Type', number: 'N°', title: 'Titre', code: 'Code' },
  eraseManyTitle: 'Effacer',
  eraseManyMeans:
    'Les brouillons jamais envoyés disparaissent avec leurs documents, et il n’en reste rien. De tous les autres, les documents, les personnes et toutes les autres données personnelles disparaissent\u202f; il reste le numéro, ce qui s’est passé, quand, et qui l’a fait. C’est définitif.',
  eraseButton: 'Effacer définitivement',
  wholeList: (kind) => `${kind}\u00a0: tout ce que montre la liste`,
  listShows: (count) => `Documents que montre la liste, sur toutes ses pages\u00a0: ${count}.`,
  tooManyRecords: (most) =>
    `La liste montre plus de ${most} documents, le maximum à la fois. Restreignez son filtre.`,
  listChanged:
    'La liste montre entre-temps d’autres documents, ou ils ont avancé. Rien n’a été fait\u202f; regardez de nouveau.',
  draftsSent: (count, drafts) =>
    drafts < 2
      ? `${count} brouillon est envoyé en signature.`
      : `${count} brouillons sont envoyés en signature.`,
  roundsToo: (count, others) =>
    others === 1
      ? 'Commencer aussi un nouveau tour pour celui qui n’est pas un brouillon'
      : `Commencer aussi un nouveau tour pour les ${count} qui ne sont pas des brouillons`,
  wouldSetAside: (counts) =>
    `Ne sont pas des brouillons\u00a0: ${counts.others}. Ils sont laissés tels quels si vous ne les cochez pas ci-dessous\u00a0: un nouveau tour mettrait de côté ce qui en est revenu, et chacun devrait signer de nouveau. Signatures\u00a0: ${counts.signatures}\u202f; documents signés\u00a0: ${counts.documents}\u202f; appels encore à faire\u00a0: ${counts.calls}. L’application de signature n’est pas prévenue.`,
  draftsDeleted: (count, drafts) =>
    drafts < 2
      ? `${count} n’a jamais été envoyé\u00a0: il est supprimé, et il n’en reste rien.`
      : `${count} n’ont jamais été envoyés\u00a0: ils sont supprimés, et il n’en reste rien.`,
  othersErased: (count, others) =>
    others < 2
      ? `De ${count} il reste le numéro et ce qui s’est passé, quand\u202f; les documents et les données personnelles disparaissent.`
      : `De ${count} il reste les numéros et ce qui s’est passé, quand\u202f; les documents et les données personnelles disparaissent.`,
  signingErased: (count, signing) =>
    signing < 2
      ? `${count} est en signature. L’application de signature n’est pas prévenue de sa disparition.`
      : `${count} sont en signature. L’application de signature n’est pas prévenue de leur disparition.`,
  typeNumber: (count) => `Pour confirmer, tapez leur nombre\u00a0: ${count}`,
  numberWrong: 'Ce n’est pas le nombre de documents.',
};

/** What the pages say of operations. */
export const operationWords = { en, fr } satisfies Record<Language, Words>;
