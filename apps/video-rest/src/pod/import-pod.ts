import { showProgress } from '@campus/service';
import { accountsFrom, findBrought } from '../data/brought-rows.ts';
import { type BringDeps, type Bringing, beginBringing, bring } from './bring.ts';
import { CannotCome } from './cannot-come.ts';
import { type Kind, kinds } from './kinds.ts';
import { type Item, isItem, itemsIn, rowsIn } from './read-list.ts';

/**
 * Brings another instance, list by list. Ended in whatever way it goes on where it was when it is called again: what has
 * come is noted with its source in the transaction that made it.
 *
 * @throws OperatorError  it cannot go on; what has come stays
 */
export async function importPod(deps: BringDeps): Promise<void> {
  const run = beginBringing(deps);
  for (const kind of kinds) if (kind.isAsNeeded !== true) await bringList(run, kind);
}

async function bringList(run: Bringing, kind: Kind): Promise<void> {
  const { pod, report } = run;
  const { path } = kind.resource;
  const later: string[] = [];
  const unread = new Set<string>();
  const tell = (address: string, why: string) => report.tell(address, why);
  let progress: ReturnType<typeof showProgress> | undefined;
  for await (const { source, count, item } of rowsIn(pod, path, tell)) {
    progress ??= showProgress(`${kind.resource.plural.en} read`, count);
    if (item === undefined) unread.add(source);
    else if ((await one(run, { kind, source, item, count, mayWait: true })) === 'later') later.push(source);
    progress.advance();
  }
  for (const source of later) {
    const item = await pod.get(source.slice(`${pod.base}/rest/`.length)).catch((error: unknown) => error);
    if (isItem(item) && !(item instanceof Error)) await one(run, { kind, source, item });
    else missing(run, { kind, source }, item);
  }
  if (path === 'videos' && unread.size > 0) await bringByOwners(run, { kind, unread });
  for (const source of unread)
    if ((await findBrought(run.known.engine.services.db.pool, source)) === null)
      missing(run, { kind, source }, new CannotCome('cannot be read there'));
    else {
      report.count(path, 'same');
      report.tell(source, 'cannot be read there now: it stays as it is here');
    }
  progress?.end();
}

async function one(run: Bringing, given: Parameters<typeof bring>[1]) {
  try {
    const outcome = await bring(run, given);
    if (outcome !== 'later' && outcome !== 'counted') run.report.count(given.kind.resource.path, outcome);
    return outcome;
  } catch (error) {
    missing(run, given, error);
    return 'missing';
  }
}

/** @throws what is no fault of the one object */
function missing(
  { report }: Bringing,
  { kind, source }: { kind: Kind; source: string },
  error: unknown,
): void {
  if (!(error instanceof CannotCome)) throw error;
  report.count(kind.resource.path, 'missing');
  report.tell(source, error.message, error.member);
}

/**
 * Videos that the other instance cannot show, as those with tags, stand in the list of their owner, in another form: they
 * come by that, as drafts, since it does not say who may watch them.
 */
async function bringByOwners(
  run: Bringing,
  { kind, unread }: { kind: Kind; unread: Set<string> },
): Promise<void> {
  const { pod, known, report } = run;
  const tell = (address: string, why: string) => report.tell(address, why);
  const { pool } = known.engine.services.db;
  for (const owner of await accountsFrom(pool, `${pod.base}/rest/users/`)) {
    if (unread.size === 0) return;
    const list = { path: 'videos/user_videos', count: 0, faults: 0 };
    for await (const shown of itemsIn(pod, list, { username: owner.username }, tell)) {
      const source = `${pod.base}/rest/videos/${String(shown.id)}/`;
      if (!unread.has(source) || (await findBrought(pool, source)) !== null) continue;
      unread.delete(source);
      const item = {
        ...videoOf(shown),
        owner: owner.source,
        type: `${pod.base}/rest/types/${String(shown.type)}/`,
      };
      const outcome = await one(run, { kind, source, item });
      if (outcome === 'new' || outcome === 'changed')
        report.tell(
          source,
          'came by the list of its owner, as a draft: who may watch it, other owners, channels, themes and disciplines are not known',
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
