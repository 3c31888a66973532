import type { Language, Link } from '@campus/pages';
import type { Request } from 'express';
import type { Database } from '../../../data/open-database.ts';
import { findSignable } from '../../../data/signables.ts';
import type { SignableRecord } from '../../../data/whole-record.ts';
import type { SignableKind, SignableRef } from '../../../domain/signable.ts';
import { signableNotFound } from '../../../signing/conditions.ts';
import { listAddress, recordAddress } from '../../addresses.ts';
import { refIn } from '../../asked/ref-in.ts';
import { type Named, nameOf } from '../../said/record-name.ts';
import { kindWords } from '../../said/record-words.ts';
import type { Reader } from '../session/reader.ts';

/**
 * The whole record that the path names, which something is to be done with.
 *
 * @throws InputError  `not_found`
 * @throws SigningError  `signable_not_found`, also when it was erased
 */
export async function recordIn(asked: {
  db: Database;
  request: Request;
  reader: Reader;
  kind: SignableKind;
}): Promise<{ ref: SignableRef; record: SignableRecord }> {
  const { db, request, reader, kind } = asked;
  const ref = refIn(request, kind);
  const record = await findSignable(db, ref, reader.account.scope);
  if (record === null || record.state === 'erased') throw signableNotFound(ref);
  return { ref, record };
}

/** Where a page about a record stands: below its list and the record's own page. */
export function breadcrumbsTo(record: Named, language: Language): Link[] {
  return [listLink(record.kind, language), { text: nameOf(record, language), href: recordAddress(record) }];
}

/** The way to the list of a kind. */
export function listLink(kind: SignableKind, language: Language): Link {
  return { text: kindWords[language].many[kind], href: listAddress(kind) };
}
