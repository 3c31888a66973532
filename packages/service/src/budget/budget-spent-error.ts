import { ExpectedError } from '@campus/config';

/** Which budget it is: that of one caller (HTTP 429), that of all together, or the time that a request has (503). */
export type SpentBudget = 'caller' | 'all' | 'time';

/** What a person is told, by budget, in English and in French; `{wait}` stands for the seconds to wait. */
export const budgetMessages = {
  caller: [
    'You ask for too many of these at once or in a short time. Try again in {wait} s.',
    'Vous en demandez trop à la fois ou en peu de temps. Réessayez dans {wait} s.',
  ],
  all: [
    'Too many requests of this kind are under way at the moment. Try again in {wait} s.',
    'Trop de requêtes de ce type sont en cours pour le moment. Réessayez dans {wait} s.',
  ],
  time: [
    'This took too long and was ended. Ask for less, with a narrower filter or rarer words, or try again in {wait} s.',
    'Cela a pris trop de temps et a été arrêté. Demandez moins, par un filtre plus étroit ou des mots plus rares, ou réessayez dans {wait} s.',
  ],
} satisfies Record<SpentBudget, readonly [en: string, fr: string]>;

/** Something that requests use up is used up for now. Nothing was done; the same request may succeed later. */
export class BudgetSpentError extends ExpectedError {
  readonly budget: SpentBudget;
  /** 429 for one's own budget (RFC 6585 §4), 503 for the others (RFC 9110 §15.6.4). */
  readonly status: 429 | 503;
  /** When trying again makes sense, from 1 second. */
  readonly retryAfterSeconds: number;

  constructor(budget: SpentBudget, { retryAfterSeconds = 1 }: { retryAfterSeconds?: number } = {}) {
    super(budgetMessages[budget][0].replace('{wait}', String(retryAfterSeconds)));
    this.budget = budget;
    this.status = budget === 'caller' ? 429 : 503;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
