import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { OperatorError } from '@campus/config';
import type { Queryable } from '@campus/database';
import * as rest from '@campus/rest';
import { type BroughtRow, findBrought, idsTaken, noteBrought } from '../data/brought-rows.ts';
import { explainError } from '../http/explain-error.ts';
import type { Services } from '../http/resources/services.ts';
import { CannotCome } from './ask.ts';
import { sendMedia } from './fetch-media.ts';
import { closing, type Kind, kinds } from './kinds.ts';
import type { Pod } from './pod-client.ts';
import { type Given, type Item, isItem } from './read-list.ts';
import type { Outcome, Report } from './report.ts';

/** What bringing works with. */
export interface BringDeps {
  pod: Pod;
  importing: rest.Importing<Services>;
  report: Report;
  /** Says what would come, and writes nothing. */
  isDryRun: boolean;
  showProgress(what: string, total: number): { advance(): void; end(): void };
}

/** The same as a line of the exchange, and what is noted with it. */
interface Coming extends Given {
  rowId: number | null | undefined;
  members: Record<string, unknown>;
  digests: BroughtRow['members'];
  isFileWanted: boolean;
  outcome: Outcome;
}

/** Ids beyond these are not kept: what another instance says must not use up the numbers of this one. */
const maxKeptId = 10_000_000;

/** Failures that are remembered, rather than asked for again. */
const mostRemembered = 20_000;

/** What has come before, by where it is there. */
type Known = Map<string, BroughtRow>;

/** Gives what one instance has to the importer of lines, with all that it refers to, and notes where it came from. */
export class Bringing {
  readonly deps: BringDeps;
  /** What came because something referred to it, until its list has it. */
  private readonly counted = new Set<string>();
  /** What something refers to and cannot come, and in a dry run what would: asked for once. */
  private readonly failed = new Map<string, string>();
  private readonly would = new Set<string>();
  /** What is on its way; what it refers to may refer to it. */
  private readonly underway = new Set<string>();

  constructor(deps: BringDeps) {
    this.deps = deps;
  }

  /**
   * Brings some objects of one list.
   *
   * @param options.mayWait  those whose ids are taken here do not come: others, whose ids are free, come first
   * @param options.count    how many there are in their list; 0: unknown
   * @returns the sources of those that wait
   * @throws OperatorError  nothing else will come either
   */
  async bring(kind: Kind, some: readonly Given[], { mayWait = false, count = 0 } = {}): Promise<string[]> {
    const asked = some.filter(({ source }) => !this.counted.delete(source));
    const known = await this.knownOf(kind, asked);
    const ids = asked.flatMap(({ source }) => known.get(source)?.rowId ?? keptId(kind, source) ?? []);
    const there = await idsTaken(this.db, this.resourceOf(kind).table, ids);
    const later: string[] = [];
    const coming: Coming[] = [];
    for (const given of asked) {
      const { source } = given;
      const before = known.get(source);
      if (before === undefined && mayWait && there.has(keptId(kind, source))) {
        later.push(source);
        continue;
      }
      this.underway.add(source);
      try {
        if (before !== undefined && !there.has(before.rowId))
          throw new CannotCome('has been removed here since it came, and is not brought again');
        const one = await (before
          ? this.changed(kind, given, { known, before })
          : this.fresh(kind, given, { known, count }));
        if (typeof one === 'string') this.came(kind, given, one);
        else coming.push(one);
      } catch (error) {
        this.missing(kind, source, error);
      } finally {
        this.underway.delete(source);
      }
    }
    await this.give(kind, coming);
    return later;
  }

  /** What has come of some objects, and of all that they name. */
  private knownOf(kind: Kind, some: readonly Given[]): Promise<Known> {
    const relations = membersOf(kind).filter((name) => this.fieldOf(kind, name).target !== undefined);
    const named = some.flatMap(({ item }) => relations.flatMap((name) => item[name]));
    const places = named.map((address) => this.deps.pod.placeOf(address));
    const sources = places.flatMap((place) => (place instanceof CannotCome ? [] : place.source));
    return findBrought(this.db, [...new Set([...some.map(({ source }) => source), ...sources])]);
  }

  /** @throws what is no fault of the one object */
  missing({ path }: Kind, source: string, error: unknown): void {
    if (!(error instanceof CannotCome)) throw error;
    this.deps.report.count(path, 'missing');
    this.deps.report.tell(source, error.message, error.member);
    this.fail(source, error.message);
  }

  private fail(source: string, why: string): void {
    if (this.failed.size >= mostRemembered) this.failed.clear();
    this.failed.set(source, why);
  }

  private get db(): Queryable {
    return this.deps.importing.services.db.pool;
  }

  private resourceOf({ path }: Kind) {
    const found = this.deps.importing.travelling.get(path);
    if (found === undefined) throw new Error(`there are no ${path}`);
    return found.resource;
  }

  private fieldOf(kind: Kind, name: string): rest.Field<Services> {
    const field = this.resourceOf(kind).fields.find((one) => one.name === name);
    if (field === undefined) throw new Error(`${kind.path} have no ${name}`);
    return field;
  }

  /** One that has never come. */
  private async fresh(
    kind: Kind,
    given: Given,
    { known, count }: { known: Known; count: number },
  ): Promise<Coming | Outcome> {
    const { source, item } = given;
    const { pod } = this.deps;
    const isFileWanted = kind.file !== undefined;
    const here = kind.isHere?.(item, { host: new URL(pod.base).host, count });
    if (here !== undefined)
      return { source, item, rowId: here, members: {}, digests: {}, isFileWanted, outcome: 'here' };
    const members = await this.membersOf(kind, given, known);
    if (members === undefined) return 'new';
    const whole = kind.comesWith && pod.placeOf(item[kind.comesWith]);
    const isAlong = whole && !(whole instanceof CannotCome) && known.get(whole.source)?.isMade === true;
    return {
      ...{ source, item, rowId: isAlong ? undefined : null, isFileWanted, outcome: 'new' },
      members: { ...members, ...this.onceOf(kind, given) },
      digests: digestsOf(kind, item, members),
    };
  }

  /** What is different there from when it came last; what people have changed here besides stays. */
  private async changed(
    kind: Kind,
    given: Given,
    { known, before }: { known: Known; before: BroughtRow },
  ): Promise<Coming | Outcome> {
    if (!before.isMade) return 'here';
    const members = await this.membersOf(kind, given, known);
    if (members === undefined) return 'changed';
    const digests = digestsOf(kind, given.item, members);
    const isOther = (name: string) => digests[name] !== before.members[name];
    if (!Object.keys(digests).some(isOther)) return 'same';
    // Whoever is let in by one of them was kept out by another.
    const isAllOf = closing.some(isOther);
    const other = Object.entries(members).filter(
      ([name]) => isOther(name) || (isAllOf && closing.includes(name)),
    );
    const isFileWanted = kind.file !== undefined && isOther(kind.file);
    return {
      ...{ ...given, rowId: before.rowId, members: Object.fromEntries(other), digests, isFileWanted },
      outcome: 'changed',
    };
  }

  /**
   * The members as a line here has them: relations by the addresses here, left out where they lead nowhere. Undefined: in a
   * dry run something would come that it needs.
   */
  private async membersOf(
    kind: Kind,
    { source, item }: Given,
    known: Known,
  ): Promise<Record<string, unknown> | undefined> {
    const { report, importing } = this.deps;
    const members: Record<string, unknown> = {};
    let isOpened = false;
    for (const name of membersOf(kind)) {
      const { target, isTranslated, isList, nullable } = this.fieldOf(kind, name);
      const given = item[name];
      if (given === undefined || (given === null && !nullable)) continue;
      if (target === undefined || given === null) {
        members[name] = isTranslated && typeof given === 'string' ? { [importing.language]: given } : given;
        continue;
      }
      const isNeeded = kind.needed.includes(name);
      const found: string[] = [];
      for (const address of isList ? [given].flat() : [given])
        try {
          const id = await this.idAt(address, target().path, known);
          if (id !== undefined) found.push(rest.objectUrl('', target().path, id));
          else if (isNeeded) return undefined;
        } catch (error) {
          if (!(error instanceof CannotCome)) throw error;
          if (isNeeded) throw new CannotCome(`${name} ${error.message}`, { member: name });
          report.tell(source, error.message, name);
          isOpened ||= closing.includes(name);
        }
      if (isList) members[name] = name === 'content' ? found : found.toSorted();
      else if (found.length > 0) members[name] = found[0];
    }
    return isOpened ? { ...members, is_draft: true } : members;
  }

  /** The id here of what an address there names; undefined: in a dry run it would come. */
  private async idAt(address: unknown, wanted: string, known: Known): Promise<number | undefined> {
    const { pod } = this.deps;
    const place = pod.placeOf(address);
    if (place instanceof CannotCome) throw place;
    const { path, key, source } = place;
    const kind = kinds.find((one) => one.path === path);
    if (kind === undefined || path !== wanted)
      throw new CannotCome(`names ${source}, which is none of ${wanted}`);
    if (!known.has(source) && !this.would.has(source)) {
      try {
        const before = this.failed.get(source);
        if (before !== undefined) throw new CannotCome(before);
        if (this.underway.has(source)) throw new CannotCome('it refers back to what names it');
        const item = await pod.get(`${path}/${key}/`);
        if (!isItem(item)) throw new CannotCome('answers no object');
        await this.bring(kind, [{ source, item }]);
        if (kind.isAsNeeded !== true) this.counted.add(source);
        const failure = this.failed.get(source);
        if (failure !== undefined) throw new CannotCome(failure);
      } catch (error) {
        if (!(error instanceof CannotCome)) throw error;
        if (!this.underway.has(source)) this.fail(source, error.message);
        throw new CannotCome(`names ${source}, which cannot come: ${error.message}`);
      }
      for (const [came, row] of await findBrought(this.db, [source])) known.set(came, row);
    }
    return known.get(source)?.rowId;
  }

  /** What only a new one has, where that is free here. */
  private onceOf(kind: Kind, { source, item }: Given): Record<string, unknown> {
    const { report, isDryRun } = this.deps;
    const kept: Record<string, unknown> = {};
    for (const name of kind.once ?? []) {
      const given = item[name];
      if (name === 'id') Object.assign(kept, isDryRun ? {} : { id: keptId(kind, source) });
      else if (name !== 'slug')
        Object.assign(kept, given === undefined || given === null ? {} : { [name]: given });
      else if (typeof given !== 'string') continue;
      else if (!/^[a-z0-9_]+-[a-z0-9_-]*$/.test(given) || given.length > 230)
        report.tell(source, `cannot be kept: ${given.slice(0, 100)}`, name);
      else kept.slug = given;
    }
    return kept;
  }

  /** Gives lines to the importer, again without the members that do not fit, each of which is told. */
  private async give(kind: Kind, coming: readonly Coming[]): Promise<void> {
    for (let left = coming; left.length > 0; ) {
      const { problems, fine } = await this.imported(kind, left);
      left = left.filter((one, place) => {
        if (fine.has(one)) this.came(kind, one, one.outcome);
        // What is wrong with many is not told of all.
        const wrong = problems.filter(({ line }) => line === place + 1);
        return !fine.has(one) && this.isFitWithout(kind, one, wrong);
      });
    }
  }

  private async imported(kind: Kind, coming: readonly Coming[]) {
    const { importing, isDryRun } = this.deps;
    const { path, table } = this.resourceOf(kind);
    const fine = new Set<Coming>();
    const lineOf = (one: Coming, place: number): rest.ReadLine => ({
      ...{ number: place + 1, resource: path, members: one.members, isTable: false, rowId: one.rowId },
      bytes: JSON.stringify(one.members).length,
      ...(kind.file !== undefined && {
        send: (write) => (one.isFileWanted ? sendMedia(this.deps, kind, one, write) : write(undefined)),
      }),
    });
    const alongside: rest.DoneAlongside = async (transaction, done) => {
      const rows = done.flatMap(({ line, id, does }) => {
        const one = coming[line.number - 1];
        if (one === undefined) return [];
        fine.add(one);
        if (one.rowId === null && does === undefined) one.outcome = 'here';
        const isMade = one.outcome !== 'here';
        const members = isMade ? one.digests : {};
        return { source: one.source, tableName: table, rowId: id, isMade, members };
      });
      if (!isDryRun) await noteBrought(transaction as Queryable, rows);
    };
    try {
      // What is told is told in one language; texts come in their own.
      const { problems } = await rest.importLines(
        { ...importing, language: 'en' },
        Readable.from(coming.map(lineOf)),
        { isAllOrNothing: false, isDryRun, alongside },
      );
      return { problems, fine };
    } catch (error) {
      const refusal = error instanceof rest.Refusal ? error : explainError(error);
      if (!(refusal instanceof rest.Refusal)) throw error;
      const message = refusal.detail('en');
      if (refusal.status >= 500)
        throw new OperatorError(`${message} Call this again when that is mended: it goes on.`);
      // Of what they make together, as of themes.
      const problem = { resource: path, field: 'non_field_errors', value: '', message };
      return { problems: coming.map((_one, place) => ({ ...problem, line: place + 1 })), fine: new Set() };
    }
  }

  /** Whether a line may come without what is wrong with it. */
  private isFitWithout(kind: Kind, one: Coming, wrong: rest.ImportReport['problems']): boolean {
    const spare = [...(kind.optional ?? []), ...(kind.once ?? [])];
    for (const field of new Set(wrong.map((problem) => problem.field))) {
      const messages = wrong.flatMap((problem) => (problem.field === field ? [problem.message] : []));
      const why = field === 'slug' ? `is taken here: ${String(one.members.slug)}` : messages.join(' ');
      if (!spare.includes(field) || !(field in one.members)) {
        this.missing(kind, one.source, new CannotCome(why, { member: field }));
        return false;
      }
      this.deps.report.tell(one.source, why, field);
      delete one.members[field];
      if (closing.includes(field)) one.members.is_draft = true;
    }
    return true;
  }

  private came(kind: Kind, { source, item }: Given, outcome: Outcome): void {
    const { report, isDryRun } = this.deps;
    report.count(kind.path, outcome);
    if (isDryRun && outcome !== 'same') this.would.add(source);
    const left = outcome === 'new' ? kind.leaves?.(item) : undefined;
    if (left !== undefined) report.tell(source, left);
  }
}

function membersOf({ needed, optional = [] }: Kind): string[] {
  return [...needed, ...optional];
}

function keptId({ once }: Kind, source: string): number | undefined {
  const id = once?.includes('id') === true ? rest.idOf(source.split('/').at(-2) ?? '') : null;
  return id === null || id > maxKeptId ? undefined : id;
}

/** By which a change is told; of a password, which is nowhere to be read from, whether there is one. */
function digestsOf(
  { file }: Kind,
  item: Item,
  members: Readonly<Record<string, unknown>>,
): Record<string, string> {
  const { password } = members;
  const told = {
    ...members,
    ...(file !== undefined && { [file]: item[file] ?? null }),
    ...(password !== undefined && { password: Boolean(password) }),
  };
  return Object.fromEntries(
    Object.entries(told).map(([name, value]) => {
      const hash = createHash('sha256').update(JSON.stringify(value) ?? '');
      return [name, hash.digest('base64url').slice(0, 16)];
    }),
  );
}
