/**
 * Who is let in at which door: every caller at every door, for every way to close a video, over HTTP. What is expected
 * comes from a rule that is said for this test (`rule.ts`).
 */
import { beforeAll, expect, test } from '@jest/globals';
import { videos } from '../../src/http/resources/videos.ts';
import { type Caller, type Cast, gather, type Subject } from '../support/rights-matrix/cast.ts';
import { type Answer, type Door, doorsOf, filterDoors, slugOfId } from '../support/rights-matrix/doors.ts';
import { type ClosingName, closings } from '../support/rights-matrix/rule.ts';
import { useService } from '../support/service.ts';

const service = useService();
let cast: Cast;

beforeAll(async () => {
  cast = await gather(service);
});

/** What is wrong in the cells of a door: nothing. */
async function faultsOf(door: Door): Promise<string[]> {
  const faults = await Promise.all(
    cast.callers
      .filter(({ isForProgramsToo }) => door.isPage || isForProgramsToo)
      .map(async (caller) => {
        const ofNothing = await door.ask(caller, cast.nothing);
        const found: string[] = [];
        for (const [name, subject] of cast.videos) {
          const answer = await door.ask(caller, subject);
          const fault = faultIn(door, { caller, name, subject, answer, ofNothing });
          if (fault !== undefined) found.push(`${door.name}, ${name}, ${caller.name}: ${fault}`);
        }
        return found;
      }),
  );
  return faults.flat();
}

function faultIn(
  door: Door,
  {
    caller: { traits },
    name,
    subject,
    answer,
    ofNothing,
  }: { caller: Caller; name: ClosingName; subject: Subject; answer: Answer; ofNothing: Answer },
): string | undefined {
  const closing = closings[name];
  const seen = JSON.stringify(answer).slice(0, 300);
  if (door.isOpen(traits, closing))
    return door.gives(answer, subject) ? undefined : `is closed, with ${seen}`;
  if (door.gives(answer, subject)) return `is open, with ${seen}`;
  if (door.isList || door.isSeen(traits, closing)) return undefined;
  if (answer.text.includes(subject.title) || answer.text.includes(cast.owner.username))
    return `tells of it, with ${seen}`;
  if (door.saysWhy && !('isDraft' in closing)) return undefined;
  const isLikeNothing =
    answer.status === ofNothing.status &&
    withoutNames(answer.text, subject) === withoutNames(ofNothing.text, cast.nothing);
  return isLikeNothing
    ? undefined
    : `is not like nothing: ${seen}, but ${JSON.stringify(ofNothing).slice(0, 300)}`;
}

/** Without what the one who asks has said themselves, and what is another each time. */
function withoutNames(text: string, { slug, id }: Subject): string {
  return text
    .replaceAll(slug, 'slug')
    .replaceAll(slugOfId(id), 'slug')
    .replaceAll(/(name="csrfmiddlewaretoken" value=)"[^"]*"/g, '$1""');
}

test('Every filter of videos finds those alone that somebody may watch', async () => {
  const { type, discipline, channel, theme, group, additionalOwner } = cast.common;
  const doors = filterDoors(videos.filters.keys(), {
    id: ({ id }) => String(id),
    slug: ({ slug }) => slug,
    owner: String(cast.owner.id),
    owner__username: cast.owner.username,
    type: String(type),
    discipline: String(discipline),
    channel: String(channel),
    theme: String(theme),
    additional_owners: String(additionalOwner),
    restrict_access_to_groups: ({ closing }) => (closing.isForGroup ? String(group) : ''),
    tags: 'marked',
    title: ({ title }) => title,
    title__icontains: 'marked',
    search_title: 'marked',
    search__title: 'marked',
    date_added: '2026-01-31T12:00:00Z',
    date_added__gte: '2026-01-31T12:00:00Z',
    date_added__lte: '2026-01-31T12:00:00Z',
    date_added__year: '2026',
    date_evt: '2026-01-31',
    date_evt__gte: '2026-01-31',
    date_evt__lte: '2026-01-31',
    date_evt__year: '2026',
    main_lang: 'en',
    is_draft: ({ closing }) => String(closing.isDraft === true),
    is_restricted: ({ closing }) => String(closing.isRestricted === true),
    allow_downloading: 'false',
    is_360: 'false',
    disable_comment: 'false',
    cursus: '0',
    licence: 'by',
    sites: '1',
    encoded: 'true',
    encoding_in_progress: 'false',
  });

  const faults: string[] = [];
  for (const door of doors) faults.push(...(await faultsOf(door)));

  expect(faults).toEqual([]);
});

test('Every door lets in whom the rule lets in, and tells nobody else that there is something behind it', async () => {
  const faults: string[] = [];
  for (const door of doorsOf(cast)) faults.push(...(await faultsOf(door)));

  expect(faults).toEqual([]);
});
