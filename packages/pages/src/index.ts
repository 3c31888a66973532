export { attributes } from './attributes.ts';
export { footerParameters } from './footer-parameters.ts';
export {
  type Choice,
  checkbox,
  fileField,
  hiddenField,
  selectField,
  submitButton,
  type TextType,
  textArea,
  textField,
} from './form/controls.ts';
export type { FieldOptions } from './form/field.ts';
export { searchButtonName, searchSelect, searchWordsName } from './form/search-select.ts';
export { type Html, type HtmlPart, html } from './html.ts';
export { languageCode } from './language-parameter.ts';
export { type LivePart, sendLive } from './live/send-live.ts';
export { instantOfLocal, localDateTime } from './local-time.ts';
export { duration, fileSize } from './measures.ts';
export { type Frame, type Link, type Page, renderBarePage, renderPage } from './page.ts';
export { pager } from './pager.ts';
export { badge, copyable, facts, live, type Mood, notice, table } from './parts.ts';
export { securityHeaders } from './security-headers.ts';
export { createSite, type FooterLinks, type Site } from './site.ts';
export { time } from './time.ts';
