/**
 * Sign-in by CAS, protocol 3.0: the browser goes to `/login` with the address of this service and comes back with a
 * ticket, which the server is asked about. Written here, since none of the clients on npm is well kept: they know no
 * limit of time or size, follow redirects, or put a ticket into an address as it came.
 */
import { randomBytes } from 'node:crypto';
import axios from 'axios';
import { z } from 'zod';
import { isUsername } from '../account-rules.ts';
import { casAddress } from './cas-address.ts';
import { endedTicket, readCasResponse } from './cas-answers.ts';
import { IdentityError } from './identity-error.ts';
import type { IdentityProvider, Trip } from './identity-provider.ts';

/** How a CAS server is reached. */
export interface CasServer {
  /** What comes before `/login`. */
  url: string;
  /** Whether everybody has to prove anew who they are; see CAS protocol 3.0 §2.1.1, `renew`. */
  renew: boolean;
}

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
