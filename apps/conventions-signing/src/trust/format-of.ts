import type { Certificate } from './certificate.ts';
import type { SignatureJudgement } from './judgement.ts';
import type { Material } from './material.ts';
import { endsOfNews, isNeverRevoked } from './revocation-status.ts';

/**
 * What is there for a signature, whether or not it holds (EN 319 142-1 §6): a time, news of the revocation of its own
 * certificate, and a time stamp of the document over both.
 *
 * @param question.stamps  up to where each time stamp of the document covers it
 * @throws TooMuch
 */
export function formatOf(
  certificate: Certificate | undefined,
  {
    hasTime,
    coversUpTo,
    stamps,
    material,
  }: { hasTime: boolean; coversUpTo: number; stamps: readonly number[]; material: Material },
): NonNullable<SignatureJudgement['format']> {
  if (!hasTime) return 'B';
  if (certificate === undefined) return 'T';
  const news = isNeverRevoked(certificate) ? [coversUpTo] : endsOfNews(certificate, material);
  if (news.length === 0) return 'T';
  const isArchived = stamps.some((stamp) => stamp > coversUpTo && news.some((end) => end < stamp));
  return isArchived ? 'LTA' : 'LT';
}
