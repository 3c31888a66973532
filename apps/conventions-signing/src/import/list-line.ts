import { ownTextNames } from '../domain/registered-texts.ts';
import type { Registration } from '../domain/signable.ts';
import { check } from '../wire/check.ts';
import { metadataInput, ownInput } from '../wire/inputs.ts';
import { readMetadata } from '../wire/read-metadata.ts';
import { fromWire } from '../wire/registration-fields.ts';
import { z } from '../wire/schema.ts';
import { someText } from '../wire/text.ts';

/**
 * A line of a list as programs write it: the combined document object of the management API, with the name of a file
 * of the archive in place of the PDF. `convention` is the reference of the agreement that an amendment changes.
 */
const lineInput = z.strictObject({
  ...ownInput.shape,
  // By it a line is known again: nothing is registered twice.
  reference: someText,
  pdf: someText,
  convention: someText.nullish(),
  metadata: metadataInput,
});

/** What a line asks to be registered. */
export interface ListLine extends Omit<Registration, 'pdf'> {
  reference: string;
  /** Name of its PDF in the archive. */
  pdf: string;
  /** Reference of the agreement that it amends; null: it is an agreement. */
  agreement: string | null;
}

/** What stands on a line of a file, and where that is. */
export interface RawLine {
  /** From 1. */
  number: number;
  /** Undefined when the line cannot be read at all. */
  value?: unknown;
  /** Why it cannot. */
  problem?: string;
  /** The place of a value (JSON pointer) in the words of the file. */
  place: (pointer: string) => string;
}

/** @throws InvalidInput  with every problem and its place */
export function readLine(value: unknown): ListLine {
  const { metadata, pdf, convention, ...own } = check(lineInput, value);
  return {
    metadata: readMetadata(metadata),
    own: fromWire(ownTextNames, own),
    reference: own.reference,
    pdf,
    agreement: convention ?? null,
  };
}
