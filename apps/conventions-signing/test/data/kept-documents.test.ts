import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { createKeptDocuments } from '../../src/data/kept-documents.ts';

const kibibyte = 1024;

test('Given more documents than there is room for, Then those that were read first have made room', () => {
  const kept = createKeptDocuments({ maxBytes: 100 * kibibyte });
  for (const name of ['a', 'b', 'c', 'd']) kept.keep(name, Buffer.alloc(20 * kibibyte, name));

  expect(['a', 'b', 'c', 'd'].map((name) => kept.find(name)?.toString('latin1', 0, 1))).toEqual([
    undefined,
    undefined,
    'c',
    'd',
  ]);
});

test('Given very many documents of a few bytes, Then they are counted with what they take beside', () => {
  const kept = createKeptDocuments({ maxBytes: 100 * kibibyte });
  for (let n = 0; n < 1000; n += 1) kept.keep(String(n), Buffer.from('%PDF'));

  expect(Array.from({ length: 1000 }, (_, n) => kept.find(String(n))).filter(Boolean)).toHaveLength(6);
});

test('Given a document that fills the room alone, Then it is not kept, and the others stay', () => {
  const kept = createKeptDocuments({ maxBytes: 100 * kibibyte });
  kept.keep('small', Buffer.alloc(kibibyte));
  kept.keep('large', Buffer.alloc(90 * kibibyte));

  expect([kept.find('small')?.length, kept.find('large')]).toEqual([kibibyte, undefined]);
});

test('When its time is over, Then a document has left the memory, however often it was asked for', async () => {
  const kept = createKeptDocuments({ keptMs: 20 });
  kept.keep('a', Buffer.from('%PDF'));

  expect(kept.find('a')).toBeDefined();
  await eventually(() => kept.find('a') === undefined);
});
