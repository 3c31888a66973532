import { ParameterError } from '../parameter-error.ts';

/** Value parser: a whole number in decimal digits, from `min` to `max`. */
export function wholeNumber({ min, max }: { min: number; max: number }): (text: string) => number {
  return (text) => {
    const number = /^-?\d{1,15}$/.test(text.trim()) ? Number(text) : Number.NaN;
    if (number >= min && number <= max) return number;
    throw new ParameterError(`must be a whole number from ${min} to ${max}`);
  };
}
