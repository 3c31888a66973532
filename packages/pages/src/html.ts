import { raw, html as template } from 'hono/html';
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

/**
 * The attributes that have a value, each with a space before it: ` id="a" required`. `true` stands alone; false
 * and undefined are left out.
 *
 * @throws Error when a name is no attribute's: names come from the code, never from a reader
 */
export function attributes(values: Readonly<Record<string, string | number | boolean | undefined>>): Html {
  const all = Object.entries(values).filter(([, value]) => value !== undefined && value !== false);
  return html`${all.map(([name, value]) => {
    if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new Error(`"${name}" is no attribute`);
    return value === true ? html` ${raw(name)}` : html` ${raw(name)}="${String(value)}"`;
  })}`;
}
