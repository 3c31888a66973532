import type { Language } from '@campus/language';
import type { SignableKind } from '../../../signing/signable.ts';
import type { Stage } from '../../../signing/stage.ts';

interface Words {
  /** Of a list. */
  titles: Record<SignableKind, string>;
  kinds: Record<SignableKind, string>;
  stages: Record<Stage, string>;

  reference: string;
  document: string;
  company: string;
  state: string;
  signatures: string;
  noTitle: string;

  /** Marks of signatories. */
  hasSigned: string;
  isNext: string;
  isLater: string;
  forLong(duration: string): string;
  forHowLong: string;
  allSigned: string;
  depositedEarly: string;
  nextAttempt: string;

  filter: {
    label: string;
    words: string;
    state: string;
    anyState: string;
    states: Record<'draft' | 'signing' | 'signed' | 'erased', string>;
    waitingFor: string;
    waitingForMail: string;
    failed: string;
    apply: string;
    all: string;
  };
  list: string;
  none: string;
  noneFound: string;
  send: string;
  register: string;
  select(what: string): string;
}

/** What the lists of agreements and amendments say, and what each record has in common. */
export const words: Record<Language, Words> = {
  en: {
    titles: { agreement: 'Agreements', amendment: 'Amendments' },
    kinds: { agreement: 'Agreement', amendment: 'Amendment' },
    stages: {
      draft: 'draft',
      calling: 'waiting for the signing application',
      retrying: 'call failed, tried again',
      failed: 'call failed',
      signing: 'in signing',
      signed: 'signed',
      'signed-outside': 'signed outside',
      erased: 'erased',
    },
    reference: 'Reference',
    document: 'Document',
    company: 'Host organisation',
    state: 'State',
    signatures: 'Signatures',
    noTitle: '(erased)',
    hasSigned: 'has signed',
    isNext: 'is next',
    isLater: 'comes later',
    forLong: (duration) => `for ${duration}`,
    forHowLong: 'How long',
    allSigned: 'All have signed; the signed document has not arrived yet.',
    depositedEarly: 'A signed document has arrived; dates are missing.',
    nextAttempt: 'Next attempt',
    filter: {
      label: 'Filter',
      words: 'Words',
      state: 'State',
      anyState: 'all',
      states: { draft: 'draft', signing: 'in signing', signed: 'signed', erased: 'erased' },
      waitingFor: 'Waiting for',
      waitingForMail: 'Waiting for (mail address)',
      failed: 'Only where the call failed',
      apply: 'Filter',
      all: 'Show all',
    },
    list: 'List',
    none: 'There is nothing here yet.',
    noneFound: 'Nothing fits the filter.',
    register: 'New agreement',
    send: 'Send the selected for signature',
    select: (what) => `Select ${what}`,
  },
  fr: {
    titles: { agreement: 'Conventions', amendment: 'Avenants' },
    kinds: { agreement: 'Convention', amendment: 'Avenant' },
    stages: {
      draft: 'brouillon',
      calling: "en attente de l'application de signature",
      retrying: 'appel échoué, nouvel essai prévu',
      failed: 'appel échoué',
      signing: 'en signature',
      signed: 'signé',
      'signed-outside': 'signé hors application',
      erased: 'effacé',
    },
    reference: 'Référence',
    document: 'Document',
    company: "Organisme d'accueil",
    state: 'État',
    signatures: 'Signatures',
    noTitle: '(effacé)',
    hasSigned: 'a signé',
    isNext: 'doit signer maintenant',
    isLater: 'signera ensuite',
    forLong: (duration) => `depuis ${duration}`,
    forHowLong: 'Depuis',
    allSigned: "Tous ont signé ; le document signé n'est pas encore arrivé.",
    depositedEarly: 'Un document signé est arrivé ; il manque des dates.',
    nextAttempt: 'Prochain essai',
    filter: {
      label: 'Filtre',
      words: 'Mots',
      state: 'État',
      anyState: 'tous',
      states: { draft: 'brouillon', signing: 'en signature', signed: 'signé', erased: 'effacé' },
      waitingFor: 'En attente de',
      waitingForMail: 'En attente de (adresse électronique)',
      failed: "Seulement si l'appel a échoué",
      apply: 'Filtrer',
      all: 'Tout afficher',
    },
    list: 'Liste',
    none: "Il n'y a encore rien ici.",
    noneFound: 'Rien ne correspond au filtre.',
    register: 'Nouvelle convention',
    send: 'Envoyer la sélection en signature',
    select: (what) => `Sélectionner ${what}`,
  },
};
