import { type Html, type Link, type Tile, tiles, withQuery } from '@campus/pages';
import { maxWaitingCounted } from '../../../data/first-page.ts';
import type { SignableCount } from '../../../data/list-signables.ts';
import { type SignableKind, signableKinds } from '../../../domain/signable.ts';
import { announcedDays, maxAnnounced } from '../../../retention/announce.ts';
import { addresses, listAddress } from '../../addresses.ts';
import { kindWords } from '../../said/kind-words.ts';
import { retentionWords } from '../retention/retention-words.ts';
import type { Reader } from '../session/reader.ts';
import { firstPageWords } from './first-page-words.ts';

/** Who is waited for longer than that wants to be reminded. */
export const waitingDays = 7;

type Numbers = Record<SignableKind, number>;

/**
 * What is overdue, where there is any; drafts, what is in signing, waits for long, was refused, could not be called, and goes soon where records
 * are kept for a limited time; each leads to the lists of it.
 */
export function countTiles(
  counts: readonly SignableCount[],
  {
    overdue,
    waitingLong,
    goingSoon,
    reader,
  }: { overdue: Numbers; waitingLong: Numbers; goingSoon: number | undefined; reader: Reader },
): Html {
  const { language } = reader;
  const say = firstPageWords[language];
  const of = (numberOf: (row: SignableCount) => number): Numbers => {
    const sumOf = (kind: SignableKind) =>
      counts.filter((row) => row.kind === kind).reduce((total, row) => total + numberOf(row), 0);
    return { agreement: sumOf('agreement'), amendment: sumOf('amendment') };
  };
  const tile = (
    label: string,
    numbers: Numbers,
    { filter, ...rest }: { filter: Record<string, string> } & Pick<Tile, 'mood'>,
  ): Tile => ({
    label,
    count: countOf(numbers),
    links: signableKinds.flatMap((kind): Link[] =>
      numbers[kind] === 0
        ? []
        : [
            {
              text: `${kindWords[language].many[kind]} ${new Intl.NumberFormat(language).format(numbers[kind])}`,
              href: withQuery(listAddress(kind), filter),
            },
          ],
    ),
    ...rest,
  });
  const inState = (state: SignableCount['state']) => of((row) => (row.state === state ? row.count : 0));
  return tiles(
    [
      ...(overdue.agreement + overdue.amendment > 0
        ? [tile(say.overdue, overdue, { filter: { overdue: 'true', sort: 'due' }, mood: 'bad' })]
        : []),
      tile(say.drafts, inState('draft'), { filter: { state: 'draft' } }),
      tile(say.signing, inState('signing'), { filter: { state: 'signing' }, mood: 'info' }),
      tile(say.waitingDays(waitingDays), waitingLong, {
        filter: { state: 'signing', waiting_days: String(waitingDays) },
        mood: 'warning',
      }),
      tile(say.refused, inState('refused'), { filter: { state: 'refused' }, mood: 'bad' }),
      tile(
        say.failedTile,
        of((row) => row.failing),
        { filter: { failed: 'true' }, mood: 'bad' },
      ),
      ...(goingSoon === undefined ? [] : [goingTile(goingSoon, language)]),
    ],
    { label: say.tiles, language },
  );
}

/** What retention erases soon. */
function goingTile(count: number, language: Reader['language']): Tile {
  const say = retentionWords[language];
  return {
    label: say.tile(announcedDays),
    count: { count: Math.min(count, maxAnnounced), isEstimate: count > maxAnnounced },
    links: [{ text: say.which, href: addresses.retention }],
    mood: 'warning',
  };
}

function countOf({ agreement, amendment }: Numbers): Tile['count'] {
  return { count: agreement + amendment, isEstimate: Math.max(agreement, amendment) > maxWaitingCounted };
}
