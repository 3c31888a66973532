import { randomBytes } from 'node:crypto';

/** 128 random bits: nobody guesses it, and it never comes twice. */
export function randomName(): string {
  return randomBytes(16).toString('hex');
}
