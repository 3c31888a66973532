import { attributes, badge, duration, type Html, html, time } from '@campus/pages';
import type { Exchange, Header } from '../../../data/exchanges.ts';
import type { CallAttempt } from '../../../data/find-call.ts';
import { callFailureOf } from '../../../deliveries/call-failure.ts';
import type { Reader } from '../session/reader.ts';
import { callText } from './delivery-parts.ts';
import { deliveryWords } from './delivery-words.ts';

/** One attempt: when, how long and how it ended in a line; unfolded, what was sent and what came back. */
export function attemptFold(
  { number, startedAt, durationMs, status, exchange, ...stored }: CallAttempt,
  { isOpen, reader }: { isOpen: boolean; reader: Reader },
): Html {
  const say = deliveryWords[reader.language];
  const failure = callFailureOf(stored);
  const mark = badge(failure === null ? 'good' : 'bad', String(status ?? say.noAnswer));
  return html`<details${attributes({ class: 'sheet attempt', id: `attempt-${number}`, open: isOpen })}>
<summary><span class="attempt-line"><strong>${say.attempt} ${number}</strong> ${mark} <span>${time(startedAt, reader, { seconds: true })}</span> <span class="quiet">${duration(durationMs, reader.language)}</span>${
    // Without an answer the badge has said no more than that.
    failure !== null && html` <span class="why">${callText(failure, reader.language)}</span>`
  }</span></summary>
${exchange === null ? html`<p class="quiet">${say.notKept}</p>` : html`<div class="exchange">${sent(exchange, reader)}${received(exchange, { status, reader })}</div>`}
</details>`;
}

function sent({ request }: Exchange, reader: Reader): Html {
  return html`<section><h3>${deliveryWords[reader.language].request}</h3>
<pre class="wrap">GET ${request.address}
${headerLines(request.headers)}</pre></section>`;
}

function received({ answer }: Exchange, { status, reader }: { status: number | null; reader: Reader }): Html {
  const say = deliveryWords[reader.language];
  if (answer === null) return html`<section><h3>${say.answer}</h3><p>${say.nothingCame}</p></section>`;
  const { headers, leftOut, body, isWhole } = answer;
  return html`<section><h3>${say.answer}</h3>
<pre class="wrap">HTTP ${status}
${headerLines(headers)}</pre>
${leftOut > 0 && html`<p class="help">${say.leftOut(leftOut)}</p>`}
<h4>${say.body}</h4>
${body === '' ? html`<p class="quiet">${say.emptyBody}</p>` : html`<pre class="wrap" lang="">${body}</pre>`}
${!isWhole && html`<p class="help">${say.notWhole}</p>`}</section>`;
}

function headerLines(headers: readonly Header[]): string {
  return headers.map(([name, value]) => `${name}: ${value}`).join('\n');
}
