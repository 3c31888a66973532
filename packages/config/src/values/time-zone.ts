import { ParameterError } from '../parameter-error.ts';

/** Value parser: the name of a time zone, in the spelling of the IANA database. */
export function timeZone(given: string): string {
  const zone = given.trim();
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new ParameterError('must be the name of a time zone, such as Europe/Paris or UTC');
  }
}
