import { type Contestant, contestants, median, showRatios, showTable } from '@campus/bench';
import type { BucketResult } from './measure-bucket.ts';
import type { EncodeResult } from './measure-encode.ts';
import type { OaiResult } from './measure-oai.ts';
import type { TusResult, Way } from './measure-tus.ts';
import type { UploadResult } from './measure-upload.ts';
import type { Memory } from './watch-memory.ts';

const uploadHeadings = [
  ...['case', 'service MiB/s', 'bare MiB/s', 'ratio', 'of rounds', 'aim'],
  ...['service cpu s/GiB', 'bare cpu s/GiB', 'service memory', 'aim', 'bare memory'],
];

/** Memory: what was held at rest, and how much more at most. */
export function showUpload({ mebibytes, rounds, memory }: UploadResult): string {
  const middle = (contestant: Contestant, figure: keyof UploadResult['rounds'][number]['service']) =>
    median(rounds.map((round) => round[contestant][figure]));
  const [service, bare] = [middle('service', 'mebibytesPerSecond'), middle('bare', 'mebibytesPerSecond')];
  const ratios = rounds.map((round) => round.service.mebibytesPerSecond / round.bare.mebibytesPerSecond);
  return showTable(uploadHeadings, [
    [
      ...[`upload of ${mebibytes} MiB`, service.toFixed(0), bare.toFixed(0), (service / bare).toFixed(2)],
      ...[showRatios(ratios), '>= 0.95'],
      ...contestants.map((one) => middle(one, 'busySecondsPerGibibyte').toFixed(2)),
      ...[held(memory.service), '< 60 MB more', held(memory.bare)],
    ],
  ]);
}

function held({ atRestBytes, peakBytes }: Memory): string {
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  return `${megabytes(atRestBytes)} + ${megabytes(peakBytes - atRestBytes)} MB`;
}

const tusHeadings = [
  ...['case', 'tus MiB/s', 'plain MiB/s', 'ratio', 'of rounds', 'aim'],
  ...['tus cpu s/GiB', 'plain cpu s/GiB', 'tus memory', 'aim', 'plain memory'],
];

/** Memory: of the round in which most was added to what was held before it. */
export function showTus({ mebibytes, rounds }: TusResult): string {
  const middle = (way: Way, figure: 'mebibytesPerSecond' | 'busySecondsPerGibibyte') =>
    median(rounds.map((round) => round[way][figure]));
  const added = ({ atRestBytes, peakBytes }: Memory) => peakBytes - atRestBytes;
  const most = (way: Way) =>
    rounds.map((round) => round[way].memory).reduce((a, b) => (added(b) > added(a) ? b : a));
  const rowOf = (way: Way, name: string) => {
    const [tus, plain] = [middle(way, 'mebibytesPerSecond'), middle('plain', 'mebibytesPerSecond')];
    const ratios = rounds.map((round) => round[way].mebibytesPerSecond / round.plain.mebibytesPerSecond);
    const busy = ([way, 'plain'] as const).map((one) => middle(one, 'busySecondsPerGibibyte').toFixed(2));
    return [
      ...[`${name} of ${mebibytes} MiB`, tus.toFixed(0), plain.toFixed(0), (tus / plain).toFixed(2)],
      ...[showRatios(ratios), '>= 0.8', ...busy],
      ...[held(most(way)), '< 60 MB more', held(most('plain'))],
    ];
  };
  return showTable(tusHeadings, [rowOf('tus', 'tus'), rowOf('pieces', 'tus, by 64 MiB,')]);
}

const bucketHeadings = ['case', 'storage MiB/s', 'SDK MiB/s', 'ratio', 'of rounds'];

export function showBucket({ mebibytes, rounds }: BucketResult): string {
  const rowOf = (name: 'upload' | 'playback') => {
    const [storage, sdk] = (['service', 'sdk'] as const).map((one) =>
      median(rounds.map((round) => round[name][one])),
    ) as [number, number];
    const ratios = rounds.map((round) => round[name].service / round[name].sdk);
    const speeds = [storage.toFixed(0), sdk.toFixed(0), (storage / sdk).toFixed(2)];
    return [`S3 ${name} of ${mebibytes} MiB`, ...speeds, showRatios(ratios)];
  };
  return showTable(bucketHeadings, [rowOf('upload'), rowOf('playback')]);
}

const encodeHeadings = ['case', 'service', 'one command', 'ratio', 'of rounds', 'aim'];

export function showEncode({ clipSeconds, rounds }: EncodeResult): string {
  const service = median(rounds.map((round) => round.service));
  const bare = median(rounds.map((round) => round.bare));
  return showTable(encodeHeadings, [
    [
      ...[`encode of ${clipSeconds} s`, `${service.toFixed(1)} s`, `${bare.toFixed(1)} s`],
      ...[(service / bare).toFixed(2), showRatios(rounds.map((round) => round.service / round.bare))],
      '<= 1.1',
    ],
  ]);
}

/** How much longer a part of a list takes behind many records. */
export function showOai({ records, rounds }: OaiResult): string {
  const middle = (side: keyof OaiResult['rounds'][number]) => median(rounds.map((round) => round[side]));
  const [first, last] = [middle('first'), middle('last')];
  return showTable(
    ['case', 'part at record 0', `at record ${records}`, 'ratio', 'of rounds', 'aim'],
    [
      [
        ...['oai, ListRecords', `${first.toFixed(1)} ms`, `${last.toFixed(1)} ms`],
        ...[(last / first).toFixed(2), showRatios(rounds.map((round) => round.last / round.first)), '<= 1.3'],
      ],
    ],
  );
}
