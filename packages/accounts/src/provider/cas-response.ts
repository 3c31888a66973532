import { elementsOf, readXml } from './cas-xml.ts';
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
