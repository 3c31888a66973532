import type { OperationProgress } from '@campus/database';
import { inEachLanguage, type Pair } from '@campus/pages';

/** What the pages say of operations. */
export const operationWords = inEachLanguage({
  title: ['Operations', 'Opérations'],
  none: [
    'Nothing was done to many records yet, or it was forgotten 30 days after its end.',
    'Rien n’a encore été fait en nombre, ou cela a été oublié 30 jours après sa fin.',
  ],
  what: ['What', 'Quoi'],
  send: (count: string, records: number) => [
    records === 1 ? 'Send for signature: 1 record' : `Send for signature: ${count} records`,
    `Envoi en signature\u00a0: ${count} ${records < 2 ? 'document' : 'documents'}`,
  ],
  remind: (count: string, records: number) => [
    records === 1 ? 'Remind by mail: 1 record' : `Remind by mail: ${count} records`,
    `Relance par courriel\u00a0: ${count} ${records < 2 ? 'document' : 'documents'}`,
  ],
  erase: (count: string, records: number) => [
    records === 1 ? 'Erase: 1 record' : `Erase: ${count} records`,
    `Effacement\u00a0: ${count} ${records < 2 ? 'document' : 'documents'}`,
  ],
  states: {
    waiting: ['waiting', 'en attente'],
    running: ['under way', 'en cours'],
    ended: ['done', 'terminée'],
    cancelled: ['cancelled', 'annulée'],
  } satisfies Record<OperationProgress['state'], Pair>,
  state: ['State', 'État'],
  by: ['Asked by', 'Demandée par'],
  asked: ['Asked', 'Demandée'],
  ended: ['Ended', 'Terminée'],
  expected: ['Expected to end', 'Fin prévue'],
  reason: ['Reason', 'Motif'],
  cancelledBy: ['Cancelled by', 'Annulée par'],
  progress: ['Progress', 'Avancement'],
  counts: {
    done: ['done', 'faits'],
    refused: ['refused', 'refusés'],
    left: ['left', 'restants'],
  },
  progressText: (settled: string, total: string) => [`${settled} of ${total}`, `${settled} sur ${total}`],
  newRounds: ['New rounds', 'Nouveaux tours'],
  newRoundsToo: ['also of what is no draft', 'aussi pour ce qui n’est plus un brouillon'],
  reload: ['Reload this page to see how far it is.', 'Rechargez cette page pour voir où elle en est.'],
  cancel: ['Cancel what is left', 'Annuler ce qui reste'],
  report: ['Report (CSV)', 'Compte rendu (CSV)'],
  records: ['Records', 'Documents'],
  outcome: ['Outcome', 'Résultat'],
  remark: ['Remark', 'Remarque'],
  when: ['When', 'Quand'],
  all: ['All', 'Tous'],
  noRecords: ['None.', 'Aucun.'],
  outcomes: {
    sent: ['sent', 'envoyé'],
    deleted: ['draft deleted', 'brouillon supprimé'],
    erased: ['erased', 'effacé'],
    reminded: ['reminded', 'relancé'],
    refused: ['refused', 'refusé'],
    waiting: ['waiting', 'en attente'],
    leftAlone: ['left alone', 'laissé tel quel'],
  },
  notThere: [
    'It is not there, or not among what you may see.',
    'Il n’existe pas, ou ne fait pas partie de ce que vous pouvez voir.',
  ],
  roundKept: [
    'It is no draft any more, and new rounds were not asked for.',
    'Ce n’est plus un brouillon, et de nouveaux tours n’ont pas été demandés.',
  ],
  columns: {
    kind: ['Kind', 'Type'],
    number: ['No.', 'N°'],
    title: ['Title', 'Titre'],
    code: ['Code', 'Code'],
  },
  eraseManyTitle: ['Erase', 'Effacer'],
  eraseManyMeans: [
    'Drafts that were never sent go with their documents, and nothing of them stays. Of all others documents, people and all other personal data go; their number stays, with what happened when and who did it. This cannot be undone.',
    'Les brouillons jamais envoyés disparaissent avec leurs documents, et il n’en reste rien. De tous les autres, les documents, les personnes et toutes les autres données personnelles disparaissent\u202f; il reste le numéro, ce qui s’est passé, quand, et qui l’a fait. C’est définitif.',
  ],
  eraseButton: ['Erase for good', 'Effacer définitivement'],
  wholeList: (kind: string) => [
    `${kind}: all that the list shows`,
    `${kind}\u00a0: tout ce que montre la liste`,
  ],
  listShows: (count: string) => [
    `Records that the list shows, on all of its pages: ${count}.`,
    `Documents que montre la liste, sur toutes ses pages\u00a0: ${count}.`,
  ],
  tooManyRecords: (most: string) => [
    `The list shows more than ${most} records, which is the most at a time. Narrow its filter.`,
    `La liste montre plus de ${most} documents, le maximum à la fois. Restreignez son filtre.`,
  ],
  listChanged: [
    'The list shows other records by now, or they have moved on. Nothing was done; look again.',
    'La liste montre entre-temps d’autres documents, ou ils ont avancé. Rien n’a été fait\u202f; regardez de nouveau.',
  ],
  draftsSent: (count: string, drafts: number) => [
    drafts === 0
      ? 'There is no draft among them.'
      : drafts === 1
        ? '1 draft is sent for signature.'
        : `${count} drafts are sent for signature.`,
    drafts === 0
      ? 'Il n’y a aucun brouillon parmi eux.'
      : drafts === 1
        ? '1 brouillon est envoyé en signature.'
        : `${count} brouillons sont envoyés en signature.`,
  ],
  roundsToo: (count: string, others: number) => [
    others === 1
      ? 'Begin a new round for the 1 that is no draft, too'
      : `Begin a new round for the ${count} that are no drafts, too`,
    others === 1
      ? 'Commencer aussi un nouveau tour pour celui qui n’est pas un brouillon'
      : `Commencer aussi un nouveau tour pour les ${count} qui ne sont pas des brouillons`,
  ],
  wouldSetAside: (counts: { others: string; signatures: string; documents: string; calls: string }) => [
    `No drafts: ${counts.others}. They are left alone unless you tick them below: a new round would set aside what has come back of them, and everybody would have to sign anew. Signatures: ${counts.signatures}; signed documents: ${counts.documents}; calls still to be made: ${counts.calls}. The signing application is not told.`,
    `Ne sont pas des brouillons\u00a0: ${counts.others}. Ils sont laissés tels quels si vous ne les cochez pas ci-dessous\u00a0: un nouveau tour mettrait de côté ce qui en est revenu, et chacun devrait signer de nouveau. Signatures\u00a0: ${counts.signatures}\u202f; documents signés\u00a0: ${counts.documents}\u202f; appels encore à faire\u00a0: ${counts.calls}. L’application de signature n’est pas prévenue.`,
  ],
  inSigning: (count: string, signing: number) => [
    signing === 0 ? 'None is in signing.' : signing === 1 ? '1 is in signing.' : `${count} are in signing.`,
    signing === 0
      ? 'Rien n’est en signature.'
      : signing === 1
        ? '1 est en signature.'
        : `${count} sont en signature.`,
  ],
  draftsDeleted: (count: string, drafts: number) => [
    drafts === 0
      ? 'All were sent before.'
      : drafts === 1
        ? '1 was never sent: it is deleted, and nothing of it stays.'
        : `${count} were never sent: they are deleted, and nothing of them stays.`,
    drafts === 0
      ? 'Tous ont déjà été envoyés.'
      : drafts === 1
        ? '1 n’a jamais été envoyé\u00a0: il est supprimé, et il n’en reste rien.'
        : `${count} n’ont jamais été envoyés\u00a0: ils sont supprimés, et il n’en reste rien.`,
  ],
  othersErased: (count: string, others: number) => [
    others === 0
      ? 'There is no other record among them.'
      : others === 1
        ? 'Of 1 the number stays, with what happened when; documents and personal data go.'
        : `Of ${count} the numbers stay, with what happened when; documents and personal data go.`,
    others === 0
      ? 'Il n’y a aucun autre document parmi eux.'
      : others === 1
        ? 'D’un document il reste le numéro et ce qui s’est passé, quand\u202f; le document et les données personnelles disparaissent.'
        : `De ${count} il reste les numéros et ce qui s’est passé, quand\u202f; les documents et les données personnelles disparaissent.`,
  ],
  signingErased: (count: string, signing: number) => [
    signing === 0
      ? 'None is in signing.'
      : signing === 1
        ? '1 is in signing. The signing application is not told that it is gone.'
        : `${count} are in signing. The signing application is not told that they are gone.`,
    signing === 0
      ? 'Aucun n’est en signature.'
      : signing === 1
        ? '1 est en signature. L’application de signature n’est pas prévenue de sa disparition.'
        : `${count} sont en signature. L’application de signature n’est pas prévenue de leur disparition.`,
  ],
  typeNumber: (count: string) => [
    `To confirm, type how many: ${count}`,
    `Pour confirmer, tapez leur nombre\u00a0: ${count}`,
  ],
  numberWrong: ['This is not the number of records.', 'Ce n’est pas le nombre de documents.'],
});
