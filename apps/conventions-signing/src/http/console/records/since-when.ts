import { duration } from '@campus/pages';
import { listWords } from '../../said/list-words.ts';
import type { Reader } from '../session/reader.ts';

/** `for 4 days`. */
export function forHowLong(since: Date, reader: Reader): string {
  return listWords[reader.language].lasted(howLong(since, reader));
}

/** `4 days`, at least a minute. */
export function howLong(since: Date, { now, language }: Reader): string {
  const lastedMs = Math.max(0, now.getTime() - since.getTime());
  // Seconds would make a page that follows look different at each look.
  return duration(Math.max(lastedMs, 60_000), language);
}
