import { XMLParser } from 'fast-xml-parser';
import { IdentityError } from './identity-error.ts';

const parser = new XMLParser({
  ignoreAttributes: (name) => name !== 'code',
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  // Numeric references too, such as &#39; in a name.
  htmlEntities: true,
});

/**
 * Reads what a CAS server answers to the validation of a ticket (CAS protocol 3.0 §2.5.2, Appendix A).
 *
 * @returns the user, and the attributes: each one text, or several
 * @throws IdentityError `refused` for a ticket that proves nobody, `unreachable` for what is no such answer
 */
export function readCasResponse(xml: string): { user: string; attributes: Record<string, unknown> } {
  const { authenticationSuccess: success, authenticationFailure: failure } = elementsOf(
    elementsOf(parse(xml)).serviceResponse,
  );
  if (failure !== undefined) throw refusal(elementsOf(failure)['@code']);
  const { user, proxies, attributes } = elementsOf(success);
  if (proxies !== undefined)
    throw new IdentityError('refused', { reason: 'the ticket was got through a proxy' });
  if (typeof user !== 'string' || user === '') throw unreadable('it names nobody');
  return { user, attributes: elementsOf(attributes) };
}

function parse(xml: string): unknown {
  // CAS has no document type, and what one declares could grow without end or lead elsewhere.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw unreadable('it declares a document type');
  try {
    return parser.parse(xml, true);
  } catch {
    throw unreadable('it is no XML');
  }
}

function elementsOf(parsed: unknown): Record<string, unknown> {
  const isElement = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isElement ? { ...parsed } : {};
}

/** Codes of CAS protocol 3.0 §2.5.3; the text beside them holds the ticket. */
function refusal(code: unknown): IdentityError {
  const known = typeof code === 'string' && /^[A-Z_]{1,60}$/.test(code) ? code : 'no code';
  const isBroken = known === 'INTERNAL_ERROR';
  return new IdentityError(isBroken ? 'unreachable' : 'refused', { reason: `the server says ${known}` });
}

function unreadable(why: string): IdentityError {
  return new IdentityError('unreachable', { reason: `this is no answer of a CAS server: ${why}` });
}
