import { raw } from 'hono/html';
import { type Html, html } from './html.ts';

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
