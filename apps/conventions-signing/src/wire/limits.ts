/** Largest PDF, deposited or registered. */
export const maxPdfBytes = 50 * 1024 * 1024;

/** Largest JSON body of the public API. */
export const maxJsonBytes = 1024 * 1024;

/** Largest JSON registration: the largest PDF in Base64 and its metadata. */
export const maxRegistrationBytes = 68 * 1024 * 1024;

/** 52428800 → `50 MiB`, for messages. */
export function inMebibytes(bytes: number): string {
  return `${bytes / (1024 * 1024)} MiB`;
}
