import { ParameterError } from '../parameter-error.ts';

/** Value parser: a time of day with 24 hours, given back as `07:00`. */
export function timeOfDay(text: string): string {
  const [, hours = '', minutes = ''] = /^(\d{1,2}):([0-5]\d)$/.exec(text.trim()) ?? [];
  if (hours === '' || Number(hours) > 23) throw new ParameterError('must be a time of day, such as 07:00');
  return `${hours.padStart(2, '0')}:${minutes}`;
}
