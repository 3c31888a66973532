import type { Language } from '@campus/pages';
import type { RetentionState } from '../../../retention/rules.ts';

const en = {
  title: 'Soon erased',
  tile: (days: number) => `Erased within ${days} days`,
  which: 'Which',
  announced: (count: string, days: number, at: string) =>
    `Records that will have been kept long enough within ${days} days: ${count}. At ${at} each night those that are due go, by an operation with a report; whatever is changed until then is looked at anew.`,
  nothing: (days: number) => `Nothing will have been kept long enough within ${days} days.`,
  off: 'No time is set after which records are erased (retention.draft, retention.refused, retention.signed, retention.signed-outside): everything stays.',
  never: (days: number) =>
    `What is in signing never goes by itself, and an agreement stays until its amendments have gone. A time that is newly set, or shortened, is announced for ${days} days before anything goes by it.`,
  rules: 'How long records are kept',
  states: {
    draft: 'drafts, since their last change',
    refused: 'refused',
    signed: 'signed, since the last signature',
    'signed-outside': 'signed outside',
  } satisfies Record<RetentionState, string>,
  forever: 'for good',
  since: 'Since',
  goes: 'Goes',
  tonight: 'next night',
};

type Words = typeof en;

const fr: Words = {
  title: 'Bientôt effacés',
  tile: (days) => `Effacés sous ${days} jours`,
  which: 'Lesquels',
  announced: (count, days, at) =>
    `Documents dont la durée de conservation sera atteinte sous ${days} jours\u00a0: ${count}. Chaque nuit à ${at}, ceux qui sont arrivés à terme disparaissent, par une opération qui a un compte rendu\u202f; ce qui change d’ici là est regardé de nouveau.`,
  nothing: (days) => `Aucun document n’atteindra sa durée de conservation sous ${days} jours.`,
  off: 'Aucune durée de conservation n’est fixée (retention.draft, retention.refused, retention.signed, retention.signed-outside)\u00a0: tout reste.',
  never: (days) =>
    `Ce qui est en signature ne disparaît jamais de soi-même, et une convention reste tant que ses avenants ne sont pas partis. Une durée nouvelle ou raccourcie est annoncée pendant ${days} jours avant que quoi que ce soit ne disparaisse.`,
  rules: 'Durées de conservation',
  states: {
    draft: 'brouillons, depuis leur dernier changement',
    refused: 'refusés',
    signed: 'signés, depuis la dernière signature',
    'signed-outside': 'signés hors application',
  },
  forever: 'sans limite',
  since: 'Depuis',
  goes: 'Disparaît',
  tonight: 'la nuit prochaine',
};

/** What the console says of what is kept for a limited time. */
export const retentionWords = { en, fr } satisfies Record<Language, Words>;
