import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createTurns, type Log, type TurnLimits } from '@campus/service';
import { type MeasuredFile, measure } from '../../archive/zip-of.ts';
import type { ChainPlace } from '../../chain/chain.ts';
import type { SealedEntry } from '../../chain/verify-chain.ts';
import { type ActorNames, findActorNames } from '../../data/actors.ts';
import { readDocument, type StoredDocument } from '../../data/documents.ts';
import {
  findKeptDeposits,
  findPositions,
  findRegisteredDocuments,
  hasEntriesAfter,
  type KeptDeposit,
} from '../../data/evidence.ts';
import { findNewestHead, readSealedAt } from '../../data/ledger.ts';
import type { Database } from '../../data/open-database.ts';
import { findSignable } from '../../data/signables.ts';
import type { SignableRecord } from '../../data/whole-record.ts';
import type { Scope } from '../../domain/scope.ts';
import type { SignableRef } from '../../domain/signable.ts';
import { drawApart } from '../../evidence/draw-apart.ts';
import { manifestText } from '../../evidence/manifest.ts';
import { packagedEntry } from '../../evidence/packaged-entry.ts';
import { sealedZip } from '../../evidence/sealed-zip.ts';
import { hashesOf, NotSealedError, planProofs } from '../../ledger/proofs.ts';
import { publishHead } from '../../ledger/seal-history.ts';
import { storedFindings } from '../../pdf/inspect.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { showJudgement, showRecord } from '../../wire/show.ts';
import { filePrefixes } from '../../wire/words.ts';
import { inTurn, type Recipient, sendFile } from '../answer/send-file.ts';
import { type ConfiguredTokens, type TokenHolders, tokenHoldersOf } from '../said/token-holders.ts';
import { type CertificateReader, certificateOf } from './certificate.ts';
import { readmeFiles } from './readme.ts';

/** Each draws a certificate, and holds a piece of a document in memory for as long as its reader takes. */
export const evidenceLimits = {
  atATime: 4,
  atATimePerCaller: 2,
  waiting: 32,
  waitingPerCaller: 8,
  retryAfterSeconds: 10,
} satisfies TurnLimits;

export interface EvidenceDeps extends ConfiguredTokens {
  db: Database;
  now: () => Date;
  log: Log;
  /** The institution's own language and time zone: a package is kept, and read by others than who asks for it. */
  institution: CertificateReader;
}

/** Sends the evidence package of a record, to APIs and pages alike. */
export type SendEvidence = (recipient: Recipient, asked: { ref: SignableRef; scope: Scope }) => Promise<void>;

/** What sends evidence packages; whoever asks takes turns with all others. */
export function evidenceSender(deps: EvidenceDeps): SendEvidence {
  const { db, now, log, institution: reader, ...configured } = deps;
  const turns = createTurns(evidenceLimits);
  const tokens = tokenHoldersOf(configured);
  return (recipient, { ref, scope }) =>
    inTurn(turns, recipient, async () => {
      const record = await findSignable(db, ref, scope);
      if (record === null) throw signableNotFound(ref);
      const madeAt = now();
      const files = packageFiles({ db, log, tokens, reader, madeAt }, record);
      await sendFile(recipient, {
        type: 'application/zip',
        name: `${filePrefixes[ref.kind]}_${ref.number}_evidence.zip`,
        pieces: sealedZip(files, { madeAt }),
      });
    });
}

/** The program that checks a package; it is the same in every package. */
const verifier = path.resolve(import.meta.dirname, '../../../assets/evidence/verify.mjs');

/** A certificate is for people: what is longer stands in `history.json`. */
export const maxCertificateEvents = 2_000;
/** Of their details, each with the dates of a thousand signatories maybe. */
export const maxCertificateBytes = 4 * 1024 * 1024;

/** How long a package waits for the history to be sealed up to its record. */
const sealingMs = 1_000;

/** What packages are made with. */
interface PackageDeps {
  db: Database;
  log: Log;
  tokens: TokenHolders;
  reader: CertificateReader;
  madeAt: Date;
}

/** Of a record as it was when its package was begun. */
type Evidence = Awaited<ReturnType<typeof gather>>;

/**
 * The files of the evidence package of a record, in their order; the last is the manifest, with the SHA-256 of all
 * others. Documents are read when their turn comes.
 *
 * @throws NotSealedError  before the first file
 */
async function* packageFiles(deps: PackageDeps, record: SignableRecord): AsyncGenerator<MeasuredFile> {
  const listed: MeasuredFile[] = [];
  for await (const file of filesOf(deps, await gather(deps, record))) {
    listed.push(file);
    yield file;
  }
  yield await fileOf('manifest.json', manifestText(listed));
}

async function gather({ db, log, madeAt }: PackageDeps, record: SignableRecord) {
  const [registered, deposits] = await Promise.all([
    findRegisteredDocuments(db.pool, record.id),
    findKeptDeposits(db.pool, record.id),
  ]);
  // Behind the documents: what the history says of them has its place then, and a head speaks for it.
  const isWhole = await publishHead(
    { db, log, now: () => madeAt },
    { signal: AbortSignal.timeout(sealingMs), patienceMs: sealingMs },
  );
  const head = await findNewestHead(db.pool);
  const ofRecord = { signableId: record.id, position: head?.position ?? 0 };
  // Where much has happened elsewhere, a head may speak for the whole record all the same.
  if (!isWhole && (await hasEntriesAfter(db.pool, ofRecord))) throw new NotSealedError();
  const positions = await findPositions(db.pool, { signableId: record.id, upTo: ofRecord.position });
  const packaged = (name: string, stored: StoredDocument, deposit: KeptDeposit | null) => ({
    path: `documents/${name}.pdf`,
    sha256: stored.sha256,
    size: stored.size,
    deposit,
    stored,
  });
  return {
    record,
    documents: [
      ...registered.map((stored, index) => packaged(`registered-${index + 1}`, stored, null)),
      ...deposits.map((deposit) => packaged(`signed-v${deposit.version}`, deposit.document, deposit)),
    ],
    /** Its places in the chain, in their order. */
    positions,
    /** Parts of the chain that prove those. */
    proofs: await planProofs(db, positions),
  };
}

async function* filesOf(deps: PackageDeps, evidence: Evidence): AsyncGenerator<MeasuredFile> {
  const { db, reader, madeAt } = deps;
  const { record, documents } = evidence;
  const stamp = evidence.proofs.find((proof) => proof.stamp !== null)?.to.position;
  for (const [name, text] of Object.entries(readmeFiles(record, { ...reader, madeAt, stamp })))
    yield await fileOf(name, text);
  yield await fileOf('verify.mjs', await readFile(verifier));
  yield await fileOf('certificate.pdf', await certificate(deps, evidence));
  const { history: _, historyBefore: __, deposits: ___, deliveries: ____, ...shown } = showRecord(record);
  yield await fileOf('record.json', json({ ...shown, packagedAt: madeAt.toISOString() }));
  yield await fileOf(
    'findings.json',
    json(documents.flatMap(({ path: name, deposit }) => findingsOf(name, deposit))),
  );
  yield await measure('history.json', () => historyLines(db, evidence));
  yield await measure('chain.json', () => proofLines(db, evidence));
  for (const { to, stamp } of evidence.proofs) {
    if (stamp === null) continue;
    yield await fileOf(stampPath(to, 'txt'), to.hash);
    yield await fileOf(stampPath(to, 'der'), stamp.token);
  }
  for (const { path: name, stored } of documents) yield await measure(name, () => readDocument(db, stored));
}

function findingsOf(file: string, deposit: KeptDeposit | null) {
  if (deposit === null) return [];
  const { version, round, depositedAt, supersededSha256, signatures } = deposit;
  return [
    {
      file,
      version,
      round,
      depositedAt,
      supersededSha256,
      signatures: storedFindings.parse(signatures),
      judgement: showJudgement(deposit),
    },
  ];
}

function historyLines(db: Database, evidence: Evidence): AsyncGenerator<Buffer> {
  return jsonList(entriesOf(db, evidence), (entry) => [JSON.stringify(packagedEntry(entry))]);
}

/** A record lost its details while its package was made, which would not fit: nothing in it says that. */
class ErasedMeanwhileError extends Error {
  constructor({ kind, number }: SignableRecord) {
    super(`${kind} ${number} was erased while its evidence package was made`);
    this.name = 'ErasedMeanwhileError';
  }
}

async function* entriesOf(
  db: Database,
  { record, positions }: Pick<Evidence, 'record' | 'positions'>,
): AsyncGenerator<SealedEntry> {
  for await (const entry of readSealedAt(db.pool, positions)) {
    if (entry.salt === null && record.state !== 'erased') throw new ErasedMeanwhileError(record);
    yield entry;
  }
}

function proofLines(db: Database, { positions, proofs }: Evidence): AsyncGenerator<Buffer> {
  const own = new Set(positions);
  return jsonList(proofs, async function* (proof) {
    const { from, to, stamp } = proof;
    yield `{"from":${JSON.stringify(from)},"entries":[`;
    let before = '';
    for await (const hashes of hashesOf(db, proof, own)) {
      yield before + JSON.stringify(hashes).slice(1, -1);
      before = ',';
    }
    const stamped = stamp === null ? null : stampPath(to, 'der');
    yield `],"to":${JSON.stringify(to)},"stamp":${JSON.stringify(stamped)}}`;
  });
}

const stampPath = ({ position }: ChainPlace, kind: 'txt' | 'der') => `stamps/${position}.${kind}`;

/** A list with a line for each value, which may be written piece by piece. */
async function* jsonList<Value>(
  values: Iterable<Value> | AsyncIterable<Value>,
  write: (value: Value) => Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Buffer> {
  let before = '[\n';
  for await (const value of values) {
    for await (const piece of write(value)) {
      yield Buffer.from(before + piece);
      before = '';
    }
    before = ',\n';
  }
  yield Buffer.from(before === '[\n' ? '[]\n' : '\n]\n');
}

async function certificate(deps: PackageDeps, evidence: Evidence): Promise<Buffer> {
  const { db, tokens, reader, madeAt } = deps;
  const { record, documents, positions, proofs } = evidence;
  const newest = { record, positions: positions.slice(-maxCertificateEvents) };
  const entries: SealedEntry[] = [];
  let bytes = 0;
  for await (const entry of entriesOf(db, newest)) {
    entries.push(entry);
    bytes += entry.detail.length;
    while (bytes > maxCertificateBytes && entries.length > 1) bytes -= entries.shift()?.detail.length ?? 0;
  }
  const acting = [...entries, ...documents.flatMap(({ deposit }) => deposit ?? [])].map(({ actor }) => actor);
  const names: ActorNames = await findActorNames(db.pool, acting);
  const sheet = certificateOf(
    { record, documents, entries, allEntries: positions.length, proofs, actors: { names, tokens }, madeAt },
    reader,
  );
  return drawApart(sheet, { madeAt });
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function fileOf(name: string, content: string | Uint8Array): Promise<MeasuredFile> {
  const bytes = Buffer.from(content);
  return measure(name, () => [bytes]);
}
