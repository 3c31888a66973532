/**
 * Where a player is to begin, as addresses say it in `?start=`: seconds, or hours, minutes and seconds with colons.
 *
 * @returns seconds; 0 where nothing of the kind is said
 */
export function startSeconds(said: unknown): number {
  if (typeof said !== 'string' || !/^\d{1,6}(:[0-5]?\d){0,2}$/.test(said)) return 0;
  return said.split(':').reduce((seconds, part) => seconds * 60 + Number(part), 0);
}
