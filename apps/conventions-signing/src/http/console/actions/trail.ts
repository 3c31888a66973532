import type { Language } from '@campus/language';
import type { Link } from '@campus/pages';
import type { SignableRef } from '../../../signing/signable.ts';
import { listAddress, recordAddress } from '../addresses.ts';
import { actionWords } from './action-words.ts';

type Named = SignableRef & { title: string };

/** How pages call a record: `Agreement 7 · Internship of Ada`. Titles alone are not unique. */
export function nameOf({ kind, number, title }: Named, language: Language): string {
  return `${actionWords[language].kinds[kind]} ${number} · ${title}`;
}

/** Where a page about a record stands: below its list and the record's own page. */
export function trailTo(record: Named, language: Language): Link[] {
  return [
    { text: actionWords[language].kindsMany[record.kind], href: listAddress(record.kind) },
    { text: nameOf(record, language), href: recordAddress(record) },
  ];
}
