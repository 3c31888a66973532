import { beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { Misfit, verifyPackage } from '../../assets/evidence/verify.mjs';
import type { PackagedEntry } from '../../src/evidence/packaged-entry.ts';
import { anySealings, chainOf, packageOf } from '../support/chains.ts';
import { evidenceOf, listText, unzipped, useFolder, withManifest } from '../support/evidence.ts';
import { validPdf } from '../support/pdfs.ts';
import { deposit, givenInSigning, metadata, sha256 } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhook: false });
const folder = useFolder();

interface Proof {
  from: { position: number; hash: string };
  entries: (string | null)[];
}

/** What a forger changes in a package, who writes a manifest that fits. */
interface Forged {
  files: Map<string, Uint8Array>;
  history: PackagedEntry[];
  proofs: Proof[];
}

const textHash = (entry: PackagedEntry) => sha256(Buffer.from(entry.sealed.entry));
const markOf = ({ sealed, position }: PackagedEntry) => sha256(Buffer.from(`${sealed.key}${position}`));

/** Takes an entry out, and puts what stands for it into the chain. */
function leaveOut(
  { history, proofs }: Forged,
  event: string,
  standIn: (entry: PackagedEntry) => string,
): void {
  const index = history.findIndex((entry) => entry.event === event);
  const [entry] = history.splice(index, 1);
  if (entry === undefined) throw new Error(`the history has no entry ${event}`);
  for (const proof of proofs) {
    const place = entry.position - proof.from.position - 1;
    if (proof.entries[place] === null) proof.entries[place] = standIn(entry);
  }
}

/** The package of an agreement that came back signed and was refused then. */
let refused: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  const { id } = await givenInSigning(service);
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
  const refusal = { mail: 'signatory2@example.org', order: 2, date: '2026-03-01T10:00:00.000+0100' };
  await service.vendor
    .post(`/public/api/conventions/${id}/refusal`)
    .send({ ...refusal, reason: 'No.' })
    .expect(200);
  refused = await unzipped(await evidenceOf(service, id));
  expect(JSON.parse(String(refused.get('history.json')))).toMatchObject(
    ['registered', 'signing-started', 'deposited', 'refused'].map((event) => ({ event })),
  );
});

/** A copy of a package as somebody has forged it. */
async function forged(
  forge: (forged: Forged) => void,
  original: ReadonlyMap<string, Uint8Array> = refused,
): Promise<string> {
  const files = new Map<string, Uint8Array>(
    [...original].map(([name, bytes]) => [name, Buffer.from(bytes)] as const),
  );
  const listIn = (name: string) => JSON.parse(String(files.get(name)));
  const parts = { files, history: listIn('history.json'), proofs: listIn('chain.json') };
  forge(parts);
  files.set('history.json', Buffer.from(listText(parts.history)));
  files.set('chain.json', Buffer.from(listText(parts.proofs)));
  return folder.writeAll(withManifest(files));
}

test('A package that was made anew without a change fits, and says of how much it speaks', async () => {
  const said = await verifyPackage(await forged(() => {}));

  expect(said.join('\n')).toMatch(
    /up to entry (\d+) the history is whole: none of its 4 entries was left out.*\nno further entry of it stands in the sealed history up to entry \1;/,
  );
});

describe('A package in which somebody has forged the history, and written a manifest that fits, does not fit', () => {
  test.each<[string, RegExp, (parts: Forged) => void]>([
    [
      'the last entry left out, with its mark and hash in its place',
      /entry \d+ was left out: chain\.json says that it is of this record/,
      (parts) => leaveOut(parts, 'refused', (entry) => markOf(entry) + textHash(entry)),
    ],
    [
      'the last entry left out, with its hash in its place',
      /is not the head/,
      (parts) => leaveOut(parts, 'refused', textHash),
    ],
    [
      'an entry left out with its document',
      /entry \d+: it is number 4 of its record, and 2 are there before it/,
      (parts) => {
        leaveOut(parts, 'deposited', (entry) => markOf(entry) + textHash(entry));
        parts.files.delete('documents/signed-v1.pdf');
      },
    ],
    [
      'the first entry left out, with the part of the chain before the next',
      /entry \d+: it is number 2 of its record, and 0 are there before it/,
      ({ files, history, proofs }) => {
        const [first] = history.splice(0, 1);
        const [proof] = proofs;
        if (first === undefined || proof === undefined) throw new Error('nothing to forge');
        proof.from = { position: first.position, hash: first.sealed.hash };
        proof.entries.shift();
        files.delete('documents/registered-1.pdf');
      },
    ],
    [
      'the last entry left out, hidden at the beginning of a part of the chain',
      /chain\.json: it begins with another hash/,
      ({ history, proofs }) => {
        const last = history.pop();
        const before = history.at(-1);
        const proof = proofs.at(-1);
        if (last === undefined || before === undefined || proof === undefined)
          throw new Error('nothing to forge');
        proof.entries.pop();
        Object.assign(proof, { to: { position: before.position, hash: before.sealed.hash } });
        proofs.push({
          from: { position: last.position - 1, hash: before.sealed.hash + markOf(last) },
          entries: [textHash(last)],
          ...{ to: { position: last.position, hash: last.sealed.hash }, stamp: null },
        });
      },
    ],
    [
      'the last entry left out, in a part of the chain that is counted from another place',
      /chain\.json: no entry of this record stands after entry \d+\.5/,
      ({ history, proofs }) => {
        const last = history.pop();
        const before = history.at(-1);
        const proof = proofs.at(-1);
        if (last === undefined || before === undefined || proof === undefined)
          throw new Error('nothing to forge');
        proof.entries.pop();
        Object.assign(proof, { to: { position: before.position, hash: before.sealed.hash } });
        proofs.push({
          from: { position: before.position - 0.5, hash: before.sealed.hash },
          entries: [markOf(last) + textHash(last)],
          ...{ to: { position: before.position + 0.5, hash: last.sealed.hash }, stamp: null },
        });
      },
    ],
    [
      'a head, which may have a time stamp, told of a later place',
      /chain\.json: no entry of this record stands after entry 9000/,
      ({ proofs }) => {
        const head = { position: 9000, hash: sha256(Buffer.from('a head of another year')) };
        proofs.push({ from: head, entries: [], ...{ to: head, stamp: null } });
      },
    ],
    [
      'the history reversed',
      /entry \d+: it is number 4|stands behind it/,
      ({ history }) => history.reverse(),
    ],
    [
      'an entry twice',
      /entry \d+: it is there twice/,
      ({ history }) => history.splice(2, 0, ...history.slice(2, 3)),
    ],
    [
      'no entry',
      /history\.json: it has no entry/,
      ({ files, history, proofs }) => {
        history.length = 0;
        proofs.length = 0;
        files.delete('documents/registered-1.pdf');
        files.delete('documents/signed-v1.pdf');
      },
    ],
    [
      'something that was never sealed added to an entry',
      /entry \d+: it says more than what was sealed/,
      ({ history }) => Object.assign(history[3] ?? {}, { withdrawn: true }),
    ],
    [
      'something that was never sealed added to what was',
      /entry \d+: it says more than what was sealed/,
      ({ history }) => Object.assign(history[3]?.sealed ?? {}, { withdrawn: true }),
    ],
    ...['documents-2/signed-v1.pdf', 'Documents/signed-v1.pdf', 'agreement.pdf', 'stamps/1.pdf'].map(
      (name): [string, RegExp, (parts: Forged) => void] => [
        `a file ${name} that no package has`,
        /signed-v1\.pdf|agreement\.pdf|1\.pdf: no package has such a file/,
        ({ files }) => files.set(name, Buffer.from('%PDF-1.7 another one')),
      ],
    ),
    [
      'another number',
      /entry \d+: it does not say what was sealed/,
      ({ history }) => Object.assign(history[3] ?? {}, { ordinal: 3 }),
    ],
    [
      'no numbers, as if an earlier version had sealed it',
      /entry \d+: it does not say what was sealed/,
      ({ history }) => {
        for (const entry of history) Object.assign(entry, { ordinal: undefined });
      },
    ],
  ])('%s', async (_what, misfit, forge) => {
    const place = await forged(forge);

    const verified = verifyPackage(place);

    await expect(verified).rejects.toThrow(Misfit);
    await expect(verified).rejects.toThrow(misfit);
  });
});

test('A package says which entries name documents that are not there', async () => {
  let position = 0;
  const place = await forged(({ files, history }) => {
    position = history[2]?.position ?? 0;
    files.delete('documents/signed-v1.pdf');
  });

  const said = await verifyPackage(place);

  expect(said).toContain(
    `the documents of these entries are not here, since they were not kept or left out: ${position}`,
  );
});

test('A package does not fit in which two registered documents have each the name of the other', async () => {
  const { id } = await givenInSigning(service);
  await deposit(service, id, await validPdf({ text: 'signed' })).expect(200);
  await service.institution.delete(`/api/conventions/${id}/signature`).expect(200);
  const pdf64 = Buffer.from(await validPdf({ text: 'another' })).toString('base64');
  await service.institution.put(`/api/conventions/${id}`).send({ pdf64, metadata: metadata() }).expect(200);
  const [first, second] = ['documents/registered-1.pdf', 'documents/registered-2.pdf'] as const;
  const none = Buffer.alloc(0);
  const original = await unzipped(await evidenceOf(service, id));

  const exchanged = await forged(({ files }) => {
    const [one, other] = [files.get(first) ?? none, files.get(second) ?? none];
    files.set(first, other).set(second, one);
  }, original);

  const same = await forged(() => {}, original);
  await expect(verifyPackage(same)).resolves.toContain('3 documents are those of the history');
  await expect(verifyPackage(exchanged)).rejects.toThrow(
    new Misfit(`${second}: no entry of the history says that it was there`),
  );
  const without = await forged(({ files }) => files.delete(first), original);
  await expect(verifyPackage(without)).resolves.toContain('2 documents are those of the history');
});

/** What a package that fits says of the agreement: whole up to a place, and nothing more up to another one. */
function claimsIn(said: readonly string[]): { wholeUpTo: number; noneUpTo: number } {
  const place = (pattern: RegExp) => Number(pattern.exec(said.join('\n'))?.[1] ?? 0);
  return {
    wholeUpTo: place(/up to entry (\d+) the history is whole/),
    noneUpTo: place(/no further entry of it stands in the sealed history up to entry (\d+)/),
  };
}

describe('Given chains of several agreements that older and newer versions have sealed in any order', () => {
  const heads = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 3 });
  const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);

  test('Then a package with all entries fits, and says that it is whole up to its last number', async () => {
    await fc.assert(
      fc.asyncProperty(anySealings, heads, fc.boolean(), async (sealings, published, isErased) => {
        const chain = chainOf(sealings, isErased ? [1] : []);
        const entries = chain.filter(({ number }) => number === 1);
        fc.pre(entries.length > 0);
        const upTo = sorted(published.filter((head) => head <= chain.length));
        const place = await folder.writeAll(packageOf(chain, { entries, heads: upTo }));

        const { wholeUpTo } = claimsIn(await verifyPackage(place));

        expect(wholeUpTo).toBe(entries.findLast(({ link }) => link !== null)?.position ?? 0);
      }),
      { numRuns: 150 },
    );
  });

  test('Then a package with some of them, in any order, some twice, does not fit, or claims only what is so', async () => {
    const picks = fc.array(fc.nat(13), { minLength: 1, maxLength: 8 });
    const orders = fc.constantFrom<(values: readonly number[]) => number[]>(
      (values) => [...values],
      sorted,
      (values) => [...new Set(sorted(values))],
    );
    const outcomes = { refused: 0, fits: 0 };
    await fc.assert(
      fc.asyncProperty(
        anySealings,
        heads,
        fc.boolean(),
        picks,
        orders,
        async (sealings, published, isErased, picked, order) => {
          const chain = chainOf(sealings, isErased ? [1] : []);
          const own = chain.filter(({ number }) => number === 1);
          fc.pre(own.length > 0);
          const entries = order(picked.map((pick) => pick % own.length)).flatMap((index) => own[index] ?? []);
          const upTo = sorted(published.filter((head) => head <= chain.length));
          const place = await folder.writeAll(packageOf(chain, { entries, heads: upTo }));

          const said = await verifyPackage(place).catch((error: unknown) => {
            expect(error).toBeInstanceOf(Misfit);
            return undefined;
          });

          outcomes[said === undefined ? 'refused' : 'fits'] += 1;
          if (said === undefined) return;
          const given = entries.map(({ position }) => position);
          expect(given).toEqual([...new Set(sorted(given))]);
          const { wholeUpTo, noneUpTo } = claimsIn(said);
          const missing = own.filter(({ position }) => !given.includes(position));
          for (const { position } of missing) expect(position).toBeGreaterThan(Math.max(wholeUpTo, noneUpTo));
        },
      ),
      { numRuns: 400 },
    );
    expect(Math.min(outcomes.refused, outcomes.fits)).toBeGreaterThan(20);
  });
});
