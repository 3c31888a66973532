import { withQuery } from '@campus/pages';
import type { Outcome } from '../outcome.ts';
import { formNames } from './page-form.ts';

/**
 * What a form comes to that was sent before: nothing is done, and a page says so.
 *
 * @param back  path of the page
 */
export function repeated(back: string): Outcome {
  const headers = { Location: withQuery(back, { [formNames.done]: 'repeated' }) };
  return { status: 303, headers, body: undefined };
}
