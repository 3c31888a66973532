import { formTexts } from '@campus/accounts';
import { attributes, colon, confirmPage, type Html, html, notice, selectedCount, table } from '@campus/pages';
import { findSignablesToSend, type SignableToSend } from '../../../data/find-signables.ts';
import { findStandings } from '../../../data/standings.ts';
import type { SignableRef } from '../../../domain/signable.ts';
import { whatCounts } from '../../../signing/what-counts.ts';
import { addresses, listAddress } from '../../addresses.ts';
import { kindWords } from '../../said/kind-words.ts';
import { nameOf, recordLink } from '../../said/record-name.ts';
import { actionWords } from '../actions/action-words.ts';
import { isFewEnough, isSame, selectedIn } from '../actions/selection.ts';
import { setAsideList } from '../actions/set-aside-list.ts';
import { onceField } from '../forms/once-field.ts';
import type { ActionDeps, Reader, Visit } from '../session/reader.ts';
import { begin } from './begin.ts';
import { confirmedText, parseConfirmed } from './confirmed.ts';

/** More of them are not sent without a question: a list ticks all of its page at once. */
const maxUnasked = 10;

type ActionVisit = ActionDeps & Visit;

/**
 * Sends the selected records for signature, as an operation. A few drafts go at once; when there are more, or one of
 * them has a round that counts, a page asks before: its form names each record as it stood, and leaves out what is
 * unticked.
 */
export async function sendMany(visit: ActionVisit): Promise<void> {
  const { db, request, reader } = visit;
  const say = actionWords[reader.language];
  const { scope } = reader.account;
  const confirmed = formTexts(request, 'record').flatMap((text) => parseConfirmed(text) ?? []);
  const refs = confirmed.length > 0 ? confirmed : selectedIn(request);
  if (!isFewEnough(visit, refs, say.sendManyTitle)) return;
  // Each was confirmed as it stood.
  if (confirmed.length > 0) return begin(visit, { action: 'send', records: confirmed, newRounds: true });
  const records = await findSignablesToSend(db, refs, scope);
  if (records.length > maxUnasked || records.some(({ state }) => state !== 'draft')) {
    const missing = refs.filter((ref) => !records.some((record) => isSame(record, ref)));
    return ask(visit, { records, missing });
  }
  return begin(visit, {
    action: 'send',
    records: await findStandings(db.pool, refs, scope),
    newRounds: false,
  });
}

function ask(
  { reader, hasWebhook, csrf, answer }: ActionVisit,
  { records, missing }: { records: SignableToSend[]; missing: SignableRef[] },
): void {
  const say = actionWords[reader.language];
  const isSomeSetAside = records.some((record) => whatCounts(record) !== null);
  const page = confirmPage({
    title: say.sendManyTitle,
    breadcrumbs: [],
    content: html`<p>${say.sendManyMeans}</p>
${isSomeSetAside && notice('warning', say.startsUnticked)}
${missing.map((ref) => html`<p>${kindWords[reader.language].one[ref.kind]} ${ref.number}${colon(reader.language)}${say.notThere}</p>`)}
${!hasWebhook && html`<p>${say.noWebhook}</p>`}`,
    csrf: csrf(),
    fields: html`${onceField()}
${table({
  caption: say.sendManyTitle,
  headings: [
    html`<span class="unseen">${say.selection}</span>`,
    kindWords[reader.language].either,
    say.meaning,
  ],
  rows: records.map((record) => askedRow(record, reader)),
})}
<p>${selectedCount('record', say.ticked)}</p>`,
    action: addresses.sendMany,
    button: say.sendTicked,
    isDangerous: isSomeSetAside,
    back: listAddress(records[0]?.kind ?? 'agreement'),
    language: reader.language,
  });
  answer({ ...page, scripts: ['select-all.js'] });
}

/** A record that can still be left out; one whose round holds something is out unless it is ticked. */
function askedRow(record: SignableToSend, reader: Reader): Html[] {
  const say = actionWords[reader.language];
  const counting = whatCounts(record);
  const name = nameOf(record, reader.language);
  return [
    html`<input${attributes({ type: 'checkbox', id: `record-${record.kind}-${record.number}`, name: 'record', value: confirmedText(record), checked: counting === null, 'aria-label': name })}>`,
    recordLink(record, reader.language),
    counting === null
      ? html`${say.draftFirst}`
      : html`<p>${say.newRoundMeans(record.round, (record.lastRound ?? record.round) + 1)}</p>${setAsideList(counting, { ref: record, reader })}`,
  ];
}
