import type { RenditionProfile } from '../../src/ffmpeg/ladder.ts';

/** What a new instance encodes at. */
export const firstProfiles: readonly RenditionProfile[] = [
  { shortSidePixels: 360, videoBitrateKbps: 750, audioBitrateKbps: 96, encodeMp4: true },
  { shortSidePixels: 720, videoBitrateKbps: 2000, audioBitrateKbps: 128, encodeMp4: true },
  { shortSidePixels: 1080, videoBitrateKbps: 3000, audioBitrateKbps: 192, encodeMp4: true },
];
