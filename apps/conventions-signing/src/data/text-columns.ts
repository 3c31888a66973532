import type { RegisteredTextName } from '../signing/registered-texts.ts';

/** Registered texts of `signables s` under their own names, as `companyName` is read from `company_name`. */
export function textColumns(names: readonly RegisteredTextName[]): string {
  return names
    .map((name) => `s.${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)} as "${name}"`)
    .join(', ');
}
