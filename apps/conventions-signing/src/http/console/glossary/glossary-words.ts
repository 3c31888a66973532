import { inEachLanguage } from '@campus/pages';

/** The words of the console that mean something of their own here. */
export const glossaryWords = inEachLanguage({
  agreement: {
    term: ['agreement', 'convention'],
    meaning: [
      'An internship agreement: a document in PDF with those who have to sign it, under a number of its own.',
      'Une convention de stage\u00a0: un document PDF avec les personnes qui doivent le signer, sous un numéro propre.',
    ],
  },
  amendment: {
    term: ['amendment', 'avenant'],
    meaning: [
      'A change to an agreement. It has its own document, its own signatories and its own number.',
      'Une modification d’une convention. Il a son propre document, ses propres signataires et son propre numéro.',
    ],
  },
  signatory: {
    term: ['signatory', 'signataire'],
    meaning: [
      'Somebody who has to sign. Those of order 1 sign first; those of the same order sign at the same time.',
      'Une personne qui doit signer. Celles d’ordre 1 signent en premier\u202f; celles du même ordre signent en même temps.',
    ],
  },
  watcher: {
    term: ['watcher', 'observateur'],
    meaning: [
      'A mail address that receives the document to read, and signs nothing.',
      'Une adresse électronique qui reçoit le document pour lecture, et ne signe rien.',
    ],
  },
  draft: {
    term: ['draft', 'brouillon'],
    meaning: [
      'Registered and not sent yet, or taken back. It can be changed, and what was never sent can be deleted.',
      'Enregistré et pas encore envoyé, ou ramené à cet état. Il peut être modifié, et supprimé s’il n’a jamais été envoyé.',
    ],
  },
  'in-signing': {
    term: ['in signing', 'en signature'],
    meaning: [
      'Sent for signature: a round has begun, and it is signed when every date and the signed document have come back.',
      'Envoyé en signature\u00a0: un tour a commencé, et c’est signé quand toutes les dates et le document signé sont revenus.',
    ],
  },
  refused: {
    term: ['refused', 'refusé'],
    meaning: [
      'Somebody has refused to sign, as the signing application said. The round takes nothing more; a new one answers it.',
      'Une personne a refusé de signer, comme l’application de signature l’a dit. Le tour ne reçoit plus rien\u202f; un nouveau tour y répond.',
    ],
  },
  'signed-outside': {
    term: ['signed outside', 'signé hors application'],
    meaning: [
      'Signed on paper or in another product, as staff has recorded with a reason.',
      'Signé sur papier ou dans un autre produit, comme le personnel l’a enregistré avec un motif.',
    ],
  },
  erased: {
    term: ['erased', 'effacé'],
    meaning: [
      'Documents and personal data are gone; what remains is the number and what happened when.',
      'Les documents et les données personnelles ont disparu\u202f; il reste le numéro, et ce qui s’est passé quand.',
    ],
  },
  round: {
    term: ['round', 'tour'],
    meaning: [
      'One pass of signing. A new one sets earlier dates and signed documents aside: they stay readable, and count no more.',
      'Un passage en signature. Un nouveau tour met de côté les dates et les documents signés d’avant\u00a0: ils restent lisibles, mais ne comptent plus.',
    ],
  },
  'signing-application': {
    term: ['signing application', 'application de signature'],
    meaning: [
      'The product in which people sign. It is called when a round begins, fetches the document, and gives back dates and the signed document.',
      'Le produit dans lequel on signe. Elle est appelée au début d’un tour, vient chercher le document, et rend les dates et le document signé.',
    ],
  },
  'signing-circuit': {
    term: ['signing circuit', 'circuit de signature'],
    meaning: [
      'What the signing application is to do with the document, by the name that it has there.',
      'Ce que l’application de signature doit faire du document, sous le nom qu’il y porte.',
    ],
  },
  call: {
    term: ['call', 'appel'],
    meaning: [
      'What tells the signing application that a round has begun. When an attempt fails, others follow for three days; then the call has failed, and staff calls again.',
      'Ce qui annonce à l’application de signature qu’un tour a commencé. Quand un essai échoue, d’autres suivent pendant trois jours\u202f; ensuite l’appel a échoué, et le personnel demande un nouvel appel.',
    ],
  },
  attempt: {
    term: ['attempt', 'essai'],
    meaning: [
      'One request to the signing application. All attempts of a call carry the same identifier, so that it knows what it has had before.',
      'Une requête à l’application de signature. Tous les essais d’un appel portent le même identifiant, pour qu’elle reconnaisse ce qu’elle a déjà reçu.',
    ],
  },
  reference: {
    term: ['its identifier', 'son identifiant'],
    meaning: [
      'What the signing application calls a round, as it said when it was called. By it the round is found there.',
      'Le nom que l’application de signature donne à un tour, comme elle l’a dit quand elle a été appelée. Il sert à l’y retrouver.',
    ],
  },
  template: {
    term: ['template', 'modèle'],
    meaning: [
      'A signing circuit with the roles that sign in it, kept so that a new record begins with it.',
      'Un circuit de signature avec les rôles qui y signent, conservé pour commencer de nouveaux enregistrements.',
    ],
  },
  'superseded-document': {
    term: ['superseded document', 'document remplacé'],
    meaning: [
      'A document that a later one of the same record has replaced. What was signed of it is kept, and does not count.',
      'Un document que le même enregistrement a remplacé par un autre. Ce qui en a été signé est conservé, et ne compte pas.',
    ],
  },
});
