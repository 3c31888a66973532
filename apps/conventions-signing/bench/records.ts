/**
 * Which agreements the benchmark uses for what. None that is written to stands on a page that is read, so that
 * no case changes what another one measures.
 */

/** Numbers from `first` on. */
export interface NumberRange {
  first: number;
  count: number;
}

export const records = {
  all: { first: 1, count: 100_000 },
  /** Their registered documents are real PDFs; those of the others are a few bytes. */
  with200Kilobytes: { first: 10_001, count: 100 },
  with5Megabytes: { first: 10_101, count: 10 },
  /** Each server writes to its own, many enough that none becomes unlike a real one. */
  writtenByService: { first: 20_001, count: 1000 },
  writtenByBare: { first: 30_001, count: 1000 },
  /** Drafts, for each server its own, as many as it sends for signature. */
  sentByService: { first: 50_001, count: 24_900 },
  sentByBare: { first: 75_001, count: 24_900 },
} satisfies Record<string, NumberRange>;

/** The number to use in the n-th request: one after the other, over and over. */
export function numberIn({ first, count }: NumberRange, n: number): number {
  return first + (n % count);
}

/** Mail address of the signatory who signs first. */
export function firstSignatoryOf(number: number): string {
  return `student${number}@university.example`;
}
