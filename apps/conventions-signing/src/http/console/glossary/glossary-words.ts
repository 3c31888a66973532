import type { Glossary } from '@campus/pages';

/** The words of the console that mean something of their own here. */
export const glossaryWords = {
  agreement: {
    term: { en: 'agreement', fr: 'convention' },
    meaning: {
      en: 'An internship agreement: a document in PDF with those who have to sign it, under a number of its own.',
      fr: 'Une convention de stage\u00a0: un document PDF avec les personnes qui doivent le signer, sous un numéro propre.',
    },
  },
  amendment: {
    term: { en: 'amendment', fr: 'avenant' },
    meaning: {
      en: 'A change to an agreement. It has its own document, its own signatories and its own number.',
      fr: 'Une modification d’une convention. Il a son propre document, ses propres signataires et son propre numéro.',
    },
  },
  signatory: {
    term: { en: 'signatory', fr: 'signataire' },
    meaning: {
      en: 'Somebody who has to sign. Those of order 1 sign first; those of the same order sign at the same time.',
      fr: 'Une personne qui doit signer. Celles d’ordre 1 signent en premier\u202f; celles du même ordre signent en même temps.',
    },
  },
  watcher: {
    term: { en: 'watcher', fr: 'observateur' },
    meaning: {
      en: 'A mail address that receives the document to read, and signs nothing.',
      fr: 'Une adresse électronique qui reçoit le document pour lecture, et ne signe rien.',
    },
  },
  draft: {
    term: { en: 'draft', fr: 'brouillon' },
    meaning: {
      en: 'Registered and not sent yet, or taken back. It can be changed, and what was never sent can be deleted.',
      fr: 'Enregistré et pas encore envoyé, ou ramené à cet état. Il peut être modifié, et supprimé s’il n’a jamais été envoyé.',
    },
  },
  'in-signing': {
    term: { en: 'in signing', fr: 'en signature' },
    meaning: {
      en: 'Sent for signature: a round has begun, and it is signed when every date and the signed document have come back.',
      fr: 'Envoyé en signature\u00a0: un tour a commencé, et c’est signé quand toutes les dates et le document signé sont revenus.',
    },
  },
  refused: {
    term: { en: 'refused', fr: 'refusé' },
    meaning: {
      en: 'Somebody has refused to sign, as the signing application said. The round takes nothing more; a new one answers it.',
      fr: 'Une personne a refusé de signer, comme l’application de signature l’a dit. Le tour ne reçoit plus rien\u202f; un nouveau tour y répond.',
    },
  },
  'signed-outside': {
    term: { en: 'signed outside', fr: 'signé hors application' },
    meaning: {
      en: 'Signed on paper or in another product, as staff has recorded with a reason.',
      fr: 'Signé sur papier ou dans un autre produit, comme le personnel l’a enregistré avec un motif.',
    },
  },
  erased: {
    term: { en: 'erased', fr: 'effacé' },
    meaning: {
      en: 'Documents and personal data are gone; what remains is the number and what happened when.',
      fr: 'Les documents et les données personnelles ont disparu\u202f; il reste le numéro, et ce qui s’est passé quand.',
    },
  },
  round: {
    term: { en: 'round', fr: 'tour' },
    meaning: {
      en: 'One pass of signing. A new one sets earlier dates and signed documents aside: they stay readable, and count no more.',
      fr: 'Un passage en signature. Un nouveau tour met de côté les dates et les documents signés d’avant\u00a0: ils restent lisibles, mais ne comptent plus.',
    },
  },
  'signing-application': {
    term: { en: 'signing application', fr: 'application de signature' },
    meaning: {
      en: 'The product in which people sign. It is called when a round begins, fetches the document, and gives back dates and the signed document.',
      fr: 'Le produit dans lequel on signe. Elle est appelée au début d’un tour, vient chercher le document, et rend les dates et le document signé.',
    },
  },
  'signing-circuit': {
    term: { en: 'signing circuit', fr: 'circuit de signature' },
    meaning: {
      en: 'What the signing application is to do with the document, by the name that it has there.',
      fr: 'Ce que l’application de signature doit faire du document, sous le nom qu’il y porte.',
    },
  },
  call: {
    term: { en: 'call', fr: 'appel' },
    meaning: {
      en: 'What tells the signing application that a round has begun. When an attempt fails, others follow for three days; then the call has failed, and staff calls again.',
      fr: 'Ce qui annonce à l’application de signature qu’un tour a commencé. Quand un essai échoue, d’autres suivent pendant trois jours\u202f; ensuite l’appel a échoué, et le personnel rappelle.',
    },
  },
  attempt: {
    term: { en: 'attempt', fr: 'essai' },
    meaning: {
      en: 'One request to the signing application. All attempts of a call carry the same identifier, so that it knows what it has had before.',
      fr: 'Une requête à l’application de signature. Tous les essais d’un appel portent le même identifiant, pour qu’elle reconnaisse ce qu’elle a déjà reçu.',
    },
  },
  reference: {
    term: { en: 'its identifier', fr: 'son identifiant' },
    meaning: {
      en: 'What the signing application calls a round, as it said when it was called. By it the round is found there.',
      fr: 'Le nom que l’application de signature donne à un tour, comme elle l’a dit quand elle a été appelée. Il sert à l’y retrouver.',
    },
  },
  template: {
    term: { en: 'template', fr: 'modèle' },
    meaning: {
      en: 'A signing circuit with the roles that sign in it, kept so that a new record begins with it.',
      fr: 'Un circuit de signature avec les rôles qui y signent, conservé pour commencer de nouveaux enregistrements.',
    },
  },
  'superseded-document': {
    term: { en: 'superseded document', fr: 'document remplacé' },
    meaning: {
      en: 'A document that a later one of the same record has replaced. What was signed of it is kept, and does not count.',
      fr: 'Un document que le même enregistrement a remplacé par un autre. Ce qui en a été signé est conservé, et ne compte pas.',
    },
  },
} satisfies Glossary;
