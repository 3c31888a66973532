/** The lists of another instance, around what fails in them. */
import { CannotCome, PodAway } from './ask.ts';
import type { Pod } from './pod-client.ts';

/** An object as it came. */
export type Item = Readonly<Record<string, unknown>>;

/** An object, and the address by which it is known. */
export interface Given {
  source: string;
  item: Item;
}

/** One of a list; `item` is missing where it is there and cannot be read. */
interface Listed {
  source: string;
  /** How many the list says it has. */
  count: number;
  item: Item | undefined;
}

/** Told of what cannot be read: where, and why. */
type OnFault = (address: string, why: string) => void;

/** Pages in a row that may fail before a list is given up. */
const maxFaults = 20;
/** The same without any answer. */
const maxSilences = 2;
/** As upstream has it, whatever is asked for. */
const pageSize = 12;
const maxProbes = 10_000;
/** So often a list is read that shows something new each time. */
const maxPasses = 5;
/** A list that begins so many pages alike, or has so many more than it says, has no end. */
const maxRepeats = 3;
const sparePages = 10;

/** What is known of a list: as its last page said, and how many pages there were, and failed. */
interface List {
  path: string;
  count: number;
  pages: number;
  faults: number;
  isEndless?: boolean;
}

/**
 * All objects of a list, each once. One that cannot be shown takes its whole page with it (500): then the page behind follows,
 * and what is missing at the end is looked for by its number. What is made, removed or changed meanwhile moves others from
 * page to page, so that a list of several pages is read again until it shows nothing new.
 */
export async function* rowsIn(pod: Pod, path: string, onFault: OnFault): AsyncGenerator<Listed> {
  const seen = new Set<string>();
  const of: List = { path, count: 0, pages: 0, faults: 0 };
  const list = `${pod.base}/rest/${path}/`;
  for (let pass = 1, before = -1; pass <= maxPasses && seen.size > before; pass += 1) {
    before = pass === 1 ? -1 : seen.size;
    for await (const item of itemsIn(pod, of, {}, onFault)) {
      const place = addressIn(pod, path, item);
      if (place === undefined && pass === 1) onFault(list, 'an object has neither an id nor an address');
      else if (place !== undefined && !seen.has(place.key)) {
        seen.add(place.key);
        yield { source: place.source, count: of.count, item };
      }
    }
    if (of.faults > 0 || of.pages < 2 || of.isEndless === true) break;
  }
  if (of.faults > 0) yield* missingOf(pod, of, seen, onFault);
  else if (seen.size < of.count)
    onFault(list, `gave ${seen.size} of ${of.count} objects: it changed meanwhile. Call this again`);
}

/** The objects on all pages that can be read. */
export async function* itemsIn(
  pod: Pod,
  of: List,
  query: Readonly<Record<string, string>>,
  onFault: OnFault,
): AsyncGenerator<Item> {
  let inRow = 0;
  let [largest, first, repeats] = [1, '', 0];
  for (let page = 1; inRow < maxFaults; page += 1) {
    const address = `${pod.base}/rest/${of.path}/${page === 1 ? '' : `?page=${page}`}`;
    try {
      const asked = page === 1 ? query : { ...query, page: String(page) };
      const { count, results, next } = pageIn(await pod.get(`${of.path}/`, asked));
      [of.count, of.pages, inRow] = [count, page, 0];
      yield* results;
      if (next === null || results.length === 0) return;
      largest = Math.max(largest, results.length);
      const now = JSON.stringify(results[0]);
      repeats = now === first ? repeats + 1 : 0;
      first = now;
      if (repeats === maxRepeats || page > sparePages + (2 * count) / largest) {
        of.isEndless = true;
        onFault(
          address,
          `the list has no end: it says that it has ${count} objects, and always has a next page`,
        );
        return;
      }
    } catch (error) {
      if (!(error instanceof CannotCome)) throw error;
      if (error.status === 404 && page > 1) return;
      onFault(address, error.message);
      if (error.status === 404 || error.status === 403) return;
      of.faults += 1;
      inRow += 1;
      if (error.status === undefined && inRow > maxSilences)
        throw new PodAway(`${pod.base} does not answer: ${error.message}. Call this later: it goes on.`);
    }
  }
}

/** Those that no page has shown, as far as numbers find them. */
async function* missingOf(
  pod: Pod,
  { path, count, faults }: List,
  seen: ReadonlySet<string>,
  onFault: OnFault,
): AsyncGenerator<Listed> {
  let missing = count === 0 ? Number.POSITIVE_INFINITY : count - seen.size;
  const numbers = [...seen].map(Number).filter(Number.isInteger);
  const last = numbers.reduce((most, one) => Math.max(most, one), count) + faults * pageSize;
  let probes = 0;
  // From the newest on: numbers are densest there.
  for (let id = last; id > 0 && missing > 0 && probes < maxProbes; id -= 1) {
    if (seen.has(String(id))) continue;
    probes += 1;
    const source = `${pod.base}/rest/${path}/${id}/`;
    try {
      const item = await pod.get(`${path}/${id}/`);
      missing -= 1;
      yield { source, count, item: isItem(item) ? item : undefined };
    } catch (error) {
      if (!(error instanceof CannotCome)) throw error;
      if (error.status === 404) continue;
      missing -= 1;
      onFault(source, error.message);
      yield { source, count, item: undefined };
    }
  }
  if (missing > 0 && Number.isFinite(missing))
    onFault(
      `${pod.base}/rest/${path}/`,
      `${missing} of ${count} objects are on pages that fail, and were not found`,
    );
}

/** @throws CannotCome */
function pageIn(answer: unknown): { count: number; results: Item[]; next: unknown } {
  const { count, results, next } = isItem(answer) ? answer : {};
  if (typeof count !== 'number' || !Array.isArray(results))
    throw new CannotCome('answers no list', { status: 200 });
  return { count, results: results.filter(isItem), next: next ?? null };
}

/** What an object is called by: its address, or where it shows none its id. */
function addressIn(pod: Pod, path: string, { url, id }: Item): { key: string; source: string } | undefined {
  if (typeof id === 'number') return { key: String(id), source: `${pod.base}/rest/${path}/${id}/` };
  const place = pod.placeOf(url);
  return place instanceof CannotCome || place.path !== path ? undefined : place;
}

export function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
