/** What other programs say of the same signatures, all at the time of the judgement, whatever the clock says. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { requireTool } from '@campus/testing';
import { usualNow } from '../judged.ts';
import { validPdf } from '../pdfs.ts';
import { signedPdf } from '../signed-pdfs.ts';
import { encoded, pem, pemOf } from '../test-pki.ts';
import { made, signedBytes } from './judge-planned.ts';
import type { Other, Planned, SignatureCase } from './signature-case.ts';

const run = promisify(execFile);
const usualClock = usualNow.toISOString().slice(0, 19).replace('T', ' ');

interface Said {
  isGood: boolean;
  words: string;
}

interface Desk {
  written(name: string, content: string | Uint8Array): Promise<string>;
  says(tool: 'openssl' | 'pdfsig' | 'vfychain', args: string[]): Promise<Said>;
  /** An empty one of NSS. */
  database: string;
  unsigned: Uint8Array;
}

export interface Others {
  /** Whether this one accepts it. */
  accepts(other: Other, planned: Planned, kind: SignatureCase['kind']): Promise<boolean>;
  stop(): Promise<void>;
}

/** To be stopped. */
export async function askOthers(): Promise<Others> {
  const faketime = await requireTool('faketime');
  const certutil = await requireTool('certutil');
  const tools = {
    openssl: await requireTool('openssl'),
    pdfsig: await requireTool('pdfsig'),
    vfychain: await requireTool('vfychain'),
  };
  const folder = await mkdtemp(path.join(tmpdir(), 'judged-'));
  const database = `sql:${path.join(folder, 'nss')}`;
  await mkdir(path.join(folder, 'nss'));
  await run(certutil, ['-N', '-d', database, '--empty-password']);
  const env = { ...process.env, LC_ALL: 'C', TZ: 'UTC' };
  const desk: Desk = {
    database,
    unsigned: await validPdf(),
    async written(name, content) {
      const file = path.join(folder, name);
      await writeFile(file, content);
      return file;
    },
    says: (tool, args) =>
      run(faketime, ['-f', usualClock, tools[tool], ...args], { env }).then(
        ({ stdout, stderr }) => ({ isGood: true, words: `${stdout}\n${stderr}` }),
        ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
          isGood: false,
          words: `${stdout}\n${stderr}`,
        }),
      ),
  };
  return {
    accepts(other, planned, kind) {
      if (other === 'nss') return nssAccepts(planned, desk);
      return kind === 'signature' ? opensslAccepts(planned, desk) : opensslAcceptsStamp(planned, desk);
    },
    stop: () => rm(folder, { recursive: true }),
  };
}

/** OpenSSL asks for policies only when it is told one. */
const policies = ['-policy', '2.5.29.32.0'];

/** The strictest that it can be: a way to the anchor of 112 bits, with the policies that are asked for. */
async function strictly({ anchor, lists }: Planned, { written }: Desk): Promise<string[]> {
  const trusted = [pem(anchor), ...lists.map((list) => pemOf('X509 CRL', list))];
  const anchors = await written('anchors.pem', trusted.join(''));
  return ['-CAfile', anchors, '-partial_chain', '-auth_level', '2', ...policies];
}

async function opensslAccepts(planned: Planned, desk: Desk): Promise<boolean> {
  const { answers, certificates = [], anchor, cms } = planned;
  const { written, says } = desk;
  const along = [...(cms.chain ?? []).map((certificate) => ({ certificate })), ...certificates, anchor];
  const others = await written('others.pem', along.map(pem).join(''));
  const value = await written('value.der', await made(planned, 'signature'));
  const content = await written('content', signedBytes);
  const isRoot = anchor.certificate.subject.isEqual(anchor.certificate.issuer);
  const byLists = [isRoot ? '-crl_check_all' : '-crl_check', '-extended_crl'];
  const { isGood } = await says('openssl', [
    ...['cms', '-verify', '-binary', '-inform', 'DER', '-in', value, '-content', content],
    ...['-out', '/dev/null', '-certfile', others],
    ...(await strictly(planned, desk)),
    ...(answers === undefined ? byLists : []),
  ]);
  const [answer] = answers ?? [];
  return isGood && (answer === undefined || opensslAcceptsAnswer(answer, planned, { ...desk, others }));
}

async function opensslAcceptsAnswer(
  answer: Uint8Array,
  { anchor, issuer, by }: Planned,
  { written, says, others }: Desk & { others: string },
): Promise<boolean> {
  const signer = await written('signer.pem', pem(by));
  const { words } = await says('openssl', [
    ...['ocsp', '-respin', await written('answer.der', answer), '-no_nonce'],
    ...['-CAfile', await written('anchor.pem', pem(anchor)), '-partial_chain', '-auth_level', '2'],
    ...['-verify_other', others, '-issuer', await written('issuer.pem', pem(issuer))],
    // The answer may hash the issuer by any of them.
    ...['-sha1', '-sha256', '-sha512'].flatMap((hash) => [hash, '-cert', signer]),
  ]);
  const isStale = words.includes('WARNING: Status times invalid');
  return words.includes('Response verify OK') && /signer\.pem: good/.test(words) && !isStale;
}

async function opensslAcceptsStamp(planned: Planned, desk: Desk): Promise<boolean> {
  const value = await desk.written('value.der', await made(planned, 'time stamp'));
  const data = await desk.written('content', signedBytes);
  const asked = ['ts', '-verify', '-token_in', '-in', value, '-data', data];
  return (await desk.says('openssl', [...asked, ...(await strictly(planned, desk))])).isGood;
}

/** By pdfsig whether the signature holds, by vfychain whether its signer is one for mail: NSS knows no other purpose. */
async function nssAccepts(
  { by, cms, anchor }: Planned,
  { written, says, database, unsigned }: Desk,
): Promise<boolean> {
  const pdf = await signedPdf(unsigned, by, { subFilter: 'adbe.pkcs7.detached', room: 8192, ...cms });
  const file = await written('signed.pdf', pdf);
  const { words } = await says('pdfsig', ['-nocert', '-nssdir', database, file]);
  if (!words.includes('- Signature Validation: Signature is Valid.')) return false;
  const way = [by.certificate, ...(cms.chain ?? [])].filter((one) => one !== anchor.certificate);
  const files = await Promise.all(
    way.map((certificate, index) => written(`${index}.der`, encoded({ certificate }))),
  );
  const trusted = ['-t', await written('anchor.der', encoded(anchor))];
  return (await says('vfychain', ['-d', database, '-pp', '-u', '4', ...files, ...trusted])).isGood;
}
