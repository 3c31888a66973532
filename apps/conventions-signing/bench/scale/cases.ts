import type { LatencyCase, Size } from '@campus/bench';
import { formatContractDate } from '../../src/domain/contract-date.ts';
import { managementToken, publicToken, scopedTokens } from '../tokens.ts';

const metadata = {
  companyname: 'Exemple Industries',
  school: 'Faculté des sciences',
  workflowId: 'standard',
  signatory: [
    { name: 'Lovelace', givenname: 'Ada', mail: 'ada@university.example', order: 1 },
    { name: 'Babbage', givenname: 'Charles', mail: 'charles@company.example', order: 2 },
  ],
};

interface Side {
  url: string;
  /** Of somebody signed in to the console. */
  cookies: string;
}

/** Every kind of request that the two applications and people send often, and those that look at whole tables. */
export function agreementCases({
  services,
  counts,
  pdf,
}: {
  services: Record<Size, Side>;
  counts: Record<Size, number>;
  pdf: Uint8Array<ArrayBuffer>;
}): LatencyCase[] {
  const institution = { Authorization: `Bearer ${managementToken}` };
  const vendor = { Authorization: `Bearer ${publicToken}` };
  const ask = (size: Size, address: string, init: RequestInit) =>
    fetch(new URL(address, services[size].url), init);
  type Address = string | ((n: number, size: Size) => string);
  const get = (name: string, address: Address, headers: Record<string, string>): LatencyCase => ({
    name,
    ask: (n, size) => ask(size, typeof address === 'string' ? address : address(n, size), { headers }),
  });
  const list = (name: string, query: Address) =>
    get(
      name,
      (n, size) => `/api/conventions?${typeof query === 'string' ? query : query(n, size)}`,
      institution,
    );
  const scoped = (of: keyof typeof scopedTokens, what: string) => {
    const headers = { Authorization: `Bearer ${scopedTokens[of].token}` };
    return Object.entries({
      'page 1': '',
      'in the middle': (_n: number, size: Size) => `before=${Math.floor(counts[size] / 2)}`,
      'in signing': 'state=signing',
      'last change first': 'sort=-updated',
      'signed first first': 'sort=signed',
      'by title': 'sort=title',
      'changed since': 'updated_since=2026-12-01T00:00:00Z',
      'all changed since': 'updated_since=2026-01-01T00:00:00Z',
      'signed since, the first first': 'signed_since=2026-06-01T00:00:00Z&sort=signed',
      overdue: 'overdue=true',
      'failed findings': 'findings=failed',
      'failed calls': 'failed=true',
      'a word of all': 'q=lovelace',
      'a word of none': 'q=zanzibar',
    }).map(([name, query]) =>
      get(
        `scope ${what}, ${name}`,
        (n, size) => `/api/conventions?${typeof query === 'string' ? query : query(n, size)}`,
        headers,
      ),
    );
  };
  const page = (name: string, address: Address): LatencyCase => ({
    name,
    ask: (n, size) =>
      ask(size, typeof address === 'string' ? address : address(n, size), {
        headers: { Cookie: services[size].cookies, Accept: 'text/html' },
      }),
  });
  const post = (name: string, change: (n: number, size: Size) => Promise<Response>, status: number) => ({
    name,
    ask: change,
    status,
  });
  // A stride that shares no factor with the counts: every agreement, and never the neighbour.
  const any = (n: number, size: Size) => 1 + ((n * 736_879) % Math.floor(counts[size] * 0.9));
  /** One that is in signing, in turn. */
  const open = (n: number, size: Size) => counts[size] - (n % Math.floor(counts[size] / 60));
  const json = { 'Content-Type': 'application/json' };
  const register = (n: number, size: Size) => {
    const registration = {
      pdf64: Buffer.from(pdf).toString('base64'),
      metadata: { ...metadata, title: `Benchmark ${n}` },
    };
    return ask(size, '/api/conventions', {
      method: 'POST',
      headers: { ...institution, ...json },
      body: JSON.stringify(registration),
    });
  };
  return [
    list('list, page 1', ''),
    list('list, in the middle', (_n, size) => `before=${Math.floor(counts[size] / 2)}`),
    list('list, in signing', 'state=signing'),
    list('list, drafts', 'state=draft'),
    list('list, last change first', 'sort=-updated'),
    list('list, drafts, last change first', 'state=draft&sort=-updated'),
    list('list, signed last first', 'sort=-signed'),
    list('list, by due date', 'sort=due'),
    list('list, overdue', 'overdue=true'),
    list('list, changed since', 'updated_since=2026-12-20T00:00:00Z'),
    list('list, all changed since', 'updated_since=2026-01-01T00:00:00Z'),
    list('list, changed since, the first first', 'updated_since=2026-12-20T00:00:00Z&sort=updated'),
    list('list, signed since', 'signed_since=2026-12-20T00:00:00Z'),
    list('list, failed calls', 'failed=true'),
    list('list, failed findings', 'findings=failed'),
    list('list, failed findings, signed last first', 'findings=failed&sort=-signed'),
    list('list, failed findings changed since', 'findings=failed&updated_since=2026-12-01T00:00:00Z'),
    ...scoped('department', 'of a department'),
    ...scoped('rare', 'of what is rare'),
    list('list, waiting for somebody', (n, size) => `waiting_for=student${open(n, size)}@university.example`),
    list('search, a reference', (n, size) => `q=cs-${any(n, size)}`),
    list('search, a person', (n, size) => `q=student${any(n, size)}`),
    list('search, a company', (n) => `q=entreprise+${n % 997}`),
    list('search, a vendor identifier', (n, size) => `q=vendor-${any(n, size)}`),
    list('search, a word of all', 'q=lovelace'),
    list('search, a word of none', 'q=zanzibar'),
    list('search, a sign of all', `q=${'-+'.repeat(20)}`),
    list('search, two letters of none', 'q=zq'),
    list('search, frequent words that none has together', (n) => `q=lovelace+entreprise+zanzi${n}`),
    list('search, eight digits', 'q=1+2+3+4+5+6+7+8'),
    list('search, what only a tenth has, the oldest', 'q=cs-1'),
    get('record by id', (n, size) => `/api/conventions/${any(n, size)}`, institution),
    get('combined document', (n, size) => `/public/api/conventions/${any(n, size)}`, vendor),
    get('deliveries, page 1', '/api/deliveries', institution),
    get('deliveries, failed', '/api/deliveries?state=failed', institution),
    get('deliveries, pending', '/api/deliveries?state=pending', institution),
    page('console: first page', '/console/'),
    page('console: list', '/console/conventions/'),
    page('console: search', (n, size) => `/console/conventions/?q=student${any(n, size)}`),
    page('console: list, failed findings', '/console/conventions/?findings=failed'),
    page('console: list, overdue', '/console/conventions/?overdue=true&sort=due'),
    page('console: soon erased', '/console/retention/'),
    page('console: soon erased, the last', '/console/retention/?from=9900'),
    page('console: deliveries', '/console/deliveries/'),
    page('console: record', (n, size) => `/console/conventions/${any(n, size)}/`),
    post('register', register, 201),
    post(
      'register, then send',
      async (n, size) => {
        const { id } = (await (await register(n, size)).json()) as { id: number };
        return ask(size, `/api/conventions/${id}/signature`, { method: 'POST', headers: institution });
      },
      202,
    ),
    post(
      'dates',
      (n, size) => {
        const number = open(n, size);
        const signatureDate = formatContractDate(new Date(Date.UTC(2026, 0, 1) + n));
        const entries = [{ mail: `student${number}@university.example`, order: 1, signatureDate }];
        return ask(size, `/public/api/conventions/${number}/dates`, {
          method: 'PATCH',
          headers: { ...vendor, ...json },
          body: JSON.stringify(entries),
        });
      },
      200,
    ),
    post(
      'deposit',
      (n, size) => {
        const form = new FormData();
        form.set('doc', new Blob([pdf, `% ${n}\n`]), 'signed.pdf');
        return ask(size, `/public/api/conventions/${open(n, size)}/pdf`, {
          method: 'POST',
          headers: vendor,
          body: form,
        });
      },
      200,
    ),
  ];
}
