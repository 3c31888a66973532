/**
 * A value that is no secret by declaration, as it may be shown: of an address what stands before an `@`, since a password
 * put into the wrong URL must not end in a log, and the values of its query, where applications expect their keys.
 */
export function maskAddress(text: string): string {
  if (!text.includes('//')) return text;
  return text.replace(/(?<=\?.*=)[^&#]+(?=[&#]|$)/gs, '***').replace(/\/\/.*@/s, '//***@');
}
