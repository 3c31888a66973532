import { eventually } from '@campus/testing';
import type { Door } from './door.ts';
import type { Internships, Scene } from './internships.ts';

interface Shown {
  id: number;
  reference: string;
  state: string;
  round: number;
}

interface Changes {
  results: { kind: string; recordId: number; state: string }[];
  cursor: string;
  more: boolean;
}

/** Somebody who keeps books beside the service: in the evening both must agree. */
export function createBookkeeper({ door, chance }: Scene, books: Internships) {
  /** What the feed has told of, read on from day to day. */
  const signedOfFeed = new Set<string>();
  let cursor: string | undefined;

  async function readFeed(): Promise<void> {
    for (;;) {
      const after = cursor === undefined ? '' : `?after=${cursor}`;
      const page = await door.tell<Changes>(`/api/changes${after}`);
      for (const { kind, recordId, state } of page.results)
        if (state === 'signed') signedOfFeed.add(`${kind} ${recordId}`);
      cursor = page.cursor;
      if (!page.more) return;
    }
  }

  /** @returns each difference, as a sentence */
  return async function check({ calls }: { calls: () => number }): Promise<string[]> {
    const all = [...books.values()];
    const rounds = all.reduce((sum, { round }) => sum + round, 0);
    await eventually(() => calls() >= rounds, {
      timeoutMs: 300_000,
      describe: 'the signing application is called about each round',
      seen: () => `${calls()} of ${rounds}`,
    });
    const wrong: string[] = [];
    if (calls() > rounds) wrong.push(`there were ${calls()} calls about ${rounds} rounds`);
    const shown = [...(await everyRecord(door, 'conventions')), ...(await everyRecord(door, 'avenants'))];
    if (shown.length !== all.length) wrong.push(`of ${all.length} records ${shown.length} are there`);
    const byReference = new Map(shown.map((record) => [record.reference, record]));
    for (const { reference, state, round } of all) {
      const there = byReference.get(reference);
      if (there?.state !== state || there.round !== round)
        wrong.push(
          `${reference} is ${there?.state} in round ${there?.round}, and should be ${state} in ${round}`,
        );
    }
    await readFeed();
    const signed = all.filter(({ state }) => state === 'signed');
    if (signedOfFeed.size !== signed.length)
      wrong.push(`the feed tells of ${signedOfFeed.size} signed records of ${signed.length}`);
    const sample = chance.of(`sample of ${all.length}`).shuffled(signed).slice(0, 20);
    for (const { path, signed: document, reference } of sample) {
      const { body } = await door.ask(`${path}/signed-pdf`);
      if (document === undefined || !body.equals(document)) wrong.push(`another PDF of ${reference} counts`);
    }
    return wrong;
  };
}

async function everyRecord(door: Door, kind: string): Promise<Shown[]> {
  const found: Shown[] = [];
  let path: string | null = `/api/${kind}?page_size=100`;
  while (path !== null) {
    const page: { results: Shown[]; next: string | null } = await door.tell(path);
    found.push(...page.results);
    path = page.next?.replace(/^https?:\/\/[^/]+/, '') ?? null;
  }
  return found;
}
