export { statementPaths } from './accessibility/compliance.ts';
export type { Audited } from './accessibility/criteria-words.ts';
export { statementPage } from './accessibility/statement.ts';
export { type Column, columnChart, type Shade, spanBar } from './chart/column-chart.ts';
export { type Tile, tiles } from './chart/tiles.ts';
export { backLink, confirmPage } from './confirm-page.ts';
export {
  byteOrderMark,
  type CsvColumn,
  type CsvValue,
  csvLine,
  csvLines,
  csvOf,
  type Pages,
  withByteOrderMark,
} from './csv.ts';
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
export { failureHtml } from './failure-html.ts';
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
export { hasProblems, type Problems } from './form/field.ts';
export { fileFormAttributes } from './form/file-form.ts';
export { type Known, knownField, knownValues } from './form/known-field.ts';
export { searchButtonName, searchSelect, searchWordsName } from './form/search-select.ts';
export { glossaryPage, termLinks } from './glossary.ts';
export {
  type Failure,
  failureText,
  fill,
  type MessageValues,
  readFailure,
  type StoredFailure,
  storeFailure,
} from './language/failure.ts';
export { inEachLanguage, type Pair, translated, translation } from './language/in-each-language.ts';
export {
  colon,
  fallbackOrder,
  type Language,
  languageOf,
  languages,
  type Translated,
  textIn,
} from './language/language.ts';
export { translatedError } from './language/translated-error.ts';
export { actionBar, selectAll, selectedCount } from './list/action-bar.ts';
export { countText, pager } from './list/pager.ts';
export { type Segment, segmentBar } from './list/segment-bar.ts';
export type { SortHeading } from './list/sort-heading.ts';
export { foldedFilter, type Tab, tabs } from './list/tabs.ts';
export {
  asksForEvents,
  createLiveParts,
  type LivePart,
  type LiveParts,
  type LiveView,
  liveLimits,
  openEventStream,
  sendEnded,
} from './live/live-parts.ts';
export { duration, fileSize } from './measures.ts';
export { type Link, type Page, renderBarePage, renderPage } from './page.ts';
export { type Brand, frameParameters, languageCode } from './page-parameters.ts';
export { errorPageWords } from './page-words.ts';
export {
  badge,
  buttonLink,
  copyable,
  emptyState,
  facts,
  live,
  type Mood,
  notice,
  type OutcomeText,
  outcome,
  outcomeNotice,
  table,
} from './parts.ts';
export { qrCode } from './qr-code.ts';
export { securityHeaders } from './security-headers.ts';
export { createSite, type Site } from './site.ts';
export { withQuery } from './with-query.ts';
