import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OctetString, Sequence } from 'asn1js';
import { Extension, GeneralName } from 'pkijs';
import { listSource } from '../../src/trusted-lists/list-source.ts';
import { issueCertificate, pem } from '../support/test-pki.ts';

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '', 'https://localhost');
  const to = searchParams.get('to');
  if (to === null) response.end('a list');
  else response.writeHead(302, { Location: to }).end();
});
let origin: string;
const trusted = getCACertificates('default');

beforeAll(async () => {
  const address = new GeneralName({
    type: 7,
    value: new OctetString({ valueHex: new Uint8Array([127, 0, 0, 1]).buffer }),
  });
  const extnValue = new Sequence({ value: [address.toSchema()] }).toBER();
  const host = await issueCertificate({
    name: 'localhost',
    extensions: [new Extension({ extnID: '2.5.29.17', critical: false, extnValue })],
  });
  const key = Buffer.from(await crypto.subtle.exportKey('pkcs8', host.privateKey)).toString('base64');
  server.setSecureContext({
    key: `-----BEGIN PRIVATE KEY-----\n${key}\n-----END PRIVATE KEY-----\n`,
    cert: pem(host),
  });
  setDefaultCACertificates([...trusted, pem(host)]);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  setDefaultCACertificates(trusted);
  server.close();
});

const fetchFrom = (address: string) => listSource(address, new AbortController().signal).listOfLists();

test('An address of the web may lead to another, and from https to https alone', async () => {
  const other = encodeURIComponent(`${origin}/`);
  expect(Buffer.from(await fetchFrom(`${origin}/?to=${other}`)).toString()).toBe('a list');

  const plain = encodeURIComponent('http://127.0.0.1:9/');
  await expect(fetchFrom(`${origin}/?to=${plain}`)).rejects.toThrow(
    /cannot be fetched from https:.*it leads away from https/,
  );
});
