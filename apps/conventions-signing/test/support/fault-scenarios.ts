import { randomUUID } from 'node:crypto';
import { eventually } from '@campus/testing';
import { ask, isDone, type Scenario, type Told } from '@campus/testing/faults';
import { passwordInConsole, signIn } from './console.ts';
import type { FaultyService } from './faulty-service.ts';
import { incrementallyUpdated, validPdf } from './pdfs.ts';
import { dateOf, givenDraft, givenInSigning, metadata, recordOf, sha256 } from './records.ts';
import { managementToken, publicToken } from './service.ts';

type Call = (method: string, address: string, init?: RequestInit) => Promise<Told>;

/** What is asked of the service while something is wanting, by what somebody would call it. */
export async function faultScenarios(service: FaultyService) {
  const callerBy =
    (credentials: Record<string, string>): Call =>
    (method, address, init = {}) =>
      ask(new URL(address, service.url), {
        ...{ method, ...init },
        headers: { ...credentials, ...(init.headers as Record<string, string>) },
      });
  const institution = callerBy({ Authorization: `Bearer ${managementToken}` });
  const vendor = callerBy({ Authorization: `Bearer ${publicToken}` });
  const person = await signIn(service, 'administrator');
  const console_ = callerBy({ Cookie: person.cookies });
  const small = await validPdf();
  const large = await validPdf({ bytes: 600 * 1024 });
  return {
    ...registering(service, institution, { small, large }),
    ...depositing(service, vendor, { small, large }),
    ...working(service, { institution, vendor }),
    ...(await reading(service, { institution, console_, stranger: callerBy({}) })),
  };
}

const json = (body: unknown): RequestInit => ({
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

function registering(
  service: FaultyService,
  institution: Call,
  { small, large }: { small: Uint8Array; large: Uint8Array },
) {
  const register = (pdf: Uint8Array): Scenario<string> => ({
    given: async () => randomUUID(),
    asked: async (key) => {
      const sent = json({ pdf64: Buffer.from(pdf).toString('base64'), metadata: metadata() });
      const headers = { ...(sent.headers as Record<string, string>), 'Idempotency-Key': key };
      return [await institution('POST', '/api/conventions', { ...sent, headers })];
    },
    async check(_, [told]) {
      if (told === undefined || !isDone(told)) return [];
      const { rows } = await service.sql.query(
        'select sha256, encode(sha256(bytes), $2) as found from documents where sha256 = $1',
        [sha256(pdf), 'hex'],
      );
      return rows.length > 0 && rows.every(({ sha256: noted, found }) => noted === found)
        ? []
        : ['the document is another'];
    },
  });
  return { 'a registration': register(small), 'a large registration': register(large) };
}

function depositing(
  service: FaultyService,
  vendor: Call,
  { small, large }: { small: Uint8Array; large: Uint8Array },
) {
  const depositOf = (registered: Uint8Array): Scenario<{ id: number; signed: Uint8Array }> => ({
    given: async () => ({
      id: (await givenInSigning(service, { pdf: registered })).id,
      signed: await incrementallyUpdated(registered),
    }),
    async asked({ id, signed }) {
      const body = new FormData();
      body.append('doc', new Blob([Uint8Array.from(signed)]), 'signed.pdf');
      return [await vendor('POST', `/public/api/conventions/${id}/pdf`, { body })];
    },
    async check({ id, signed }, [told]) {
      const { deposits } = await recordOf(service, id);
      const expected = told && isDone(told) ? [sha256(signed)] : [];
      const found = deposits.map((deposit) => deposit.sha256);
      return String(found) === String(expected) ? [] : [`deposits are ${found} in place of ${expected}`];
    },
  });
  return { 'a deposit': depositOf(small), 'a large deposit': depositOf(large) };
}

function working(service: FaultyService, { institution, vendor }: { institution: Call; vendor: Call }) {
  return {
    'a signature': {
      given: async () => (await givenDraft(service)).id,
      asked: async (id) => [await institution('POST', `/api/conventions/${id}/signature`)],
      async check(id, [told]) {
        if (told === undefined || !isDone(told)) return [];
        await eventually(async () => {
          const { deliveries } = await recordOf(service, id);
          return deliveries.some(({ state }) => state === 'delivered');
        });
        return [];
      },
    } satisfies Scenario<number>,
    'the document of a call': {
      given: async () => (await givenInSigning(service)).id,
      asked: async (id) => [await vendor('GET', `/public/api/conventions/${id}`)],
      check: async () => [],
    } satisfies Scenario<number>,
    dates: {
      given: async () => (await givenInSigning(service)).id,
      asked: async (id) => [await vendor('PATCH', `/public/api/conventions/${id}/dates`, json([dateOf(1)]))],
      async check(id, [told]) {
        if (told === undefined || !isDone(told)) return [];
        const { signatory } = await recordOf(service, id);
        return signatory[0]?.signatureDate ? [] : ['dates were acknowledged, and are not there'];
      },
    } satisfies Scenario<number>,
  };
}

async function reading(
  service: FaultyService,
  { institution, console_, stranger }: { institution: Call; console_: Call; stranger: Call },
) {
  const { id } = await givenInSigning(service);
  const each = (call: Call, addresses: string[]): Scenario<void> => ({
    given: async () => {},
    async asked() {
      const told: Told[] = [];
      for (const address of addresses) told.push(await call('GET', address));
      return told;
    },
    check: async () => [],
  });
  return {
    'an evidence package': each(institution, [`/api/conventions/${id}/evidence`]),
    'changes and lists': each(institution, [
      ...['/api/changes', '/api/conventions', `/api/conventions/${id}`, '/api/deliveries'],
      ...['/api/conventions.csv', '/api/conventions.zip', '/api/deliveries.csv'],
      `/api/conventions/${id}/history.csv`,
    ]),
    pages: each(console_, [
      ...['/console/', '/console/conventions/', `/console/conventions/${id}/`, '/console/help/'],
      ...['/console/deliveries/', '/console/operations/', '/console/accounts/', '/console/tokens/'],
      ...['/console/conventions/export/', '/console/conventions/signed-pdfs/'],
    ]),
    'a sign-in': {
      given: async () => signIn(service, 'administrator'),
      async asked({ username }) {
        const login = '/console/account/login/';
        const form = await stranger('GET', login);
        if (!isDone(form)) return [form];
        const csrfmiddlewaretoken = /name="csrfmiddlewaretoken" value="([^"]+)"/.exec(
          form.body.toString(),
        )?.[1];
        const cookies = form.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
        const fields = {
          csrfmiddlewaretoken: csrfmiddlewaretoken ?? '',
          username,
          password: passwordInConsole,
        };
        const headers = { Cookie: cookies.join('; ') };
        return [form, await stranger('POST', login, { headers, body: new URLSearchParams(fields) })];
      },
      check: async () => [],
    } satisfies Scenario<{ username: string }>,
  };
}
