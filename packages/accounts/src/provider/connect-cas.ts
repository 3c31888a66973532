/**
 * Sign-in by CAS, protocol 3.0: the browser goes to `/login` with the address of this service and comes back with a
 * ticket, which the server is asked about. Written here, since none of the clients on npm is well kept: they know no
 * limit of time or size, follow redirects, or put a ticket into an address as it came.
 */

import { randomBytes } from 'node:crypto';
import axios from 'axios';
import { XMLParser } from 'fast-xml-parser';
import { z } from 'zod';
import { isUsername } from '../account.ts';
import { IdentityError, type IdentityProvider, type Trip } from './identity-provider.ts';
import { type CasServer, casAddress } from './provider-parameters.ts';

const requestMs = 5_000;
/** Some say all groups of a person, each a long name. */
const maxResponseBytes = 256 * 1024;

/** The client of one server. Nothing is asked of it before somebody signs in. */
export function connectCas({ url, renew }: CasServer): IdentityProvider<Trip> {
  const addressOf = (path: string, parameters: Record<string, string>) => {
    const query = new URLSearchParams({ ...parameters, ...(renew ? { renew: 'true' } : {}) });
    return `${casAddress(url, path)}?${query}`;
  };
  return {
    protocol: 'CAS',
    path: 'cas',
    kept: z.object({ state: z.string() }),
    async begin(callback) {
      const state = randomBytes(32).toString('base64url');
      return { address: addressOf('login', { service: serviceOf(callback, state) }), trip: { state } };
    },
    async finish(returned, { state }) {
      const ticket = ticketIn(returned);
      const service = serviceOf(`${returned.origin}${returned.pathname}`, state);
      const { user, attributes } = readCasResponse(
        // Proxy tickets are valid at /p3/proxyValidate alone (§2.6).
        await ask(addressOf('p3/serviceValidate', { service, ticket })),
      );
      // Servers take a name in any case, and some give it back as it was typed: it must not make two people of one.
      const username = user.toLowerCase();
      if (!isUsername(username)) throw new IdentityError('no_account', { name: user });
      return { subject: username, username, session: ticket, claims: attributes };
    },
    endedSession: endedTicket,
  };
}

/** The server holds a ticket against this, so that nobody can be given the ticket of another sign-in. */
function serviceOf(callback: string, state: string): string {
  return `${callback}?${new URLSearchParams({ state })}`;
}

/** CAS protocol 3.0 §3.1.1: begins with `ST-`, and has at most 256 characters that are safe in an address. */
function ticketIn(returned: URL): string {
  const [ticket = '', ...others] = returned.searchParams.getAll('ticket');
  if (others.length > 0 || !/^ST-[\x21-\x7e]{1,253}$/.test(ticket))
    throw new IdentityError('refused', { reason: 'what came back is no service ticket' });
  return ticket;
}

async function ask(address: string): Promise<string> {
  try {
    const { data } = await axios.get<string>(address, {
      responseType: 'text',
      signal: AbortSignal.timeout(requestMs),
      maxContentLength: maxResponseBytes,
      // The ticket must not travel.
      maxRedirects: 0,
      proxy: false,
      validateStatus: (status) => status === 200,
    });
    return data;
  } catch (error) {
    throw new IdentityError('unreachable', { reason: reasonOf(error) });
  }
}

/** What the log may hold: the address has the ticket in it. */
function reasonOf(error: unknown): string {
  if (!axios.isAxiosError(error)) return 'the server was not asked';
  if (error.response !== undefined) return `the server answers ${error.response.status}`;
  return `no answer of the server (${error.code ?? 'unknown'})`;
}

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
function endedTicket(form: Readonly<Record<string, unknown>>): string | undefined {
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
