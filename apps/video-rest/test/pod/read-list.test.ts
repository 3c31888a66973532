import type { ServerResponse } from 'node:http';
import { expect, test } from '@jest/globals';
import { Pod } from '../../src/pod/pod-client.ts';
import { rowsIn } from '../../src/pod/read-list.ts';
import { type PodDouble, podToken, startPodDouble } from '../support/pod-double.ts';

const startWith = (count: number) =>
  startPodDouble((at) => ({ types: Array.from({ length: count }, (_, place) => typeOf(at, place + 1)) }));

const typeOf = (at: PodDouble['at'], id: number) => ({ id, url: at('types', id), title: `Type ${id}` });

/** The ids in the order in which they are shown, and what is told. */
async function read({ url }: PodDouble): Promise<{ ids: unknown[]; told: string[] }> {
  const pod = new Pod({
    ...{ base: new URL(url), token: podToken, mediaHosts: [], language: 'fr', version: '1' },
    ...{ onWait() {}, limits: { answerMs: 300, stallMs: 300 } },
  });
  const told: string[] = [];
  const ids: unknown[] = [];
  for await (const { item } of rowsIn(pod, 'types', (_address, why) => told.push(why))) ids.push(item?.id);
  return { ids, told };
}

/** From 1 on. */
const numbers = (count: number) => Array.from({ length: count }, (_, place) => place + 1);

const list = (response: ServerResponse, given: { count: number; next: string; results: object[] }) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(given));

test('reads a list by the numbers of its pages, wherever their links lead', async () => {
  await using other = await startPodDouble(() => ({}));
  await using pod = await startWith(30);
  const page = (number: number) => (pod.lists.types ?? []).slice((number - 1) * 12, number * 12);
  for (const [number, next] of [
    [1, `${other.url}/rest/types/?page=2`],
    [2, `${pod.url}/rest/types/`],
  ] as const)
    pod.instead.push({
      at: `/rest/types/${number === 1 ? '' : `?page=${number}`}`,
      answer: (response) => list(response, { count: 30, next, results: page(number) }),
    });

  expect(await read(pod)).toEqual({ ids: numbers(30), told: [] });
  expect(other.asked).toEqual([]);
});

test.each<[what: string, results: (page: number, at: PodDouble['at']) => object[]]>([
  ['the same page for ever', (_page, at) => numbers(12).map((id) => typeOf(at, id))],
  ['the same two pages for ever', (page, at) => numbers(12).map((id) => typeOf(at, (page % 2) * 12 + id))],
  ['other objects for ever', (page, at) => numbers(12).map((id) => typeOf(at, page * 12 + id))],
])('ends with a list that shows %s', async (_what, results) => {
  await using pod = await startPodDouble(() => ({}));
  pod.instead.push({
    at: '/rest/types/',
    stays: true,
    answer: (response) => {
      const page = pod.asked.length;
      list(response, { count: 24, next: `${pod.url}/rest/types/?page=2`, results: results(page, pod.at) });
    },
  });

  const { ids, told } = await read(pod);

  expect(told).toEqual([
    'the list has no end: it says that it has 24 objects, and always has a next page',
    ...(ids.length < 24 ? [expect.stringMatching(/^gave 12 of 24 objects/)] : []),
  ]);
  expect(new Set(ids).size).toBe(ids.length);
  expect(pod.asked.length).toBeLessThan(40);
});

test.each<[what: string, change: (types: object[], at: PodDouble['at']) => void, rest: number[]]>([
  ['is made', (types, at) => types.unshift(typeOf(at, 31)), numbers(31)],
  ['is removed', (types) => types.splice(0, 2), numbers(30).slice(2)],
  [
    'is made and another removed',
    (types, at) => types.splice(0, 2) && types.push(typeOf(at, 31)),
    numbers(31).slice(2),
  ],
])('loses and doubles nothing of a list of which something %s meanwhile', async (_what, change, rest) => {
  await using pod = await startWith(30);
  pod.onAsked = (path) => {
    if (!path.endsWith('?page=2')) return;
    pod.onAsked = () => {};
    change(pod.lists.types ?? [], pod.at);
  };

  const { ids, told } = await read(pod);

  expect(new Set(ids).size).toBe(ids.length);
  expect(ids).toEqual(expect.arrayContaining(rest));
  expect(told).toEqual([]);
});

test('ends where nothing answers any more', async () => {
  await using pod = await startWith(30);
  pod.instead.push({ at: '/rest/types/?page=2', stays: true, answer() {} });
  pod.instead.push({ at: '/rest/types/?page=3', stays: true, answer() {} });
  pod.instead.push({ at: '/rest/types/?page=4', stays: true, answer() {} });

  await expect(read(pod)).rejects.toThrow(
    `${pod.url} does not answer: no answer within 0.3 s. Call this later: it goes on.`,
  );
});
