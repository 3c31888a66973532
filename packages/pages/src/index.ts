export { attributes } from './attributes.ts';
export { buttonLink } from './button-link.ts';
export { backLink, confirmPage } from './confirm-page.ts';
export { copyable } from './copyable.ts';
export { day, time } from './dates/time.ts';
export {
  dayIn,
  instantAt,
  instantOfLocal,
  localDateTime,
  localMs,
  nextDay,
  offsetMinutes,
  startOfDay,
} from './dates/time-zone.ts';
export { failureHtml } from './failure-html.ts';
export { footerParameters } from './footer-parameters.ts';
export {
  type Choice,
  checkbox,
  fileField,
  hiddenField,
  selectField,
  submitButton,
  textArea,
  textField,
} from './form/controls.ts';
export type { FieldOptions } from './form/field.ts';
export { fileFormAttributes } from './form/file-form.ts';
export { hasProblems, type Problems } from './form/problems.ts';
export { searchButtonName, searchSelect, searchWordsName } from './form/search-select.ts';
export { type Html, type HtmlPart, html } from './html.ts';
export { colon } from './language/colon.ts';
export {
  type Failure,
  failureText,
  type Messages,
  readFailure,
  type StoredFailure,
  storeFailure,
} from './language/failure.ts';
export { fill, type MessageValues } from './language/fill.ts';
export {
  fallbackOrder,
  isLanguage,
  type Language,
  languages,
  type Translated,
  textIn,
} from './language/language.ts';
export { languageOf } from './language/language-of.ts';
export { TranslatedError } from './language/translated-error.ts';
export { languageCode } from './language-parameter.ts';
export { asksForEvents, sendEnded } from './live/event-stream.ts';
export {
  createLiveParts,
  type LivePart,
  type LiveParts,
  type LiveView,
  liveLimits,
} from './live/live-parts.ts';
export { duration, fileSize } from './measures.ts';
export { type OutcomeText, outcomeNotice } from './outcome-notice.ts';
export { type Frame, type Link, type Page, renderBarePage, renderPage } from './page.ts';
export { pager } from './pager.ts';
export { badge, facts, live, type Mood, notice, table } from './parts.ts';
export { securityHeaders } from './security-headers.ts';
export { selectAll, selectedCount } from './select-all.ts';
export { createSite, type Site } from './site.ts';
export { withQuery } from './with-query.ts';
