/** Where a value comes from. `default` is also a parameter that is not set and has no default. */
export type Origin =
  | { readonly kind: 'default' }
  | { readonly kind: 'environment'; readonly variable: string }
  | { readonly kind: 'file'; readonly path: string; readonly line: number };

/** A place as messages and tables name it, for example `conventions-signing.properties line 3`. */
export function showOrigin(origin: Origin): string {
  switch (origin.kind) {
    case 'default':
      return 'default';
    case 'environment':
      return `environment variable ${origin.variable}`;
    case 'file':
      return `${origin.path} line ${origin.line}`;
  }
}

/**
 * A value that is no secret by declaration, as it may be shown: of an address what stands before an `@`, since a password
 * put into the wrong URL must not end in a log, and the values of its query, where applications expect their keys.
 */
export function maskAddress(text: string): string {
  if (!text.includes('//')) return text;
  return text.replace(/(?<=\?.*=)[^&#]+(?=[&#]|$)/gs, '***').replace(/\/\/.*@/s, '//***@');
}
