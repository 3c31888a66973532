import { badge, type Html, html, notice, type Page, table } from '@campus/pages';
import type { SignableRef } from '../../../domain/signable.ts';
import type { SigningErrorCode } from '../../../signing/errors.ts';
import { kindWords } from '../../said/kind-words.ts';
import { recordLink } from '../../said/record-name.ts';
import { errorWords } from '../errors/error-words.ts';
import type { Reader } from '../session/reader.ts';
import { actionWords } from './action-words.ts';
import { listLinks } from './selection.ts';

/** What became of one record of several. */
export interface Line {
  ref: SignableRef;
  /** Undefined: it is not there. */
  title: string | undefined;
  /** What was done, as a remark on it; or why nothing was. */
  outcome: { done: string } | { leftAlone: string } | { refused: SigningErrorCode | 'internal' };
}

/** The page that reports on every one of several records. */
export function reportPage(
  lines: readonly Line[],
  words: {
    title: string;
    count: (done: number, all: number) => string;
    isDone: string;
    isNot: string;
    /** Above the table, beside the count. */
    remark?: Html | false;
  },
  reader: Reader,
): Page {
  const say = actionWords[reader.language];
  const done = lines.filter(({ outcome }) => 'done' in outcome).length;
  const main = html`${notice(done === lines.length ? 'good' : 'warning', words.count(done, lines.length))}
${words.remark}
${table({
  caption: words.title,
  headings: [kindWords[reader.language].either, say.outcome, say.remark],
  rows: lines.map(({ ref, title, outcome }) => [
    title === undefined
      ? `${kindWords[reader.language].one[ref.kind]} ${ref.number}`
      : recordLink({ ...ref, title }, reader.language),
    'done' in outcome
      ? badge('good', words.isDone)
      : badge('leftAlone' in outcome ? 'info' : 'bad', words.isNot),
    remarkOf(outcome, reader),
  ]),
})}
<p>${listLinks(reader.language)}</p>`;
  return { title: words.title, main };
}

function remarkOf(outcome: Line['outcome'], { language }: Reader): string {
  if ('done' in outcome) return outcome.done;
  if ('leftAlone' in outcome) return outcome.leftAlone;
  if (outcome.refused === 'signable_not_found') return actionWords[language].notThere;
  return errorWords[outcome.refused][language];
}
