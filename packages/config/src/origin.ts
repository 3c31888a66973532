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
