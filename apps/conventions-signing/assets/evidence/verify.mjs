#!/usr/bin/env node
/**
 * Checks an evidence package, and names the first thing in it that does not fit. It needs Node 20 or later and nothing
 * of the service that made the package.
 *
 *     node verify.mjs                  the folder that this file is in
 *     node verify.mjs package.zip      the archive itself, with every bit of it; of one that somebody has made of the
 *                                      unpacked files, those files
 *     node verify.mjs some/folder      a package that was unpacked there
 *
 * Time stamps are checked by `openssl`; with `--authority ca.pem` also whether one of these certificates (PEM) answers
 * for whoever made them.
 *
 * Exit codes: 0 everything fits, 1 something does not, 2 not everything could be checked.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, realpathSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createInflateRaw } from 'node:zlib';

/** Something in a package that is not as it was made. */
export class Misfit extends Error {}

/** Something that cannot be checked here. */
export class Unchecked extends Error {}

/**
 * Checks a package.
 *
 * @param {string} place  an archive, or a folder
 * @param {{ authority?: string }} options  a file of certificates in PEM that are trusted for time stamps
 * @returns {Promise<string[]>}  what was checked, in sentences
 * @throws {Misfit}     about the first thing that does not fit
 * @throws {Unchecked}  when there are time stamps, but no openssl, and when there are no certificates in the file
 */
export async function verifyPackage(place, options = {}) {
  if (options.authority !== undefined) await checkAuthority(options.authority);
  if ((await stat(place)).isDirectory()) return verifyFiles(await filesOfFolder(place), options);
  const archive = await openArchive(place);
  const fits = archive.isSealed && (await sealFits(place));
  let said;
  try {
    said = await verifyFiles(await filesOfArchive(archive), options);
  } catch (error) {
    if (error instanceof Misfit || fits || (error instanceof Unchecked && !archive.isSealed)) throw error;
    throw new Misfit(`the archive cannot be read: ${error.message}`);
  }
  if (archive.isSealed && !fits)
    throw new Misfit('the archive between its files (names, sizes, places or its end) is not what was made');
  return [
    fits
      ? 'the archive is what was made, with every bit of it'
      : 'the archive is not the one that was made: somebody has zipped the unpacked files again, so that its own bytes prove nothing; its files are checked as those of a folder are',
    ...said,
  ];
}

/** Also of a package without stamps: whoever names a file counts on it. */
async function checkAuthority(file) {
  const text = await readFile(file, 'latin1').catch((error) => {
    throw new Unchecked(`the file of --authority cannot be read (${error.code}): ${file}`);
  });
  if (!/-----BEGIN (?:[A-Z0-9]+ )?CERTIFICATE-----/.test(text))
    throw new Unchecked(`the file of --authority holds no certificate in PEM: ${file}`);
}

/**
 * @typedef {{ read: () => AsyncIterable<Uint8Array> }} PackedFile
 * @param {Map<string, PackedFile>} files  by their paths
 */
async function verifyFiles(files, options) {
  const manifest = await readManifest(files);
  for (const { path: name, size, sha256 } of manifest) {
    const file = files.get(name);
    if (file === undefined) throw new Misfit(`${name}: it is missing`);
    const found = await measure(file);
    if (found.size !== size) throw new Misfit(`${name}: it has ${found.size} bytes, and not ${size}`);
    if (found.sha256 !== sha256)
      throw new Misfit(`${name}: its SHA-256 is ${found.sha256}, and not ${sha256}`);
  }
  for (const { path: name } of manifest)
    if (!isPart(name)) throw new Misfit(`${name}: no package has such a file`);
  const listed = new Set([...manifest.map((file) => file.path), 'manifest.json']);
  const added = [...files.keys()].filter((name) => !listed.has(name));
  for (const name of added)
    if (!madeBySystems.test(name)) throw new Misfit(`${name}: it is not part of the package`);
  const written = await textOf(files, 'history.json');
  const history = parseJson('history.json', written);
  const proofs = parseJson('chain.json', await textOf(files, 'chain.json'));
  let ends;
  let absent;
  try {
    verifyEntries(history);
    // There is one way to write it: what a reader sees and what was checked are the same.
    if (written !== `[\n${history.map((entry) => JSON.stringify(entry)).join(',\n')}\n]\n`)
      throw new Misfit('history.json: it is not written as it was made');
    ends = verifyChain(history, proofs);
    absent = verifyDocuments(history, manifest);
  } catch (error) {
    if (error instanceof Misfit) throw error;
    throw new Misfit(`history.json or chain.json is not written as it was made: ${error.message}`);
  }
  return [
    `${manifest.length} files have the SHA-256 that manifest.json says`,
    ...(added.length > 0 ? [`passed over, since systems put it there: ${added.join(', ')}`] : []),
    `${history.length} entries of the history are what was sealed`,
    ...wholenessOf(history, ends),
    `${countDocuments(manifest)} documents are those of the history`,
    ...(absent.length > 0
      ? [
          `the documents of these entries are not here, since they were not kept or left out: ${absent.join(', ')}`,
        ]
      : []),
    ...(await verifyStamps(files, proofs, options)),
    ...headsOf(proofs),
    'the seal speaks for history.json and documents/ alone; record.json, findings.json and certificate.pdf are for reading, and not proved: compare them with those',
  ];
}

/** Else a file that nothing speaks for would be told among those that fit. */
const isPart = (name) =>
  /^(?:(?:README\.txt|verify\.html|verify\.mjs|certificate\.pdf)|(?:record|findings|history|chain)\.json|stamps\/\d+\.(?:txt|der)|documents\/(?:registered-|signed-v)[1-9]\d*\.pdf)$/.test(
    name,
  );

/** What systems put into folders and archives by themselves. */
const madeBySystems = /^__MACOSX\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db|desktop\.ini)$/;

/** Of how much it is proved that nothing was left out. */
function wholenessOf(history, { position, unmarked }) {
  const whole = history.findLastIndex(({ ordinal }) => ordinal !== undefined) + 1;
  const unnumbered = history.length - whole;
  const earlier = 'sealed by an earlier version of the service, without number';
  if (whole === 0) return [`its entries were ${earlier}: that none was left out is not proved`];
  return [
    `up to entry ${history[whole - 1].position} the history is whole: none of its ${whole} entries was left out, moved or put there twice`,
    unnumbered > 0
      ? `${unnumbered} entries after that were ${earlier}: that none was left out among them is not proved`
      : unmarked > 0
        ? `${unmarked} entries from there to entry ${position} were ${earlier}: that none of them is of this record is not proved`
        : `no further entry of it stands in the sealed history up to entry ${position}; what came later is in a later package`,
  ];
}

/** What the seal leads to: others may know it. */
function headsOf(proofs) {
  return proofs.map(
    ({ to }) =>
      `entry ${to.position} is sealed as ${to.hash}: compare that with the head in the log of the service`,
  );
}

async function readManifest(files) {
  const text = await textOf(files, 'manifest.json');
  let listed;
  try {
    listed = JSON.parse(text).files.map((file) => ({
      path: String(file.path),
      size: Number(file.size),
      sha256: String(file.sha256),
    }));
  } catch {
    throw new Misfit('manifest.json: it is no list of files');
  }
  // There is one way to write it: a bit that means nothing would have changed unseen.
  if (text !== `${JSON.stringify({ package: 1, files: listed }, null, 1)}\n`)
    throw new Misfit('manifest.json: it is not written as it was made');
  return listed;
}

const sha256 = (text) => createHash('sha256').update(text, 'utf8').digest('hex');
const isHash = (text) => typeof text === 'string' && /^[0-9a-f]{64}$/.test(text);
const beforeFirst = '0'.repeat(64);

/** Length of a salt, which stands before the detail of an entry. */
const saltLength = 36;

/** What each entry says is what its sealed texts say, all are of one record, and each follows the one before it. */
function verifyEntries(history) {
  if (history.length === 0) throw new Misfit('history.json: it has no entry');
  const erased = history.findLastIndex(({ event }) => event === 'erased');
  const key = keyOf(history);
  let before = { position: 0, sealed: { hash: beforeFirst } };
  for (const [index, entry] of history.entries()) {
    const { position, at, event, actor, kind, number, state, round, ordinal, detail, sealed } = entry;
    const flaw = (what) => new Misfit(`history.json: entry ${position}: ${what}`);
    const { detailHash, previous } = JSON.parse(sealed.entry);
    const said = { position, at, event, actor, kind, number, state, round, detailHash, ordinal, previous };
    if (JSON.stringify(said) !== sealed.entry) throw flaw('it does not say what was sealed');
    const isNumbered = ordinal !== undefined;
    if (
      Object.keys(entry).length !== (isNumbered ? 11 : 10) ||
      Object.keys(sealed).length !== (isNumbered ? 4 : 3)
    )
      throw flaw('it says more than what was sealed');
    if (kind !== history[0].kind || number !== history[0].number) throw flaw('it is of another record');
    if (position === before.position) throw flaw('it is there twice');
    if (position < before.position)
      throw flaw(`it came before entry ${before.position}, and stands behind it`);
    if (isNumbered && ordinal !== index + 1)
      throw flaw(`it is number ${ordinal} of its record, and ${index} are there before it`);
    if (isNumbered && previous !== before.sealed.hash)
      throw flaw('the entry of its record before it is not the one that was');
    if (isNumbered && sealed.key !== key) throw flaw('its key is not that of its record');
    before = entry;
    if (sealed.detail === null) {
      if (index >= erased)
        throw flaw('its detail is missing, and no later entry says that the record was erased');
      if (JSON.stringify(detail) !== '{}') throw flaw('its detail was erased, and there is another one');
      continue;
    }
    if (sha256(sealed.detail) !== detailHash) throw flaw('its detail is not what was sealed');
    if (JSON.stringify(JSON.parse(sealed.detail.slice(saltLength))) !== JSON.stringify(detail))
      throw flaw('its detail does not say what was sealed');
  }
}

/** The key of the record, by which its entries can be told; undefined where none of them has ever had one. */
function keyOf(history) {
  const { detail } = history[0].sealed;
  if (detail !== null) return sha256(`record ${detail.slice(0, saltLength)}`);
  return history.find(({ ordinal }) => ordinal !== undefined)?.sealed.key;
}

/**
 * From a place of the chain to a head, the hash of each entry follows from the one before, and no entry of the record
 * stands there as somebody else's. Each part has an entry of the record: what it says of its position is sealed, and so
 * tells where all others stand, the head among them.
 *
 * @returns  the head that follows the last entry, and how many entries between them say nothing of whose they are
 */
function verifyChain(history, proofs) {
  const own = new Map(history.map((entry) => [entry.position, entry]));
  const key = keyOf(history);
  const proved = new Set();
  const last = history.at(-1).position;
  let ends;
  for (const { from, entries, to } of proofs) {
    let { position, hash } = from;
    let unmarked = 0;
    if (!isHash(hash) || (position === 0 && hash !== beforeFirst))
      throw new Misfit('chain.json: it begins with another hash');
    if (!entries.includes(null))
      throw new Misfit(
        `chain.json: no entry of this record stands after entry ${position}, up to the head at ${to.position}`,
      );
    for (const other of entries) {
      position += 1;
      const entry = own.get(position);
      if ((other === null) !== (entry !== undefined))
        throw new Misfit(`history.json: entry ${position} is missing or another one`);
      const mark = key === undefined ? null : sha256(key + position);
      if (other === null) {
        hash = sha256(hash + (entry.ordinal === undefined ? '' : mark) + sha256(entry.sealed.entry));
        if (entry.sealed.hash !== hash)
          throw new Misfit(`history.json: entry ${position} does not continue what is before it`);
        proved.add(position);
        continue;
      }
      const [whose, what] = other.length === 64 ? [undefined, other] : [other.slice(0, 64), other.slice(64)];
      if (!isHash(what) || (whose !== undefined && !isHash(whose)))
        throw new Misfit(`chain.json: what stands for entry ${position} is no hash`);
      if (whose === mark)
        throw new Misfit(
          `history.json: entry ${position} was left out: chain.json says that it is of this record`,
        );
      if (whose === undefined && position > last) unmarked += 1;
      hash = sha256(hash + other);
    }
    if (position !== to.position || hash !== to.hash)
      throw new Misfit(
        `chain.json: what follows from entry ${from.position} is not the head at ${to.position}`,
      );
    if (from.position < last && last <= position) ends = { position, unmarked };
  }
  for (const position of own.keys())
    if (!proved.has(position)) throw new Misfit(`chain.json: nothing proves entry ${position}`);
  return ends;
}

/**
 * Each document is named by an entry of the history, by its SHA-256: what was registered in the order of its names, what
 * was deposited by its version.
 *
 * @returns  the places of the entries whose documents are not there
 */
function verifyDocuments(history, manifest) {
  const registered = [];
  const deposited = new Map();
  const documents = documentsIn(manifest);
  const here = new Set(documents.map(({ sha256 }) => sha256));
  const absent = [];
  for (const { position, event, detail } of history) {
    const isRegistered = event === 'registered' || event === 'replaced';
    const isDeposited = event === 'deposited' || event === 'superseded-deposited';
    if (isRegistered) registered.push(detail.sha256);
    if (isDeposited) deposited.set(detail.version, detail.sha256);
    if ((isRegistered || isDeposited) && detail.sha256 !== undefined && !here.has(detail.sha256))
      absent.push(position);
  }
  let next = 0;
  for (const { name, isDeposit, number, sha256 } of documents.toSorted((a, b) => a.number - b.number)) {
    const place = isDeposit ? -1 : registered.indexOf(sha256, next);
    const isNamed = isDeposit ? deposited.get(number) === sha256 : place !== -1;
    if (!isNamed) throw new Misfit(`${name}: no entry of the history says that it was there`);
    if (!isDeposit) next = place + 1;
  }
  return absent;
}

const documentsIn = (manifest) =>
  manifest.flatMap(({ path: name, sha256 }) => {
    const [, kind, number] = /^documents\/(registered-|signed-v)(\d+)\.pdf$/.exec(name) ?? [];
    return kind === undefined ? [] : { name, sha256, isDeposit: kind === 'signed-v', number: Number(number) };
  });
const countDocuments = (manifest) => documentsIn(manifest).length;

/** Each time stamp is of the head of its proof, and its signature holds. */
async function verifyStamps(files, proofs, { authority }) {
  const said = [];
  for (const { to, stamp } of proofs) {
    if (stamp === null) continue;
    const folder = await mkdtemp(path.join(tmpdir(), 'evidence-'));
    try {
      const token = path.join(folder, 'token.der');
      const head = path.join(folder, 'head.txt');
      await writeFile(token, await bytesOf(files, stamp));
      await writeFile(head, to.hash);
      if ((await textOf(files, stamp.replace(/der$/, 'txt'))) !== to.hash)
        throw new Misfit(`${stamp}: the text beside it is not the head at ${to.position}`);
      const at = verifyToken({ token, head, stamp, authority, digest: sha256(to.hash) });
      said.push(`entry ${to.position} and all before it existed at ${at}, says the time stamp`);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
  if (said.length > 0 && authority === undefined)
    said.push('whether whoever made the time stamps is to be trusted was not asked (--authority ca.pem)');
  if (proofs.at(-1)?.stamp === null)
    said.push(
      `no time stamp says since when ${said.length === 0 ? 'it is' : 'the newest entries are'} there`,
    );
  return said;
}

/** The instant of a time stamp (RFC 3161). */
function verifyToken({ token, head, stamp, authority, digest }) {
  const signed = openssl(
    'cms',
    '-verify',
    '-noverify',
    '-inform',
    'DER',
    '-in',
    token,
    '-out',
    `${token}.info`,
  );
  if (signed.status !== 0) throw new Misfit(`${stamp}: its signature does not hold`);
  const { stdout } = openssl('ts', '-reply', '-in', token, '-token_in', '-text');
  const stated = [...stdout.matchAll(/^ +[0-9a-f]{4} - ((?:[0-9a-f]{2}[ -]){1,16})/gm)].map(
    ([, bytes]) => bytes,
  );
  if (!stated.join('').replace(/[ -]/g, '').startsWith(digest))
    throw new Misfit(`${stamp}: it is of something else`);
  const [, at] = /^Time stamp: (.*)$/m.exec(stdout) ?? [];
  if (authority !== undefined) {
    const trusted = openssl('ts', '-verify', '-data', head, '-in', token, '-token_in', '-CAfile', authority);
    if (trusted.status !== 0)
      throw new Misfit(`${stamp}: the authority of ${authority} does not answer for it`);
  }
  return at;
}

function openssl(...args) {
  const { error, status, stdout } = spawnSync('openssl', args, { encoding: 'utf8' });
  if (error !== undefined) throw new Unchecked(`the time stamps want openssl: ${error.message}`);
  return { status, stdout };
}

async function bytesOf(files, name) {
  const file = files.get(name);
  if (file === undefined) throw new Misfit(`${name}: it is missing`);
  return Buffer.concat(await all(file.read()));
}

async function textOf(files, name) {
  return (await bytesOf(files, name)).toString('utf8');
}

function parseJson(name, text) {
  try {
    return JSON.parse(text);
  } catch {
    throw new Misfit(`${name}: it is not JSON`);
  }
}

async function measure({ read }) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of read()) {
    hash.update(piece);
    size += piece.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** The files of a folder and those below it, by their paths with `/`. */
async function filesOfFolder(folder) {
  const files = new Map();
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const file = path.join(entry.parentPath ?? entry.path, entry.name);
    if (entry.isDirectory()) continue;
    files.set(path.relative(folder, file).split(path.sep).join('/'), { read: () => createReadStream(file) });
  }
  return files;
}

const sealPrefix = 'SHA-256 of all before: ';
const digits = 64;

/** The comment at the end of the archive holds the SHA-256 of everything before its digits. */
async function sealFits(archive) {
  const { size } = await stat(archive);
  const stated = Buffer.concat(await all(createReadStream(archive, { start: size - digits })));
  const { sha256 } = await measure({ read: () => createReadStream(archive, { end: size - digits - 1 }) });
  return stated.toString('latin1') === sha256;
}

async function all(stream) {
  const pieces = [];
  for await (const piece of stream) pieces.push(piece);
  return pieces;
}

/** Before each file of a ZIP, so at its beginning. */
const fileSignature = 0x04034b50;
const entrySignature = 0x02014b50;
const endSignature = 0x06054b50;
const endMark = Buffer.from('PK\x05\x06');
const endLength = 22;
const longestComment = 0xffff;

/** Finds the end of a ZIP; one that the service made has a comment as long as its seal. */
async function openArchive(file) {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const bytes = async (at, length) => {
      if (at < 0 || length < 0 || at + length > size) throw new Misfit('the archive ends too early');
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, at);
      return buffer;
    };
    if (size < 4 || (await bytes(0, 4)).readUInt32LE(0) !== fileSignature)
      throw new Misfit('it is no ZIP archive');
    const tailLength = Math.min(size, endLength + longestComment);
    const tail = await bytes(size - tailLength, tailLength);
    for (let at = tailLength - endLength; at >= 0; at -= 1) {
      const comment = tailLength - endLength - at;
      if (tail.readUInt32LE(at) !== endSignature || tail.readUInt16LE(at + 20) !== comment) continue;
      // Others take the last one that they find.
      if (tail.indexOf(endMark, at + 1) !== -1) throw new Misfit('the archive: it has two ends');
      const directory = await findDirectory(bytes, size - tailLength + at);
      if (directory.at + directory.length !== directory.end)
        throw new Misfit('the archive: not all of it is in its directory');
      const isSealed = comment === sealPrefix.length + digits;
      return { file, directory: await bytes(directory.at, directory.length), end: directory.at, isSealed };
    }
    throw new Misfit('the end of the archive is not where it was made');
  } finally {
    await handle.close();
  }
}

/** The files of a ZIP (APPNOTE.TXT 4.3, with ZIP64), stored as they are or deflated; by their paths in the package. */
async function filesOfArchive({ file: archive, directory, end }) {
  const handle = await open(archive, 'r');
  try {
    const files = new Map();
    const places = [];
    for (let next = 0; next < directory.length; ) {
      const entry = readEntry(directory, next);
      next = entry.next;
      const head = await readHead(handle, entry);
      const start = entry.offset + head.length;
      places.push({ from: entry.offset, to: start + entry.packed, flags: entry.flags });
      if (entry.name.endsWith('/')) continue;
      if (files.has(entry.name)) throw new Misfit(`${entry.name}: it is there twice`);
      files.set(entry.name, { read: () => unpack(archive, { ...entry, start }) });
    }
    checkPlaces(places, end);
    return withoutFolder(files);
  } finally {
    await handle.close();
  }
}

/** What stands before a file says the same of it as the directory: whoever reads from the beginning goes by that. */
async function readHead(handle, { offset, name, nameBytes, flags, method, size, packed }) {
  const bytes = async (at, length) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, at);
    if (bytesRead < length) throw new Misfit(`${name}: it is not where the archive says`);
    return buffer;
  };
  const head = await bytes(offset, 30);
  if (head.readUInt32LE(0) !== fileSignature) throw new Misfit(`${name}: it is not where the archive says`);
  const extraAt = 30 + head.readUInt16LE(26);
  const length = extraAt + head.readUInt16LE(28);
  const whole = await bytes(offset, length);
  if (!whole.subarray(30, extraAt).equals(nameBytes))
    throw new Misfit(`${name}: it has another name where it stands`);
  const sizesFollow = (flags & 8) !== 0;
  const sizes = largeNumbers(whole.subarray(extraAt), [head.readUInt32LE(22), head.readUInt32LE(18)]);
  if (
    head.readUInt16LE(8) !== method ||
    ((head.readUInt16LE(6) & 8) !== 0) !== sizesFollow ||
    (!sizesFollow && (sizes[0] !== size || sizes[1] !== packed))
  )
    throw new Misfit(`${name}: it is packed in another way where it stands`);
  return whole;
}

/** Of a file that packs while it writes, its sizes stand behind it (APPNOTE.TXT 4.3.9). */
const longestDescriptor = 24;

/** One file follows the other up to the directory: whoever reads from the beginning finds no others. */
function checkPlaces(places, end) {
  let next = 0;
  let gap = 0;
  for (const { from, to, flags } of [
    ...places.toSorted((a, b) => a.from - b.from),
    { from: end, to: end, flags: 0 },
  ]) {
    if (from < next) throw new Misfit('the archive: a file ends too early');
    if (from > next + gap) throw new Misfit('the archive: not all of it is in its directory');
    next = to;
    gap = (flags & 8) === 0 ? 0 : longestDescriptor;
  }
}

/** Whoever zips a folder has its name before all others. */
function withoutFolder(files) {
  if (files.has('manifest.json')) return files;
  const manifests = [...files.keys()].filter((name) => /^[^/]+\/manifest\.json$/.test(name));
  if (manifests.length !== 1) return files;
  const folder = manifests[0].slice(0, -'manifest.json'.length);
  return new Map(
    [...files].map(([name, file]) => [name.startsWith(folder) ? name.slice(folder.length) : name, file]),
  );
}

const stored = 0;
const deflated = 8;

/** Never more than the archive says. */
async function* unpack(archive, { name, flags, method, start, packed, size }) {
  if ((flags & 1) !== 0 || (method !== stored && method !== deflated))
    throw new Unchecked(
      `${name} is encrypted or packed in a way that is not read here: unpack the archive, and check the folder`,
    );
  if (packed === 0) return;
  const raw = createReadStream(archive, { start, end: start + packed - 1 });
  const inflate = createInflateRaw();
  let length = 0;
  // A failure reaches whoever reads.
  for await (const piece of method === stored ? raw : pipeline(raw, inflate, () => {})) {
    length += piece.length;
    if (length > size) throw new Misfit(`${name}: it is longer than the archive says`);
    yield piece;
  }
  // Who takes it as it stands would read that too.
  if (method === deflated && inflate.bytesWritten !== packed)
    throw new Misfit(`${name}: something stands behind it`);
}

async function findDirectory(bytes, at) {
  const end = await bytes(at, endLength);
  const place = { length: end.readUInt32LE(12), at: end.readUInt32LE(16) };
  if (place.length !== 0xffffffff && place.at !== 0xffffffff) return { ...place, end: at };
  const locator = await bytes(at - 20, 20);
  const endAt = Number(locator.readBigUInt64LE(8));
  const large = await bytes(endAt, 56);
  return { length: Number(large.readBigUInt64LE(40)), at: Number(large.readBigUInt64LE(48)), end: endAt };
}

function readEntry(directory, at) {
  if (directory.length < at + 46 || directory.readUInt32LE(at) !== entrySignature)
    throw new Misfit('the directory of the archive is not what was made');
  const nameLength = directory.readUInt16LE(at + 28);
  const extraLength = directory.readUInt16LE(at + 30);
  const next = at + 46 + nameLength + extraLength + directory.readUInt16LE(at + 32);
  const nameBytes = directory.subarray(at + 46, at + 46 + nameLength);
  const name = nameBytes.toString('utf8').replaceAll('\\', '/');
  const extra = directory.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength);
  // Info-ZIP's own, which goes before the name: no package needs it.
  if (extraFields(extra).some(({ id }) => id === 0x7075)) throw new Misfit(`${name}: it has a second name`);
  const [size, packed, offset] = largeNumbers(extra, [
    directory.readUInt32LE(at + 24),
    directory.readUInt32LE(at + 20),
    directory.readUInt32LE(at + 42),
  ]);
  const flags = directory.readUInt16LE(at + 8);
  return { name, nameBytes, flags, method: directory.readUInt16LE(at + 10), size, packed, offset, next };
}

function extraFields(extra) {
  const fields = [];
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    fields.push({ id: extra.readUInt16LE(at), from: at + 4 });
  return fields;
}

/** Numbers of more than 32 bits stand in the extra field 1, those that need it alone and in this order. */
function largeNumbers(extra, numbers) {
  let from = extraFields(extra).findLast(({ id }) => id === 1)?.from ?? 0;
  return numbers.map((number) => {
    if (number !== 0xffffffff) return number;
    const large = Number(extra.readBigUInt64LE(from));
    from += 8;
    return large;
  });
}

async function main(args) {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { authority: { type: 'string' } },
    });
    const [place = path.dirname(fileURLToPath(import.meta.url))] = positionals;
    for (const said of await verifyPackage(place, values)) console.log(`ok: ${said}`);
    console.log('everything fits');
    return 0;
  } catch (error) {
    if (error instanceof Misfit) {
      console.error(`does not fit: ${error.message}`);
      return 1;
    }
    console.error(`not everything was checked: ${error.message}`);
    return 2;
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url))
  process.exitCode = await main(process.argv.slice(2));
