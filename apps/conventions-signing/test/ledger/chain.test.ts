import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  addToChain,
  type ChainEntry,
  chainStart,
  hashOfDetail,
  hashOfEntry,
  keyOf,
} from '../../src/chain/chain.ts';
import { type SealedEntry, verifyChain } from '../../src/chain/verify-chain.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const salt = '6f1ed002-ab55-4c1b-8a0e-5f5d9cd8f4a1';

/** A chain of so many entries of two agreements. */
function chainOf(count: number): SealedEntry[] {
  let place = chainStart;
  return Array.from({ length: count }, (_, index) => {
    const detail = `{"n": ${index}}`;
    const entry: ChainEntry = {
      position: index + 1,
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      event: index === count - 1 ? 'erased' : 'deposited',
      actor: 'sha256:0123456789ab',
      kind: 'agreement',
      number: 1 + (index % 2),
      state: 'signing',
      round: 1,
      detailHash: hashOfDetail(salt, detail),
      link: null,
    };
    place = addToChain(place, hashOfEntry(entry));
    return { ...entry, hash: place.hash, salt, detail };
  });
}

test('What is hashed is the text that decision 0028 states', () => {
  const [first] = chainOf(2);
  const text = `{"position":1,"at":"2026-01-01T00:00:00.000Z","event":"deposited","actor":"sha256:0123456789ab","kind":"agreement","number":1,"state":"signing","round":1,"detailHash":"${sha256(`${salt}{"n": 0}`)}"}`;

  expect(first?.hash).toBe(sha256('0'.repeat(64) + sha256(text)));
});

test('What is hashed of an entry with a link is the mark of its record, and the text with its number and the hash of the entry before it', () => {
  const [first] = chainOf(2);
  const link = { ordinal: 4, previous: sha256('before'), key: keyOf(salt) };
  const text = `{"position":1,"at":"2026-01-01T00:00:00.000Z","event":"deposited","actor":"sha256:0123456789ab","kind":"agreement","number":1,"state":"signing","round":1,"detailHash":"${sha256(`${salt}{"n": 0}`)}","ordinal":4,"previous":"${sha256('before')}"}`;

  expect(first && hashOfEntry({ ...first, link })).toBe(
    sha256(`${sha256(`record ${salt}`)}1`) + sha256(text),
  );
});

test('Given a chain with its heads, Then it fits, whole or empty', async () => {
  const entries = chainOf(10);
  const heads = [4, 10].map((position) => ({ position, hash: entries[position - 1]?.hash ?? '' }));

  expect(await verifyChain(entries, heads)).toEqual({ place: heads[1], flaw: null });
  expect(await verifyChain([], [])).toEqual({ place: chainStart, flaw: null });
});

describe('Given a chain of which something was changed, Then the first entry that does not fit is named', () => {
  const spoiled = (position: number, change: Partial<SealedEntry>) =>
    chainOf(10).map((entry) => (entry.position === position ? { ...entry, ...change } : entry));

  test.each<[string, SealedEntry[], object]>([
    ['an event', spoiled(5, { event: 'signed' }), { position: 5, what: 'hash' }],
    ['an instant', spoiled(5, { at: '2026-01-01T00:00:04.001Z' }), { position: 5, what: 'hash' }],
    ['an actor', spoiled(5, { actor: 'person:eve' }), { position: 5, what: 'hash' }],
    ['whose entry it is', spoiled(5, { number: 7 }), { position: 5, what: 'hash' }],
    ['a state', spoiled(5, { state: 'signed' }), { position: 5, what: 'hash' }],
    ['a detail', spoiled(5, { detail: '{"n": 5}' }), { position: 5, what: 'detail' }],
    ['a hash', spoiled(5, { hash: sha256('') }), { position: 5, what: 'hash' }],
    ['an entry taken away', chainOf(10).toSpliced(4, 1), { position: 5, what: 'missing' }],
    [
      'an entry put twice',
      chainOf(10).toSpliced(4, 0, ...chainOf(4).slice(3)),
      { position: 5, what: 'missing' },
    ],
    ['the end taken away', chainOf(7), { position: 8, what: 'missing' }],
    [
      'a link',
      spoiled(5, { link: { ordinal: 1, previous: sha256(''), key: sha256('key') } }),
      { position: 5, what: 'hash' },
    ],
    [
      'a detail of what was erased',
      spoiled(5, { salt: null, detail: '{"n": 5}' }),
      { position: 5, what: 'detail' },
    ],
    [
      'a detail emptied, but nothing erased',
      spoiled(5, { salt: null, detail: '{}' }),
      { position: 5, what: 'emptied' },
    ],
    ['another chain', chainOf(12), { position: 10, what: 'head' }],
  ])('%s', async (_what, entries, flaw) => {
    const { position, hash } = chainOf(10)[9] ?? chainStart;

    expect(await verifyChain(entries, [{ position, hash }])).toMatchObject({ flaw });
  });
});

test('Given details that were emptied before their record was erased, Then the chain fits', async () => {
  const entries = chainOf(10).map((entry) =>
    entry.position % 2 === 0 && entry.position < 10 ? { ...entry, salt: null, detail: '{}' } : entry,
  );

  expect((await verifyChain(entries, [])).flaw).toBeNull();
});
