export { removeObject } from './actions/destroy.ts';
export { asInvalid, changeObject, createObject, write } from './actions/write.ts';
export { answerError, answerErrorPage } from './answer-error.ts';
export { type Caller, programCaller } from './caller.ts';
export {
  baseOf,
  type Engine,
  type Known,
  type KnownRequest,
  parseContext,
  requesterOf,
  showContext,
} from './engine.ts';
export { type Explain, expectedError, InvalidInput, Refusal, refusal } from './errors.ts';
export type { DoneAlongside, Importing } from './exchange/coming-line.ts';
export { csvLine } from './exchange/csv.ts';
export type { ExchangeStore, ReadRows, Writing } from './exchange/exchange-store.ts';
export { exportAsked } from './exchange/export-asked.ts';
export { exportLines, type LineFormat, lineFormatOf, lineFormats } from './exchange/export-lines.ts';
export { type ImportOptions, type ImportPiece, importLines } from './exchange/import-lines.ts';
export { type ImportReport, mostTold } from './exchange/import-report.ts';
export { type BrokenLine, isDeep, maxLineBytes, type ReadLine, readLines } from './exchange/read-lines.ts';
export {
  mayImport,
  noSuchResource,
  type Travelling,
  travellingOf,
  writtenIn,
} from './exchange/travelling.ts';
export {
  type DeclaredField,
  declareField,
  type Field,
  type FieldChoice,
  type FieldOptions,
  FieldProblem,
  type GatherContext,
  type LinkTarget,
  orNull,
  type ShowContext,
} from './field.ts';
export { address, embedded, link, links } from './fields/link.ts';
export {
  absent,
  aliasOf,
  boolean,
  computed,
  date,
  dateTime,
  file,
  id,
  integer,
  shownOnce,
} from './fields/simple.ts';
export {
  choice,
  colour,
  isUrl,
  maxTextLength,
  namedChoices,
  slug,
  type TextOptions,
  text,
  texts,
  textual,
  translatedText,
  url,
} from './fields/text.ts';
export {
  alias,
  contains,
  type DeclaredFilter,
  eachEquals,
  equals,
  equalsIgnoringCase,
  from,
  hasSlug,
  inYear,
  to,
  whether,
} from './filters.ts';
export { conditionAt, objectUrl, root } from './hyperlink.ts';
export { latestInstant, parseDay, parseInstant, showInstant } from './instants.ts';
export { createLongAnswers, idleReaderMs, longAnswerLimits } from './long-answers.ts';
export { byIdOrMe, byIdOrSlug, bySlug, idOf } from './lookup.ts';
export { shortSlug, slugWithId } from './make-slug.ts';
export { capitalised, type Message, say } from './messages.ts';
export { openApiDocument } from './openapi.ts';
export { detail, refer, schemaNamed } from './openapi-answers.ts';
export { filterParameters } from './openapi-input.ts';
export { type Outcome, ok, refused } from './outcome.ts';
export { choicesOf, type Picker } from './pages/choices-of.ts';
export { curlLine, linkedJson, quoted } from './pages/exchange-sheet.ts';
export { filterControls } from './pages/filter-form.ts';
export { askAgain, askAgainAfterMs, callerNow } from './pipeline/authenticate.ts';
export { findObject } from './pipeline/find.ts';
export { namesPage, wantsPage } from './pipeline/negotiate.ts';
export {
  choiceIn,
  columnsOf,
  filterConditions,
  lastPage,
  maxPageSize,
  maxSearchWords,
  pageLinks,
  parametersOf,
  requireKnown,
} from './query.ts';
export { type Body, maxBodyBytes, readPlainForm } from './read-body.ts';
export {
  conditionsAt,
  type DeclaredAction,
  type ObjectLink,
  type PageForm,
  type Problems,
  type ReceivedFile,
  type ReceivedForm,
  type Resource,
  type Room,
  type RowOf,
  resourcesFor,
  showRow,
} from './resource.ts';
export { partRights, type Rights } from './rights.ts';
export { repeatKeyOf } from './room-for.ts';
export type { Work } from './route.ts';
export { ownRouter, resourceIndex, resourceRouter } from './router.ts';
export { maxAnswerBytes, maxShownBytes } from './show-rows.ts';
export {
  type Alongside,
  type Condition,
  InUseError,
  type ListQuery,
  MissingError,
  type Order,
  type Row,
  RuleBrokenError,
  type Store,
  TakenError,
  VanishedError,
} from './store.ts';
export { type Described, type OwnRoute, ownRoute, patternOf, type View, view } from './view.ts';
