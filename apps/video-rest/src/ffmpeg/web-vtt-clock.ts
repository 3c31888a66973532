/** A moment as WebVTT writes it: `01:02:03.500`, with as many hours as there are. */
export function webVttClock(ms: number): string {
  const parts = [ms / 3_600_000, (ms / 60_000) % 60, (ms / 1000) % 60];
  const clock = parts.map((part) => String(Math.floor(part)).padStart(2, '0')).join(':');
  return `${clock}.${String(ms % 1000).padStart(3, '0')}`;
}
