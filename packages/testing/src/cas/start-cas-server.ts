import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { cookieJar } from '../cookie-jar.ts';
import { listenOnLoopback } from '../listen-on-loopback.ts';
import type { CasPerson } from './cas-person.ts';
import { failure, success } from './service-response.ts';

/** What a ticket was given for. */
interface Ticket {
  user: string;
  service: string;
  isOfCredentials: boolean;
}

export interface CasTestServer {
  /** What comes before `/login`. */
  url: string;
  /** Those who can sign in, read at each request: a test may add, change and remove. */
  people: CasPerson[];
  /**
   * Signs a person in as a browser would.
   *
   * @param login   where the service sends the browser
   * @param cookies  of a browser that may have been there before; absent: a new one
   * @returns where the server sends the browser back to
   * @throws Error with the server's answer, when it shows an error instead
   */
  signIn(login: string, user: string, cookies?: ReturnType<typeof cookieJar>): Promise<URL>;
  /** A ticket that another service has got for this one (§3.2): one that begins with `PT-`. */
  proxyTicket(ticket: Pick<Ticket, 'user' | 'service'>): string;
  stop(): Promise<void>;
}

/**
 * Starts a CAS server after the CAS protocol 3.0 specification: `/login` as requestor and acceptor of credentials (§2.1,
 * §2.2; no passwords, and no page but a form), with single sign-on and `renew`; `/p3/serviceValidate` (§2.8), which
 * takes a ticket once, for the service that it was given for. npm has no CAS server that is kept.
 */
export async function startCasServer(options: { people?: CasPerson[] } = {}): Promise<CasTestServer> {
  const people = options.people ?? [];
  const tickets = new Map<string, Ticket>();
  /** Who has signed in, by their ticket-granting cookies (§3.6). */
  const signedIn = new Map<string, string>();

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => void response.writeHead(500).end(String(error)));
  });
  const { port, stop } = await listenOnLoopback(server);
  const url = `http://127.0.0.1:${port}/cas`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    if (pathname === '/cas/login') await logIn(request, response, searchParams);
    else if (pathname === '/cas/p3/serviceValidate') {
      response
        .writeHead(200, { 'content-type': 'application/xml;charset=UTF-8' })
        .end(validate(searchParams));
    } else response.writeHead(404).end();
  }

  async function logIn(request: IncomingMessage, response: ServerResponse, asked: URLSearchParams) {
    const service = asked.get('service') ?? '';
    const cookie = /(?:^|; )TGC=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const before = signedIn.get(cookie);
    if (request.method === 'POST') {
      const user = new URLSearchParams(await text(request)).get('username') ?? '';
      if (!people.some((person) => person.user === user)) throw new Error(`nobody here is ${user}`);
      const granting = `TGT-${randomUUID()}`;
      signedIn.set(granting, user);
      response.setHeader('set-cookie', `TGC=${granting}; Path=/cas; HttpOnly`);
      sendBack(response, { user, service, isOfCredentials: true });
    } else if (before !== undefined && !asked.has('renew')) {
      sendBack(response, { user: before, service, isOfCredentials: false });
    } else {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<!doctype html><form method="post"><input name="username"></form>');
    }
  }

  function sendBack(response: ServerResponse, ticket: Ticket): void {
    const location = new URL(ticket.service);
    location.searchParams.set('ticket', keep('ST', ticket));
    response.writeHead(302, { location: location.href }).end();
  }

  function keep(kind: 'ST' | 'PT', ticket: Ticket): string {
    const name = `${kind}-${tickets.size + 1}-${randomUUID()}`;
    tickets.set(name, ticket);
    return name;
  }

  function validate(asked: URLSearchParams): string {
    const [service, name] = [asked.get('service'), asked.get('ticket')];
    if (service === null || name === null)
      return failure('INVALID_REQUEST', 'service and ticket parameters are both required');
    const ticket = tickets.get(name);
    // §3.1.1: valid for one attempt, whatever comes of it.
    tickets.delete(name);
    const person = people.find(({ user }) => user === ticket?.user);
    if (ticket === undefined || person === undefined || !name.startsWith('ST-'))
      return failure('INVALID_TICKET', `Ticket ${name} not recognized`);
    if (ticket.service !== service)
      return failure('INVALID_SERVICE', `Ticket ${name} does not match supplied service`);
    if (asked.has('renew') && !ticket.isOfCredentials)
      return failure('INVALID_TICKET', `Ticket ${name} was not issued from primary credentials`);
    return success(person);
  }

  return {
    url,
    people,
    signIn,
    proxyTicket: ({ user, service }) => keep('PT', { user, service, isOfCredentials: true }),
    stop,
  };
}

async function signIn(login: string, user: string, cookies = cookieJar()): Promise<URL> {
  for (const method of ['GET', 'POST']) {
    const response = await fetch(login, {
      method,
      body: method === 'POST' ? new URLSearchParams({ username: user }) : null,
      headers: { cookie: cookies.header() },
      redirect: 'manual',
    });
    cookies.keep(response);
    const location = response.headers.get('location');
    if (location !== null) return new URL(location);
    if (!response.ok) throw new Error(`the CAS server answers ${response.status}: ${await response.text()}`);
  }
  throw new Error('the CAS server sends nobody back');
}
