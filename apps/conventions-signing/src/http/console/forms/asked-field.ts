import { formText } from '@campus/accounts';
import { type Html, hiddenField } from '@campus/pages';
import type { Request } from 'express';
import type { Reader } from '../session/reader.ts';

/** A page that was open for longer asks as if it had just been made. */
const longestOpenMs = 24 * 3_600_000;

/** The hidden field of a form about many calls: what was asked for since the page was made is not asked for twice. */
export function askedField({ now }: Reader): Html {
  return hiddenField('asked', now.toISOString());
}

/** When the page was made whose form this is. */
export function askedIn({ request, reader: { now } }: { request: Request; reader: Reader }): Date {
  const asked = new Date(formText(request, 'asked'));
  const age = now.getTime() - asked.getTime();
  return age >= 0 && age < longestOpenMs ? asked : now;
}
