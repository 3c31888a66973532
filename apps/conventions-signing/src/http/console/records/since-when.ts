import { duration, type Html, html, time } from '@campus/pages';
import type { Reader } from '../session/reader.ts';
import { listWords } from './list-words.ts';

/** `for 4 days`, with the instant. */
export function sinceWhen(since: Date, reader: Reader): Html {
  const lastedMs = Math.max(0, reader.now.getTime() - since.getTime());
  // Seconds would make a page that follows look different at each look.
  const atLeastMinutes = duration(Math.max(lastedMs, 60_000), reader.language);
  return html`${listWords[reader.language].lasted(atLeastMinutes)} (${time(since, reader)})`;
}
