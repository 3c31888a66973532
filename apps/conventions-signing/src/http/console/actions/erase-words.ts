import { inEachLanguage } from '@campus/pages';

/** What the pages say that remove a record. */
export const eraseWords = inEachLanguage({
  delete: ['Delete the draft', 'Supprimer le brouillon'],
  erase: ['Erase', 'Effacer'],
  deleteTitle: (name: string) => [`Delete the draft: ${name}`, `Supprimer le brouillon\u00a0: ${name}`],
  eraseTitle: (name: string) => [`Erase: ${name}`, `Effacer\u00a0: ${name}`],
  deleteMeans: [
    'It was never sent for signature: the draft goes with its document, and nothing of it stays. This cannot be undone.',
    'Il n’a jamais été envoyé en signature\u00a0: le brouillon disparaît avec son document, et il n’en reste rien. C’est définitif.',
  ],
  stubMeans: [
    'Its document and all personal data go. Its number and its history stay, since an erased amendment belongs to it. This cannot be undone.',
    'Son document et toutes les données personnelles disparaissent. Son numéro et son historique restent, car un avenant effacé s’y rattache. C’est définitif.',
  ],
  eraseMeans: [
    'Documents, people and all other personal data go, whatever was signed with them. Its number stays, with what happened when and who did it. This cannot be undone.',
    'Les documents, les personnes et toutes les autres données personnelles disparaissent, quoi que l’on ait signé. Il reste le numéro, ce qui s’est passé, quand, et qui l’a fait. C’est définitif.',
  ],
  lost: ['This goes:', 'Ceci disparaît\u00a0:'],
  registeredDocument: ['the document that is registered', 'le document enregistré'],
  signedDocuments: (count: number) => [
    count === 1 ? '1 signed document' : `${count} signed documents`,
    count < 2 ? `${count} document signé` : `${count} documents signés`,
  ],
  people: (count: number) => [
    count === 1 ? '1 signatory' : `${count} signatories`,
    `${count} signataire${count > 1 ? 's' : ''}`,
  ],
  reason: ['Reason', 'Motif'],
  reasonHelp: [
    'It stays in the history, with your name: name nobody in it.',
    'Il reste dans l’historique, avec votre nom\u00a0: n’y nommez personne.',
  ],
});
