import { elementsOf, readXml } from './cas-xml.ts';

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
