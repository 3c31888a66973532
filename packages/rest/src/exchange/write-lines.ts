import { type Coming, type Importing, idIn, type Judged, ownOf, textsIn } from './coming-line.ts';
import { JudgeLines } from './judge-lines.ts';
import type { Relations } from './relations.ts';
import { refuseLine, StoreLines, type StoreParts } from './store-lines.ts';

/** A line that waits for what it refers to. */
type Waiting<Services> = Coming<Services> & { refuse: () => void };

/** Writes lines of one resource at a time. */
export class WriteLines<Services> {
  /** Lines that are fine, and are not written in this transaction. */
  readonly toSend: Judged<Services>[] = [];
  private readonly parts: StoreParts;
  private readonly relations: Relations;
  private readonly judging: JudgeLines<Services>;
  private readonly storing: StoreLines<Services>;

  constructor(importing: Importing<Services>, parts: StoreParts) {
    [this.parts, this.relations] = [parts, parts.relations];
    this.judging = new JudgeLines(importing, parts);
    this.storing = new StoreLines(importing, parts);
  }

  /** @param options.isLast  what a line refers to does not come any more. @returns those that wait for it */
  async write(
    some: readonly Coming<Services>[],
    { isLast }: { isLast: boolean },
  ): Promise<Waiting<Services>[]> {
    const left: Waiting<Services>[] = [];
    // What two lines say of one object, or one of another before it, is written one after the other.
    for (let rest = some; rest.length > 0; ) {
      const [together, others] = split(rest);
      const judged = await this.judging.judge(together);
      const fine: Judged<Services>[] = [];
      for (const one of judged) {
        if (one.problems.size === 0) (one.line.send === undefined ? fine : this.toSend).push(one);
        else if (!isLast && waits(one)) {
          this.relations.note(one.travelling.resource, ownOf(one), null);
          left.push({ ...one, refuse: () => refuseLine(this.parts, one) });
        } else refuseLine(this.parts, one);
      }
      await this.storing.store(fine);
      rest = others;
    }
    return left;
  }
}

/** The lines that can be written together, and those after them. */
function split<Services>(
  some: readonly Coming<Services>[],
): readonly [Coming<Services>[], readonly Coming<Services>[]] {
  const { resource, fields, keys } = some[0]?.travelling ?? { resource: undefined, fields: [], keys: [] };
  const own = fields.filter(({ target }) => target !== undefined && target().path === resource?.path);
  const there = new Set<string>();
  const end = some.findIndex(({ line: { members } }) => {
    const id = idIn(members)?.id;
    const names = [
      ...(id === undefined ? [] : [`id ${id}`]),
      ...keys.flatMap((key, place) => {
        const values = key.map(({ name }) => members[name] ?? null);
        return values.includes(null) ? [] : textsIn(values).map((text) => `${place} ${text}`);
      }),
    ];
    const refersWithin = there.size > 0 && own.some(({ name }) => (members[name] ?? null) !== null);
    const isThere = refersWithin || names.some((name) => there.has(name));
    for (const name of names) there.add(name);
    return isThere;
  });
  // The first alone is always written.
  return end <= 0 ? [[...some], []] : [some.slice(0, end), some.slice(end)];
}

/** Whether all that is wrong is that something is not there, which may come. */
function waits<Services>({ problems, travelling }: Judged<Services>): boolean {
  const isRelation = (name: string) =>
    travelling.fields.some((field) => field.name === name && field.target !== undefined);
  return [...problems].every(
    ([name, messages]) =>
      isRelation(name) &&
      messages.every((message) => 'code' in message && message.code === 'link_does_not_exist'),
  );
}
