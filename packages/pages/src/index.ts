export { buttonLink } from './button-link.ts';
export { type Column, columnChart, type Shade } from './chart/column-chart.ts';
export { spanBar } from './chart/span-bar.ts';
export { type Tile, tiles } from './chart/tiles.ts';
export { backLink, confirmPage } from './confirm-page.ts';
export { copyable } from './copyable.ts';
export { day, dayText, shortDay, time, zonedTime } from './dates/time.ts';
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
export { errorPageWords } from './error-page-words.ts';
export { failureHtml } from './failure-html.ts';
export { footerParameters } from './footer-parameters.ts';
export {
  type Choice,
  checkbox,
  fileField,
  hiddenField,
  rowForm,
  selectField,
  submitButton,
  textArea,
  textField,
} from './form/controls.ts';
export type { FieldOptions } from './form/field.ts';
export { fileFormAttributes } from './form/file-form.ts';
export { hasProblems, type Problems } from './form/problems.ts';
export { searchButtonName, searchSelect, searchWordsName } from './form/search-select.ts';
export { glossaryPage, termLinks } from './glossary.ts';
export { attributes, type Html, type HtmlPart, html } from './html.ts';
export { colon } from './language/colon.ts';
export {
  type Failure,
  failureText,
  readFailure,
  type StoredFailure,
  storeFailure,
} from './language/failure.ts';
export { fill, type MessageValues } from './language/fill.ts';
export { inEachLanguage, type Pair, translated } from './language/in-each-language.ts';
export {
  fallbackOrder,
  type Language,
  languages,
  type Translated,
  textIn,
} from './language/language.ts';
export { languageOf } from './language/language-of.ts';
export { translatedError } from './language/translated-error.ts';
export { languageCode } from './language-parameter.ts';
export { actionBar } from './list/action-bar.ts';
export { countText } from './list/count.ts';
export { foldedFilter } from './list/folded-filter.ts';
export { pager } from './list/pager.ts';
export { type Segment, segmentBar } from './list/segment-bar.ts';
export { selectAll, selectedCount } from './list/select-all.ts';
export type { SortHeading } from './list/sort-heading.ts';
export { type Tab, tabs } from './list/tabs.ts';
export { asksForEvents, openEventStream, sendEnded } from './live/event-stream.ts';
export {
  createLiveParts,
  type LivePart,
  type LiveParts,
  type LiveView,
  liveLimits,
} from './live/live-parts.ts';
export { duration, fileSize } from './measures.ts';
export { type OutcomeText, outcome, outcomeNotice } from './outcome-notice.ts';
export { type Link, type Page, renderBarePage, renderPage } from './page.ts';
export { badge, facts, live, type Mood, notice, table } from './parts.ts';
export { qrCode } from './qr-code.ts';
export { securityHeaders } from './security-headers.ts';
export { createSite, type Site } from './site.ts';
export { withQuery } from './with-query.ts';
