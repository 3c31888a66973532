import type { Language } from '@campus/pages';
import { reasonWords } from './reason-words.ts';

/** What is kept for a limited time: records in these states, those that were signed outside apart. */
export const retentionStates = ['draft', 'refused', 'signed', 'signed-outside'] as const;
export type RetentionState = (typeof retentionStates)[number];

/** After how many days in a state records are erased; what is absent stays. */
export type RetentionRules = { [State in RetentionState]?: number | undefined };

/** A rule that is in force. */
export interface RetentionRule {
  state: RetentionState;
  days: number;
}

/** Those that are in force. */
export function rulesOf(rules: RetentionRules): RetentionRule[] {
  return retentionStates.flatMap((state) => {
    const days = rules[state];
    return days === undefined ? [] : [{ state, days }];
  });
}

const dayMs = 24 * 3_600_000;

/** What has been in the state of a rule since before that is due at an instant. */
export function dueSince({ days }: RetentionRule, at: Date): Date {
  return new Date(at.getTime() - days * dayMs);
}

/** Why a rule erases, as the history keeps it. */
export function retentionReason({ state, days }: RetentionRule, language: Language): string {
  return reasonWords[language][state](daysInWords(days, language));
}

/** So many days, as people read it. */
export function daysInWords(days: number, language: Language): string {
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'day', unitDisplay: 'long' }).format(days);
}
