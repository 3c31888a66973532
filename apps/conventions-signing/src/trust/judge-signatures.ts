/**
 * Judges the signatures of a document as EN 319 102-1 §5.6 has it, by nothing but what the document brings along and
 * the anchors. Runs where hostile documents are read: what bounds it is `Effort`.
 */

import type { Certificate } from './certificate.ts';
import type { CmsSignature } from './cms-signature.ts';
import { TooMuch } from './effort.ts';
import { judgementStatuses, malformedCertificate, unknown, type Verdict } from './indications.ts';
import { certificateIn, type Found, judgeCertificate } from './judge-certificate.ts';
import type { SignedBetween } from './judge-path.ts';
import type { Judgement, SignatureJudgement } from './judgement.ts';
import { type Anchors, addFromCms, type EmbeddedProofs, Material } from './material.ts';
import { ownStamps } from './own-stamps.ts';
import { levelOf } from './qualification.ts';
import { type ExistenceOf, endsOfNews, isNeverRevoked } from './revocation-status.ts';
import type { Integrity } from './verify-cms.ts';

/** One signature of the document, or one time stamp of it. */
export interface SignatureInQuestion {
  cms: CmsSignature | null;
  /** `not-examined`: it takes more than a document may take. */
  integrity: Integrity | 'unknown-kind' | 'not-examined';
  /** Whether it names another certificate than the one that came along, or none where it has to. */
  isMisnamed: boolean;
  signer: string | null;
  isTimeStamp: boolean;
  /** The bytes that it covers; undefined when that is not well-formed. */
  covered: Uint8Array[] | undefined;
  coversUpTo: number;
}

/** The signatures of a document. */
export interface SignaturesInQuestion {
  signatures: readonly SignatureInQuestion[];
  /** Whether there are others, of which nothing is known. */
  hasMore: boolean;
  /** When the document was there as a whole: what is judged is how it stood then. */
  now: Date;
}

interface Existence {
  at: Date;
  by: SignatureJudgement['existedBy'];
}

/** A time stamp of the document that holds. */
interface Stamp {
  at: Date;
  coversUpTo: number;
}

/** @param question.store  what the document brings along beside its signatures */
export function judgeSignatures(
  question: SignaturesInQuestion & { store: EmbeddedProofs; anchors: Anchors },
): Judgement {
  const { signatures, hasMore, now, store, anchors } = question;
  const material = new Material(anchors, store);
  for (const { cms, coversUpTo } of signatures) if (cms !== null) addFromCms(material, cms, coversUpTo);
  const stamps: Stamp[] = [];
  const existedAt: ExistenceOf = (end) => earliest(end).at;
  const earliest = (end: number): Existence =>
    stamps.reduce<Existence>(
      (best, { at, coversUpTo }) =>
        coversUpTo > end && at < best.at ? { at, by: 'document-time-stamp' } : best,
      { at: now, by: 'deposit' },
    );
  const judged = new Map<SignatureInQuestion, SignatureJudgement>();
  const judge = (one: SignatureInQuestion, after: Date | null) => {
    const existence = earliest(one.coversUpTo);
    const judgement = judgementOf(one, { material, now, existence, existedAt, after, stamps });
    judged.set(one, judgement);
    return judgement;
  };
  // §5.6.3.4: the last time stamp first, since each proves what those before it are worth.
  const inOrder = signatures.toSorted((one, other) => other.coversUpTo - one.coversUpTo);
  for (const one of inOrder.filter(({ isTimeStamp }) => isTimeStamp)) {
    const { status } = judge(one, null);
    const at = one.cms?.timeStamp?.genTime;
    if (status === 'passed' && at !== undefined) stamps.push({ at, coversUpTo: one.coversUpTo });
  }
  for (const one of inOrder.filter(({ isTimeStamp }) => !isTimeStamp)) {
    const before = stamps.filter(({ coversUpTo }) => coversUpTo < one.coversUpTo).map(({ at }) => at);
    judge(one, latestOf(before));
  }
  const items = signatures.flatMap((one) => judged.get(one) ?? []);
  return { status: worstOf(items, hasMore), items };
}

/** What is known of a document that takes more than judging it may take: what the signatures themselves say. */
export function judgementWithoutProofs({ signatures, hasMore, now }: SignaturesInQuestion): Judgement {
  const items = signatures.map((one) =>
    judgementAlone(one, { existence: { at: now, by: 'deposit' }, verdict: beforehand(one) ?? tooMuch }),
  );
  return { status: worstOf(items, hasMore), items };
}

function worstOf(items: SignatureJudgement[], hasMore: boolean): Judgement['status'] {
  const statuses = items.filter(({ kind }) => kind === 'signature').map(({ status }) => status);
  if (hasMore) statuses.push('indeterminate');
  return judgementStatuses.findLast((status) => statuses.includes(status)) ?? null;
}

interface SignatureQuestion {
  material: Material;
  now: Date;
  /** Since when the document proves it to have been there, its own time stamps aside. */
  existence: Existence;
  existedAt: ExistenceOf;
  /** The latest time stamp that it covers. */
  after: Date | null;
  stamps: readonly Stamp[];
}

function judgementOf(one: SignatureInQuestion, question: SignatureQuestion): SignatureJudgement {
  try {
    return judgementByProofs(one, question);
  } catch (error) {
    const verdict =
      beforehand(one) ?? (error instanceof TooMuch ? tooMuch : malformedCertificate(one.signer));
    return judgementAlone(one, { existence: question.existence, verdict });
  }
}

/** @throws TooMuch */
function judgementByProofs(
  one: SignatureInQuestion,
  { material, now, existence: byDocument, existedAt, after: stampedBefore, stamps }: SignatureQuestion,
): SignatureJudgement {
  const question = { now, existedAt, end: one.coversUpTo };
  const own = one.isTimeStamp ? none : ownStamps(one, material, { now, existedAt, before: byDocument.at });
  const first = earliestOf(own.ofSignature);
  const existence: Existence =
    first !== null && first < byDocument.at ? { at: first, by: 'signature-time-stamp' } : byDocument;
  const after = latestOf([...own.ofContent, ...(stampedBefore === null ? [] : [stampedBefore])]);
  const { verdict, path } = judgeOne(one, material, {
    ...question,
    signed: { after, before: existence.at },
    stampedAt: own.ofSignature,
    upTo: byDocument.at,
  });
  const judgement = judgementAlone(one, { existence, verdict: material.hasMore ? honest(verdict) : verdict });
  const { isTimeStamp, cms, coversUpTo } = one;
  const covering = stamps.map((stamp) => stamp.coversUpTo).filter((end) => end > coversUpTo);
  const hasTime = own.ofSignature.length > 0 || covering.length > 0;
  const anchor = path === undefined ? undefined : material.anchorsFor(path.at(-1) ?? path[0])[0];
  const isLeveled = verdict.status === 'passed' && path !== undefined && !isTimeStamp;
  return {
    ...judgement,
    level: isLeveled ? levelOf(path, material, existence.at) : 'other',
    format: isTimeStamp
      ? null
      : formatOf(certificateIn(cms), { hasTime, coversUpTo, stamps: covering, material }),
    chain: (path ?? []).slice(1).map(({ name }) => name),
    anchor: anchor?.source ?? null,
  };
}

/** By nobody else: without a way to an anchor. */
function judgementAlone(
  { isTimeStamp, signer }: SignatureInQuestion,
  { existence, verdict }: { existence: Existence; verdict: Verdict },
): SignatureJudgement {
  return {
    kind: isTimeStamp ? 'time-stamp' : 'signature',
    signer,
    status: verdict.status,
    subIndication: verdict.subIndication,
    reason: verdict.reason,
    about: { certificate: verdict.certificate ?? null, at: verdict.at?.toISOString() ?? null },
    level: 'other',
    format: null,
    existedAt: existence.at.toISOString(),
    existedBy: existence.by,
    chain: [],
    anchor: null,
  };
}

/** What a signature comes to whatever proves it; undefined when that is to be asked. */
function beforehand({ cms, integrity, isMisnamed }: SignatureInQuestion): Verdict | undefined {
  if (integrity === 'not-examined') return tooMuch;
  if (integrity === 'unknown-kind') return unknown('GENERIC', 'unknown-kind');
  if (cms === null) return failures.malformed;
  if (cms.certificate === undefined) return unknown('NO_SIGNING_CERTIFICATE_FOUND', 'certificate-missing');
  if (integrity !== 'valid') return failures[integrity];
  return isMisnamed ? unknown('NO_SIGNING_CERTIFICATE_FOUND', 'certificate-not-named') : undefined;
}

/** Of a document that brings more along than was looked at: what is missing may be there. */
function honest(verdict: Verdict): Verdict {
  const { reason } = verdict;
  const isMissing =
    reason === 'no-way-to-an-anchor' ||
    reason === 'no-revocation-information' ||
    reason === 'old-revocation-information';
  return isMissing ? tooMuch : verdict;
}

interface TokenQuestion {
  now: Date;
  existedAt: ExistenceOf;
  signed: SignedBetween;
  /** When the time stamps of the signature say that it was there. */
  stampedAt: Date[];
  /** When the document proves that it was there, time stamps of the signature aside. */
  upTo: Date;
}

function judgeOne(
  one: SignatureInQuestion,
  material: Material,
  { now, existedAt, signed, stampedAt, upTo }: TokenQuestion,
): Found {
  const verdict = beforehand(one);
  if (verdict !== undefined) return { verdict, path: undefined };
  const { cms, isTimeStamp } = one;
  const purpose = isTimeStamp ? 'time-stamps' : 'signatures';
  const own = isTimeStamp && cms?.timeStamp !== undefined ? [cms.timeStamp.genTime] : stampedAt;
  // A stamp that is later than what proves it, or a signature that is older than what it covers.
  const contradicts =
    own.some((at) => at.getTime() > upTo.getTime() + clockMs) ||
    (signed.after !== null && signed.after > signed.before);
  const found = judgeCertificate(cms, material, { purpose, signed, now, existedAt });
  if (contradicts && found.verdict.status === 'passed')
    return { ...found, verdict: unknown('TIMESTAMP_ORDER_FAILURE', 'times-contradict') };
  return found;
}

// Two clocks differ.
const clockMs = 5 * 60_000;

const failures = {
  malformed: { status: 'failed', subIndication: 'FORMAT_FAILURE', reason: 'malformed' },
  'content-changed': { status: 'failed', subIndication: 'HASH_FAILURE', reason: 'content-changed' },
  'signature-wrong': { status: 'failed', subIndication: 'SIG_CRYPTO_FAILURE', reason: 'signature-wrong' },
} satisfies Record<Exclude<Integrity, 'valid'>, Verdict>;

const none = { ofSignature: [], ofContent: [] };

const tooMuch = unknown('GENERIC', 'too-much');

function earliestOf(times: Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
}

function latestOf(times: Date[]): Date | null {
  return times.length === 0 ? null : new Date(Math.max(...times.map(Number)));
}

/**
 * What is there for a signature, whether or not it holds (EN 319 142-1 §6): a time, news of the revocation of its own
 * certificate, and a time stamp of the document over both.
 *
 * @param question.stamps  up to where each time stamp of the document covers it
 * @throws TooMuch
 */
function formatOf(
  certificate: Certificate | undefined,
  question: { hasTime: boolean; coversUpTo: number; stamps: readonly number[]; material: Material },
): NonNullable<SignatureJudgement['format']> {
  const { hasTime, coversUpTo, stamps, material } = question;
  if (!hasTime) return 'B';
  if (certificate === undefined) return 'T';
  const news = isNeverRevoked(certificate) ? [coversUpTo] : endsOfNews(certificate, material);
  if (news.length === 0) return 'T';
  const isArchived = stamps.some((stamp) => stamp > coversUpTo && news.some((end) => end < stamp));
  return isArchived ? 'LTA' : 'LT';
}
