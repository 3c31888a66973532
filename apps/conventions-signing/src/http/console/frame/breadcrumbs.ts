import type { Language, Link } from '@campus/pages';
import type { SignableKind } from '../../../domain/signable.ts';
import { listAddress, recordAddress } from '../../addresses.ts';
import { kindWords } from '../../said/kind-words.ts';
import { type Named, nameOf } from '../../said/record-name.ts';

/** Where a page about a record stands: below its list and the record's own page. */
export function breadcrumbsTo(record: Named, language: Language): Link[] {
  return [listLink(record.kind, language), { text: nameOf(record, language), href: recordAddress(record) }];
}

/** The way to the list of a kind. */
export function listLink(kind: SignableKind, language: Language): Link {
  return { text: kindWords[language].many[kind], href: listAddress(kind) };
}
