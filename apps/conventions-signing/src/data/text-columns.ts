import type { RegisteredTextName } from '../domain/registered-texts.ts';

/** `companyName` → `company_name`. */
export function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Registered texts of `signables s` under their own names, as `companyName` is read from `company_name`. */
export function textColumns(names: readonly RegisteredTextName[]): string {
  return names.map((name) => `s.${columnOf(name)} as "${name}"`).join(', ');
}
