/**
 * Objects as absolute URLs, and back. Relations travel as these and never as ids (contract §2).
 */
import { FieldProblem, type LinkTarget, type ParseContext } from './field.ts';
import type { Condition } from './store.ts';

/** Where every resource is, below the public address. */
export const root = '/rest';

const objectPath = new RegExp(`^${root}/([^/]+)/([^/]+)/?$`);

/** The address of an object, `https://pod.example.org/rest/types/1/`. */
export function objectUrl(base: string, path: string, key: unknown): string {
  const part = typeof key === 'number' ? key : encodeURIComponent(String(key));
  return `${base}${root}/${path}/${part}/`;
}

/**
 * The rule that the object at a given address meets. The path alone is fine too; of an absolute address only
 * the host's name and the path count: clients sit behind proxies that change scheme and port.
 *
 * @throws FieldProblem  a message for each way of being wrong
 */
export function conditionAt(
  given: unknown,
  resource: LinkTarget,
  { base, requestHost, caller }: Pick<ParseContext, 'base' | 'requestHost' | 'caller'>,
): Condition {
  if (typeof given !== 'string') {
    throw new FieldProblem({ code: 'link_not_a_string', values: { type: typeName(given) } });
  }
  const text = given.trim();
  const own = new URL(base);
  const isAddress = /^(?:https?:\/\/|\/(?!\/))/i.test(text) && URL.canParse(text, base);
  if (!isAddress) throw new FieldProblem({ code: 'link_no_match' });
  // A path names our own host, unless backslashes make it one of another.
  const url = new URL(text, base);
  if (url.hostname !== own.hostname && url.hostname !== requestHost.toLowerCase())
    throw new FieldProblem({ code: 'link_other_host', values: { host: own.hostname } });
  const prefix = own.pathname.replace(/\/$/, '');
  const path =
    prefix !== '' && url.pathname.startsWith(`${prefix}/`) ? url.pathname.slice(prefix.length) : url.pathname;
  const [, name, key] = objectPath.exec(path) ?? [];
  if (name === undefined || key === undefined) throw new FieldProblem({ code: 'link_no_match' });
  if (decoded(name) !== resource.path) throw new FieldProblem({ code: 'link_incorrect_match' });
  const condition = resource.lookup.find(decoded(key), caller);
  if (condition === null) throw new FieldProblem({ code: 'link_does_not_exist' });
  return condition;
}

/** A part of a path without its percent-encoding; as it is when that is broken. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** How a value's type is called in Python, whose words clients know. */
export function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'list';
  if (value === null) return 'NoneType';
  switch (typeof value) {
    case 'number':
      return Number.isInteger(value) ? 'int' : 'float';
    case 'boolean':
      return 'bool';
    case 'string':
      return 'str';
    default:
      return 'dict';
  }
}
