import { median, showRatios, showTable } from '@campus/bench';
import type { EncodeResult } from './measure-encode.ts';
import type { UploadResult } from './measure-upload.ts';

const uploadHeadings = [
  ...['case', 'service MiB/s', 'bare MiB/s', 'ratio', 'of rounds', 'aim'],
  ...['service memory', 'aim', 'bare memory'],
];

export function showUpload({ mebibytes, rounds, peakMemoryBytes }: UploadResult): string {
  const service = median(rounds.map((round) => round.service));
  const bare = median(rounds.map((round) => round.bare));
  const memory = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;
  return showTable(uploadHeadings, [
    [
      ...[`upload of ${mebibytes} MiB`, service.toFixed(0), bare.toFixed(0), (service / bare).toFixed(2)],
      ...[showRatios(rounds.map((round) => round.service / round.bare)), '>= 0.8'],
      ...[memory(peakMemoryBytes.service), '< 200 MB', memory(peakMemoryBytes.bare)],
    ],
  ]);
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
