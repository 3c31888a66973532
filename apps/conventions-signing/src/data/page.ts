/** One page of a list that goes on after its last row, so that rows which arrive meanwhile neither move nor repeat anything. */
export interface Page<Row> {
  results: Row[];
  /** What `before` must be for the following page; null on the last. */
  before: string | null;
}

/** All pages of a list, one after the other, so that no more than one is in memory. */
export async function* allPages<Row>(
  read: (before: string | undefined) => Promise<Page<Row>>,
): AsyncGenerator<Row[]> {
  let before: string | undefined;
  do {
    const page = await read(before);
    yield page.results;
    before = page.before ?? undefined;
  } while (before !== undefined);
}

/**
 * One page of what `read` gives.
 *
 * @param cursorOf  what `before` must be for the rows after this one
 */
export async function cutPage<Row>(
  read: (limit: number) => Promise<Row[]>,
  { size, cursorOf }: { size: number; cursorOf: (row: Row) => string },
): Promise<Page<Row>> {
  // One more than a page tells whether there is a next one, without counting.
  const found = await read(size + 1);
  const results = found.slice(0, size);
  const last = results.at(-1);
  return { results, before: found.length <= size || last === undefined ? null : cursorOf(last) };
}
