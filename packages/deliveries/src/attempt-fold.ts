import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { attemptWords } from './attempt-words.ts';
import type { Exchange, Header } from './exchange.ts';

/** An attempt as a page shows it. */
export interface ShownAttempt {
  /** From 1. */
  number: number;
  startedAt: Date;
  durationMs: number;
  /** Null: no answer came. */
  status: number | null;
  /** Null: it is not kept. */
  exchange: Exchange | null;
  /** Why it failed; null: it did not. */
  why: Html | null;
}

/** One attempt: when, how long and how it ended in a line; unfolded, what was sent and what came back (`calls.css`). */
export function attemptFold(
  { number, startedAt, durationMs, status, exchange, why }: ShownAttempt,
  {
    method,
    isOpen,
    reader,
  }: { method: string; isOpen: boolean; reader: { language: ui.Language; timeZone: string } },
): Html {
  const say = attemptWords[reader.language];
  const mark = ui.badge(why === null ? 'good' : 'bad', String(status ?? say.noAnswer));
  return html`<details${attributes({ class: 'sheet attempt', id: `attempt-${number}`, open: isOpen })}>
<summary><span class="attempt-line"><strong>${say.attempt} ${number}</strong> ${mark} <span>${ui.time(startedAt, reader, { seconds: true })}</span> <span class="quiet">${ui.duration(durationMs, reader.language)}</span>${
    // Without an answer the badge has said no more than that.
    why !== null && html` <span class="why">${why}</span>`
  }</span></summary>
${exchange === null ? html`<p class="quiet">${say.notKept}</p>` : html`<div class="columns exchange">${sent(exchange, method, reader.language)}${received(exchange, status, reader.language)}</div>`}
</details>`;
}

function sent({ request }: Exchange, method: string, language: ui.Language): Html {
  return html`<section><h3>${attemptWords[language].request}</h3>
<pre class="wrap">${method} ${request.address}
${headerLines(request.headers)}</pre></section>`;
}

function received({ answer }: Exchange, status: number | null, language: ui.Language): Html {
  const say = attemptWords[language];
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
