import { inEachLanguage } from '@campus/pages';

/** What the forms of the console say. */
export const formWords = inEachLanguage({
  newAgreement: ['New agreement', 'Nouvelle convention'],
  newAmendment: (agreement: string) => [`New amendment to ${agreement}`, `Nouvel avenant à ${agreement}`],
  editTitle: (name: string) => [`Edit the draft: ${name}`, `Modifier le brouillon\u00a0: ${name}`],
  signedOutsideTitle: (name: string) => [
    `Record as signed outside: ${name}`,
    `Enregistrer comme signé hors application\u00a0: ${name}`,
  ],
  signatories: ['Signatories', 'Signataires'],
  signatoriesHelp: [
    'Who signs first has the order 1. Those of the same order sign at the same time.',
    'Qui signe en premier a l’ordre 1. Ceux du même ordre signent en même temps.',
  ],
  templateSignatoriesHelp: [
    'A role for each, such as student or tutor. Names and mail address only where it is always the same person, such as the head of the department.',
    'Un rôle pour chacun, comme étudiant ou tuteur. Les noms et l’adresse seulement si c’est toujours la même personne, comme la direction du département.',
  ],
  signatory: ['Signatory', 'Signataire'],
  role: ['Role', 'Rôle'],
  beginWith: ['Begin with', 'Commencer par'],
  beginWithHelp: [
    'A template fills in signing circuit, signatories and watchers; another record all but reference, document and dates.',
    'Un modèle remplit le circuit, les signataires et les observateurs\u202f; un autre dossier, tout sauf la référence, le document et les dates.',
  ],
  beginWithNothing: ['(nothing)', '(rien)'],
  template: (name: string) => [`Template ${name}`, `Modèle ${name}`],
  fillIn: ['Fill in', 'Remplir'],
  filledIn: [
    'The form is filled in. What was typed where something was filled in is replaced.',
    'Le formulaire est rempli. Ce qui était saisi à ces endroits est remplacé.',
  ],
  nothingToFillIn: ['This is not there any more.', 'Cela n’existe plus.'],
  templates: ['Templates', 'Modèles'],
  name: ['Family name', 'Nom'],
  givenName: ['Given name', 'Prénom'],
  mail: ['Mail', 'Adresse électronique'],
  phone: ['Phone', 'Téléphone'],
  order: ['Order', 'Ordre'],
  addSignatory: ['Add a signatory', 'Ajouter un signataire'],
  removeSignatory: ['Remove', 'Retirer'],
  removeSignatoryOf: ['signatory', 'signataire'],
  watchers: ['Watchers', 'Observateurs'],
  watchersHelp: [
    'Mail addresses of those who receive the document and do not sign, one a line.',
    'Adresses électroniques de ceux qui reçoivent le document sans le signer, une par ligne.',
  ],
  line: (number: number, sentence: string) => [
    `Line ${number}: ${sentence}`,
    `Ligne ${number}\u00a0: ${sentence}`,
  ],
  document: ['Document to be signed (PDF)', 'Document à signer (PDF)'],
  otherDocument: ['Another document (PDF)', 'Autre document (PDF)'],
  otherDocumentHelp: [
    'Leave it empty to keep the document that is registered.',
    'Laissez vide pour garder le document enregistré.',
  ],
  scan: [
    'Scan, or signed document from elsewhere (PDF)',
    'Numérisation, ou document signé venu d’ailleurs (PDF)',
  ],
  scanHelp: ['It may be missing.', 'Il peut manquer.'],
  chooseAgain: [
    'What you have typed is kept; the file has to be chosen again.',
    'Ce que vous avez saisi est conservé\u202f; le fichier doit être choisi de nouveau.',
  ],
  chooseFile: ['Choose a PDF.', 'Choisissez un PDF.'],
  tooLarge: (most: string) => [`The file is larger than ${most}.`, `Le fichier dépasse ${most}.`],
  correct: [
    'Nothing was saved. Please correct what is marked below.',
    'Rien n’a été enregistré. Veuillez corriger ce qui est signalé ci-dessous.',
  ],
  register: ['Register as a draft', 'Enregistrer comme brouillon'],
  registerAndSend: ['Register and send for signature', 'Enregistrer et envoyer en signature'],
  save: ['Save', 'Enregistrer'],
  signedOutsideMeans: [
    'For what was signed on paper or in another product. It counts as signed from then on and is shown as signed outside; a call that is still to be made is cancelled. Taking it back to draft undoes it.',
    'Pour ce qui a été signé sur papier ou dans un autre produit. Cela compte alors comme signé et est présenté comme signé hors application\u202f; un appel encore à faire est annulé. Remettre en brouillon l’annule.',
  ],
  reason: ['Reason', 'Motif'],
  reasonHelp: [
    'It stays in the history, with your name. For example: signed on paper on 21 November.',
    'Il reste dans l’historique, avec votre nom. Par exemple\u00a0: signé sur papier le 21 novembre.',
  ],
  dates: ['Dates of signature', 'Dates de signature'],
  datesHelp: (timeZone: string) => [
    `The day of each signature, where it is known, in the time zone ${timeZone}. It is kept as noon of that day; of today, as the present time.`,
    `Le jour de chaque signature, s’il est connu, dans le fuseau horaire ${timeZone}. Il est enregistré à midi\u202f; celui d’aujourd’hui, à l’heure qu’il est.`,
  ],
  dateKept: [
    'This date is recorded already. Empty or unchanged, it stays as it is.',
    'Cette date est déjà enregistrée. Vide ou inchangée, elle reste telle quelle.',
  ],
  sameDate: ['The same date for all', 'La même date pour tous'],
  sameDateHelp: [
    'It counts for everybody below whose own date is empty.',
    'Elle vaut pour tous ceux, ci-dessous, dont la date est vide.',
  ],
  inFuture: ['This must not be in the future.', 'Cette date ne doit pas être dans le futur.'],
  noSuchDay: [
    'This must be an existing day, from 1950 on.',
    'Ce doit être un jour existant, à partir de 1950.',
  ],
  record: ['Record as signed outside', 'Enregistrer comme signé hors application'],
});
