import { confirmPage, html, type Link, notice, type Page } from '@campus/pages';
import { csrfOf, type Sight } from './sight.ts';

/** What somebody is asked before it is done; a POST to the same address does it. */
export interface Question {
  title: string;
  /** What will happen. */
  sentence: string;
  button: string;
  /** Something is lost by it. */
  isDangerous: boolean;
  /** Where to go instead. */
  back: string;
  breadcrumbs: readonly Link[];
}

/** The page that asks it. */
export function questionPage<Services>({ sentence, ...question }: Question, sight: Sight<Services>): Page {
  return confirmPage({
    ...question,
    content: notice(question.isDangerous ? 'warning' : 'info', html`<p>${sentence}</p>`),
    csrf: csrfOf(sight),
    fields: sight.engine.sessions.onceField(sight.request),
    action: sight.request.originalUrl,
    language: sight.language,
  });
}
