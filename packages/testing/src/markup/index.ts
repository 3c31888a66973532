/** Pages as those who use them are told of them: roles, names, forms, tables. */
export { type Field, type Form, formsOf, formWith } from './forms.ts';
export { type Page, type PageElement, readPage } from './read-page.ts';
export { factsOf, recordsOf, rowsOf } from './tables.ts';
