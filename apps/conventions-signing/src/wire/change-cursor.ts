import type { ChainPlace } from '../ledger/chain.ts';
import { z } from './schema.ts';

/** Of the hash, so much that no other chain has the same: a database that was put back has one from then on. */
const hashLength = 16;

/** A place in the ledger as programs keep it. */
export function cursorOf({ position, hash }: ChainPlace): string {
  return `${position}-${hash.slice(0, hashLength)}`;
}

/** A cursor that came back, with what it tells of the hash. */
export const cursorText = z
  .string()
  .regex(/^\d{1,15}-[0-9a-f]{16}$/)
  .transform((text): ChainPlace => {
    const [position = '', hash = ''] = text.split('-');
    return { position: Number(position), hash };
  });
