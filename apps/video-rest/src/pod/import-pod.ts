import { accountsFrom, findBrought } from '../data/brought-rows.ts';
import { CannotCome } from './ask.ts';
import { type BringDeps, Bringing } from './bring.ts';
import { type Kind, kinds } from './kinds.ts';
import { type Given, type Item, isItem, itemsIn, rowsIn } from './read-list.ts';

/** So many are given to the importer together; fewer of those with files, which come one after the other. */
const atATime = 240;
const atATimeWithFiles = 12;

/**
 * Brings another instance, list by list. Ended in whatever way it goes on where it was when it is called again: what has
 * come is noted with its source in the transaction that made it.
 *
 * @throws OperatorError  it cannot go on; what has come stays
 */
export async function importPod(deps: BringDeps): Promise<void> {
  const run = new Bringing(deps);
  for (const kind of kinds) if (kind.isAsNeeded !== true) await bringList(run, kind);
}

async function bringList(run: Bringing, kind: Kind): Promise<void> {
  const { pod, report, importing, isDryRun, showProgress } = run.deps;
  const { path, reads = (item: Item) => item } = kind;
  const hasFiles = kind.file !== undefined && !isDryRun;
  const most = kind.isTree === true ? 1 : hasFiles ? atATimeWithFiles : atATime;
  const later: string[] = [];
  const unread = new Set<string>();
  let some: Given[] = [];
  let progress: ReturnType<typeof showProgress> | undefined;
  let count = 0;
  const bringSome = async () => {
    later.push(...(await run.bring(kind, some, { mayWait: true, count })));
    some = [];
  };
  for await (const { source, item, count: all } of rowsIn(pod, path, report.tell)) {
    count = all;
    progress ??= showProgress(`${importing.travelling.get(path)?.resource.plural.en} read`, count);
    if (item === undefined) unread.add(source);
    else some.push({ source, item: reads(item) });
    if (some.length >= most) await bringSome();
    progress.advance();
  }
  await bringSome();
  for (const source of later) {
    const item = await pod.get(source.slice(`${pod.base}/rest/`.length)).catch((error: unknown) => error);
    if (isItem(item) && !(item instanceof Error)) await run.bring(kind, [{ source, item: reads(item) }]);
    else run.missing(kind, source, item);
  }
  if (path === 'videos' && unread.size > 0) await bringByOwners(run, kind, unread);
  const before = await findBrought(importing.services.db.pool, [...unread]);
  for (const source of unread)
    if (before.has(source)) {
      report.count(path, 'same');
      report.tell(source, 'cannot be read there now: it stays as it is here');
    } else run.missing(kind, source, new CannotCome('cannot be read there'));
  progress?.end();
}

/**
 * Videos that the other instance cannot show, as those with tags, stand in the list of their owner, in another form: they
 * come by that, as drafts, since it does not say who may watch them.
 */
async function bringByOwners(run: Bringing, kind: Kind, unread: Set<string>): Promise<void> {
  const { pod, report, importing } = run.deps;
  const { pool } = importing.services.db;
  for (const owner of await accountsFrom(pool, `${pod.base}/rest/users/`)) {
    if (unread.size === 0) return;
    const list = { path: 'videos/user_videos', count: 0, pages: 0, faults: 0 };
    for await (const shown of itemsIn(pod, list, { username: owner.username }, report.tell)) {
      const source = `${pod.base}/rest/videos/${String(shown.id)}/`;
      if (!unread.has(source) || (await findBrought(pool, [source])).has(source)) continue;
      unread.delete(source);
      const type = `${pod.base}/rest/types/${String(shown.type)}/`;
      await run.bring(kind, [{ source, item: { ...videoOf(shown), owner: owner.source, type } }]);
      report.tell(
        source,
        'is known by the list of its owner alone, and so is a draft here: who may watch it, other owners, channels, themes and disciplines are not known',
      );
    }
  }
}

/** What the list of an owner says of a video, as its own record would. */
function videoOf({ id, date_added, is_restricted, video_data: data }: Item): Item {
  const { title, description, date_evt, full_url: address, tags } = isItem(data) ? data : {};
  const slug = /\/video\/([^/]+)\/?$/.exec(String(address))?.[1];
  return {
    ...{ id, title, slug, description, date_added, date_evt, is_restricted, is_draft: true },
    ...(Array.isArray(tags) && { tags }),
  };
}
