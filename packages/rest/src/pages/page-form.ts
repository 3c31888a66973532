import { searchButtonName, searchWordsName } from '@campus/pages';
import type { Request } from 'express';
import type { Caller } from '../caller.ts';
import { Refusal } from '../errors.ts';
import type { Field, ShowContext } from '../field.ts';
import { asObject, type Body } from '../read-body.ts';
import type { Row } from '../store.ts';
import { controlValue, isWritable, ownValue } from './field-control.ts';

/** Names in the forms of the pages that are no fields. */
export const formNames = {
  /** Says that the body holds every control of a form. */
  form: '_form',
  /** JSON, typed by hand. */
  content: '_content',
  /** In the address: what a POST is meant as. */
  method: '_method',
  /** In the address: what became of a form that leads there. */
  done: '_done',
  /** In the address of a list: how it is shown from then on. */
  view: '_view',
} as const;

/** Parameters that the forms of the pages add to an address. */
export function isOfPage(name: string): boolean {
  const own: readonly string[] = [formNames.method, formNames.done, formNames.view, searchButtonName];
  return own.includes(name) || name.endsWith(searchWordsName(''));
}

/**
 * What the form of a page says, as an API client would: JSON typed by hand is JSON, a box without a tick is
 * `false`, and what is left empty is not given on creation. What a control holds unchanged is the value that it was
 * filled in with, which the text need not tell: the hour that comes twice when the clocks go back, null.
 * Any other body stays as it is.
 *
 * @param row  the one that is changed; null on creation
 * @throws Refusal, InvalidInput  when the JSON is none
 */
export function readPageForm<Services>(
  body: Body,
  shown: { fields: readonly Field<Services>[]; row: Row | null; context: ShowContext<Services> },
): Body {
  const { fields, row, context } = shown;
  const content = body.members.get(formNames.content);
  if (body.isForm && typeof content === 'string')
    return { ...body, isForm: false, members: new Map(Object.entries(asObject(parseJson(content)))) };
  if (!body.isForm || !body.members.has(formNames.form)) return body;
  const members = new Map(body.members);
  for (const field of fields.filter(isWritable)) {
    const { name, type, required, isFile, writeOnly } = field;
    const given = members.get(name);
    if (type === 'boolean' && given === undefined) members.set(name, 'false');
    if (given === '' && row === null && !required) members.delete(name);
    else if (typeof given === 'string' && !isFile && !writeOnly) {
      const text = withPlainLineEnds(given);
      const isUnchanged = row !== null && text === withPlainLineEnds(controlValue(field, row, context));
      members.set(name, isUnchanged ? ownValue(field, row, context) : text);
    }
  }
  return { ...body, members };
}

/** Browsers end the lines of a text in their own way (HTML, "multipart form data"). */
function withPlainLineEnds(text: string): string {
  return text.replace(/\r\n?/g, '\n');
}

function parseJson(content: string): unknown {
  try {
    return JSON.parse(content);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Refusal('json_parse_error', { values: { reason }, cause: error });
  }
}

const formMethods = ['PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** What a request is meant as: the forms of the pages can only say GET and POST, and name the rest in their address. */
export function methodOf(request: Pick<Request, 'method' | 'query'>, caller: Caller): string {
  const { method } = request;
  const meant = meantMethod(request, caller);
  if (meant === undefined) return method;
  // By GET nothing is ever changed: it asks what may be changed by a POST.
  return method === 'POST' || (method === 'GET' && meant === 'OPTIONS') ? meant : method;
}

/** Whether a page is to ask before this is done. */
export function asksBefore(
  meant: 'DELETE',
  { request, caller }: { request: Pick<Request, 'method' | 'query'>; caller: Caller },
): boolean {
  return request.method === 'GET' && meantMethod(request, caller) === meant;
}

/** Programs have all methods: for them the parameter has no meaning. */
function meantMethod({ query }: Pick<Request, 'query'>, { scheme }: Caller): string | undefined {
  const meant = query[formNames.method];
  if (scheme !== 'session' || typeof meant !== 'string') return undefined;
  return formMethods.find((method) => method === meant);
}
