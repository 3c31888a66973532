/**
 * Which agreements the benchmark uses for what. None that is written to stands on a page that is read, so that
 * no case changes what another one measures.
 */

/** Numbers from `first` on. */
export interface NumberRange {
  first: number;
  count: number;
}

export type BenchRecords = ReturnType<typeof recordsAmong>;

/** @param count  how many there are in all, a multiple of 1000 */
export function recordsAmong(count: number) {
  const fromTenth = (tenth: number, share: number): NumberRange => ({
    first: (tenth * count) / 10 + 1,
    count: Math.ceil(share * count),
  });
  return {
    all: fromTenth(0, 1),
    /** Nobody writes to them. */
    onlyRead: fromTenth(0, 0.1),
    /** Their registered documents are real PDFs; those of the others are a few bytes. */
    with200Kilobytes: fromTenth(1, 0.001),
    with5Megabytes: fromTenth(2, 0.0001),
    /** Each server writes to its own, many enough that none becomes unlike a real one. */
    writtenByService: fromTenth(3, 0.01),
    writtenByBare: fromTenth(4, 0.01),
    /** Drafts, for each server its own, as many as it sends for signature. */
    sentByService: fromTenth(5, 0.2),
    sentByBare: fromTenth(7, 0.299),
  };
}

/** The number to use in the n-th request: one after the other, over and over. */
export function numberIn({ first, count }: NumberRange, n: number): number {
  return first + (n % count);
}

/** Mail address of the signatory who signs first. */
export function firstSignatoryOf(number: number): string {
  return `student${number}@university.example`;
}
