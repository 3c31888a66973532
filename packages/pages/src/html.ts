import { html as template } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

/** Markup: what was put into it as text is escaped. Made by `html` alone. */
export type Html = HtmlEscapedString;

/** What may stand in a place of a template: texts are escaped, markup is not, and `false`, null and undefined are nothing. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/**
 * Markup from a template. Values in attributes stand in double quotes; no value ever stands for a tag or an
 * attribute's name.
 *
 * @example html`<a href="${address}">${title}</a>`
 */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  // The template gives a promise only when one is among its parts, which the types here do not let in.
  return template(strings, ...parts) as Html;
}
