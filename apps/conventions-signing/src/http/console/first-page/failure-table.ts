import { type Html, html, table, time, withQuery } from '@campus/pages';
import type { CauseCount } from '../../../data/failing-calls.ts';
import { mayDo } from '../../../domain/roles.ts';
import { addresses } from '../../addresses.ts';
import { causeText } from '../deliveries/delivery-parts.ts';
import type { Reader } from '../session/reader.ts';
import { firstPageWords } from './first-page-words.ts';

/** Failing calls by their cause, each with the way to call all of them again; nothing where none fails. */
export function failureTable(
  causes: readonly CauseCount[],
  { hasWebhook, reader }: { hasWebhook: boolean; reader: Reader },
): Html | false {
  if (causes.length === 0) return false;
  const say = firstPageWords[reader.language];
  const mayCall = hasWebhook && mayDo(reader.account.role, 'send');
  return html`<h2>${say.failed}</h2>
${table({
  caption: say.failed,
  headings: [
    say.cause,
    say.calls,
    say.givenUp,
    say.lastTried,
    ...(mayCall ? [html`<span class="unseen">${say.callAllAgain}</span>`] : []),
  ],
  rows: causes.map(({ cause, count, givenUp, lastTriedAt }) => {
    const text = causeText(cause, reader.language);
    const label = say.callAllAgainAbout(text);
    return [
      html`<a href="${withQuery(addresses.deliveries, { cause })}">${text}</a>`,
      count,
      givenUp,
      time(new Date(lastTriedAt), reader, { seconds: true }),
      ...(mayCall ? [again(cause, { text: say.callAllAgain, label })] : []),
    ];
  }),
})}`;
}

function again(cause: string, { text, label }: { text: string; label: string }): Html {
  return html`<a class="button plain" href="${withQuery(addresses.callAgain, { cause })}" aria-label="${label}">${text}</a>`;
}
