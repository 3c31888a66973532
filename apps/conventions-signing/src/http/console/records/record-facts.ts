import { facts, type Html, html, time } from '@campus/pages';
import type { SignableRecord } from '../../../data/whole-record.ts';
import { fieldsShownIn } from '../../../wire/registration-fields.ts';
import { recordAddress } from '../../addresses.ts';
import { kindWords } from '../../said/kind-words.ts';
import { recordWords } from '../../said/record-words.ts';
import { term } from '../glossary/term.ts';
import type { Reader } from '../session/reader.ts';

/** Everything that was registered about a record. */
export function recordFacts(record: SignableRecord, reader: Reader): Html {
  const say = recordWords[reader.language];
  const { round } = record;
  return facts([
    ...fieldsShownIn('record').map(
      ({ name, label }) => [label[reader.language], record[name] || '–'] as const,
    ),
    [term('watcher', say.watchers), record.watchers.join(', ') || '–'],
    [say.registered, time(record.createdAt, reader, { seconds: true })],
    round > 0 && [say.round, round],
  ]);
}

/** What tells a record from others, in a line. */
export function underTitle(record: SignableRecord, { language }: Reader): Html {
  const { agreement } = record;
  const parts = [
    agreement !== null &&
      html`<a href="${recordAddress({ kind: 'agreement', number: agreement.number })}">${kindWords[language].one.agreement} ${agreement.number}</a>`,
    ...fieldsShownIn('list').map(({ name }) => record[name]),
  ].filter((part) => part !== false && part !== null && part !== '');
  return html`<p class="quiet">${parts.map((part, index) => html`${index > 0 && ' · '}${part}`)}</p>`;
}
