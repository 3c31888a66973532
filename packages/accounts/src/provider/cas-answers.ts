import { XMLParser } from 'fast-xml-parser';
import { IdentityError } from './identity-error.ts';

/**
 * Reads what a CAS server answers to the validation of a ticket (CAS protocol 3.0 §2.5.2, Appendix A).
 *
 * @returns the user, and the attributes: each one text, or several
 * @throws IdentityError `refused` for a ticket that proves nobody, `unreachable` for what is no such answer
 */
export function readCasResponse(xml: string): { user: string; attributes: Record<string, unknown> } {
  const document = readXml(xml);
  if (document === undefined) throw unreadable('it is no plain XML');
  const { authenticationSuccess: success, authenticationFailure: failure } = elementsOf(
    document.serviceResponse,
  );
  if (failure !== undefined) throw refusal(elementsOf(failure)['@code']);
  const { user, proxies, attributes } = elementsOf(success);
  if (proxies !== undefined)
    throw new IdentityError('refused', { reason: 'the ticket was got through a proxy' });
  if (typeof user !== 'string' || user === '') throw unreadable('it names nobody');
  return { user, attributes: elementsOf(attributes) };
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

/** Servers send about 600. Anybody may post one, and 256 KiB of elements would hold all others up for half a second. */
const maxRequestCharacters = 4096;

/**
 * The ticket of a session that has ended at the CAS server (CAS protocol 3.0 §2.3.3, Appendix C); undefined for what
 * says nothing of the kind.
 *
 * @param form  that the server has posted to the address of a service
 */
export function endedTicket(form: Readonly<Record<string, unknown>>): string | undefined {
  const { logoutRequest } = form;
  if (typeof logoutRequest !== 'string' || logoutRequest.length > maxRequestCharacters) return undefined;
  const { SessionIndex: ticket } = elementsOf(readXml(logoutRequest)?.LogoutRequest);
  return typeof ticket === 'string' ? ticket : undefined;
}

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
 * The elements of an XML document of a CAS server, by their names without prefixes: each one text or elements, or
 * several; undefined for what is no such document.
 */
function readXml(xml: string): Record<string, unknown> | undefined {
  // CAS has no document type, and what one declares could grow without end or lead elsewhere.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) return undefined;
  try {
    return elementsOf(parser.parse(xml, true));
  } catch {
    return undefined;
  }
}

/** What is in an element; nothing where it is text, or stands several times. */
function elementsOf(parsed: unknown): Record<string, unknown> {
  const isElement = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return isElement ? { ...parsed } : {};
}
