import { inEachLanguage, type Pair } from '@campus/pages';
import type { RetentionState } from '../../../domain/retention-rules.ts';

/** What the console says of what is kept for a limited time. */
export const retentionWords = inEachLanguage({
  title: ['Soon erased', 'Bientôt effacés'],
  tile: (days: number) => [`Erased within ${days} days`, `Effacés sous ${days} jours`],
  which: ['Which', 'Lesquels'],
  announced: (count: string, days: number, at: string) => [
    `Records that will have been kept long enough within ${days} days: ${count}. At ${at} each night those that are due go, by an operation with a report; whatever is changed until then is looked at anew.`,
    `Documents dont la durée de conservation sera atteinte sous ${days} jours\u00a0: ${count}. Chaque nuit à ${at}, ceux qui sont arrivés à terme disparaissent, par une opération qui a un compte rendu\u202f; ce qui change d’ici là est regardé de nouveau.`,
  ],
  nothing: (days: number) => [
    `Nothing will have been kept long enough within ${days} days.`,
    `Aucun document n’atteindra sa durée de conservation sous ${days} jours.`,
  ],
  off: [
    'No time is set after which records are erased (retention.draft, retention.refused, retention.signed, retention.signed-outside): everything stays.',
    'Aucune durée de conservation n’est fixée (retention.draft, retention.refused, retention.signed, retention.signed-outside)\u00a0: tout reste.',
  ],
  never: (days: number) => [
    `What is in signing never goes by itself, and an agreement stays until its amendments have gone. A time that is newly set, or shortened, is announced for ${days} days before anything goes by it.`,
    `Ce qui est en signature ne disparaît jamais de soi-même, et une convention reste tant que ses avenants ne sont pas partis. Une durée nouvelle ou raccourcie est annoncée pendant ${days} jours avant que quoi que ce soit ne disparaisse.`,
  ],
  rules: ['How long records are kept', 'Durées de conservation'],
  states: {
    draft: ['drafts, since their last change', 'brouillons, depuis leur dernier changement'],
    refused: ['refused', 'refusés'],
    signed: ['signed, since the last signature', 'signés, depuis la dernière signature'],
    'signed-outside': ['signed outside', 'signés hors application'],
  } satisfies Record<RetentionState, Pair>,
  forever: ['for good', 'sans limite'],
  since: ['Since', 'Depuis'],
  goes: ['Goes', 'Disparaît'],
  tonight: ['next night', 'la nuit prochaine'],
});
