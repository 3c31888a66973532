import type { Html } from './html.ts';
import type { Pair } from './language/in-each-language.ts';
import { type Mood, notice } from './parts.ts';

/** What a page says of something that has just been done. */
export interface OutcomeText {
  mood: Mood;
  text: string;
}

/** The same among words in each language. */
export function outcome(mood: Mood, [en, fr]: Pair): Pair<OutcomeText> {
  return [
    { mood, text: en },
    { mood, text: fr },
  ];
}

/**
 * What has just been done, above the page that it led to by `?done=`; undefined when nothing was.
 *
 * @param done      from the query of the page
 * @param outcomes  by what `done` may be
 */
export function outcomeNotice(
  done: unknown,
  outcomes: Readonly<Record<string, OutcomeText>>,
): Html | undefined {
  const outcome = typeof done === 'string' && Object.hasOwn(outcomes, done) ? outcomes[done] : undefined;
  return outcome && notice(outcome.mood, outcome.text);
}
