import fc from 'fast-check';
import {
  addToChain,
  type ChainPlace,
  chainStart,
  hashOfDetail,
  hashOfEntry,
  keyOf,
} from '../../src/chain/chain.ts';
import type { SealedEntry } from '../../src/chain/verify-chain.ts';
import { packagedEntry } from '../../src/evidence/packaged-entry.ts';
import { listText, withManifest } from './evidence.ts';

/** One entry of a chain: of which agreement, and whether a version that knows no links has sealed it. */
export interface Sealing {
  number: number;
  isEarlier: boolean;
}

const saltOf = (position: number) => `6f1ed002-ab55-4c1b-8a0e-${String(position).padStart(12, '0')}`;

/** The chain that comes of it; the last entry of an agreement that is erased says so, and its details are gone. */
export function chainOf(sealings: readonly Sealing[], erased: readonly number[] = []): SealedEntry[] {
  let place = chainStart;
  const sealed: SealedEntry[] = [];
  for (const [index, { number, isEarlier }] of sealings.entries()) {
    const position = index + 1;
    const before = sealed.filter((entry) => entry.number === number);
    const isErasure = erased.includes(number) && !sealings.slice(position).some((s) => s.number === number);
    const detail = isErasure ? '{}' : `{"n": ${position}}`;
    const entry = {
      position,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      event: isErasure ? 'erased' : 'delivered',
      actor: 'service',
      kind: 'agreement' as const,
      number,
      state: 'signing',
      round: 1,
      detailHash: hashOfDetail(saltOf(position), detail),
      link: isEarlier
        ? null
        : {
            ordinal: before.length + 1,
            previous: before.at(-1)?.hash ?? chainStart.hash,
            key: keyOf(saltOf(before[0]?.position ?? position)),
          },
    };
    place = addToChain(place, hashOfEntry(entry));
    sealed.push({ ...entry, hash: place.hash, salt: saltOf(position), detail });
  }
  return sealed.map((entry) =>
    erased.includes(entry.number) && entry.event !== 'erased'
      ? { ...entry, salt: null, detail: '{}' }
      : entry,
  );
}

/** Chains of a few agreements, sealed by both versions in any order. */
export const anySealings: fc.Arbitrary<Sealing[]> = fc.array(
  fc.record({ number: fc.integer({ min: 1, max: 3 }), isEarlier: fc.boolean() }),
  { minLength: 1, maxLength: 14 },
);

/** What somebody can make of a chain who has the whole of it: a package of these entries, with whatever proves them. */
export function packageOf(
  chain: readonly SealedEntry[],
  { entries, heads }: { entries: readonly SealedEntry[]; heads: readonly number[] },
): Map<string, Uint8Array> {
  const own = new Set(entries.map(({ position }) => position));
  const placeAt = (position: number): ChainPlace => ({
    position,
    hash: chain[position - 1]?.hash ?? chainStart.hash,
  });
  const proofs: { from: ChainPlace; entries: (string | null)[]; to: ChainPlace; stamp: null }[] = [];
  for (const position of [...own].toSorted((a, b) => a - b)) {
    if (position <= (proofs.at(-1)?.to.position ?? 0)) continue;
    const to = heads.find((head) => head >= position) ?? chain.length;
    proofs.push({
      from: placeAt(position - 1),
      entries: chain
        .slice(position - 1, to)
        .map((entry) => (own.has(entry.position) ? null : hashOfEntry(entry))),
      to: placeAt(to),
      stamp: null,
    });
  }
  return withManifest(
    new Map([
      ['history.json', Buffer.from(listText(entries.map(packagedEntry)))],
      ['chain.json', Buffer.from(listText(proofs))],
    ]),
  );
}
