import { type Contestant, contestants, median, showRatios, showTable } from '@campus/bench';
import type { BucketResult } from './measure-bucket.ts';
import type { EncodeResult } from './measure-encode.ts';
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
  const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);
  const held = ({ atRestBytes, peakBytes }: Memory) =>
    `${megabytes(atRestBytes)} + ${megabytes(peakBytes - atRestBytes)} MB`;
  return showTable(uploadHeadings, [
    [
      ...[`upload of ${mebibytes} MiB`, service.toFixed(0), bare.toFixed(0), (service / bare).toFixed(2)],
      ...[showRatios(ratios), '>= 0.95'],
      ...contestants.map((one) => middle(one, 'busySecondsPerGibibyte').toFixed(2)),
      ...[held(memory.service), '< 60 MB more', held(memory.bare)],
    ],
  ]);
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
