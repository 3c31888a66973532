import type { CheckSharedPassword } from '@campus/accounts';
import type { LiveParts } from '@campus/pages';
import { type Engine, idOf, Refusal } from '@campus/rest';
import type { Request, Response } from 'express';
import type { VideoConfiguration } from '../../../config.ts';
import { accessGroupsOf } from '../../../data/access-groups.ts';
import { findWatchedVideo, type WatchedVideo } from '../../../data/watched-videos.ts';
import { type Account, isAmongOwners } from '../../../domain/ownership.ts';
import { type Closed, type Viewer, whyClosed } from '../../../domain/who-may-watch.ts';
import { opensVideo } from '../../../videos/share-links.ts';
import type { ViewCounter } from '../../../videos/view-counter.ts';
import { refusals } from '../../refusals.ts';
import type { Services } from '../../resources/services.ts';
import type { OpenVisit, Sessions } from '../sign-in/open-sessions.ts';
import type { PasswordCookies } from './password-cookie.ts';

/** A video that its reader may watch. */
export interface OpenedVideo {
  video: WatchedVideo;
  /** Of the share link that opens it, if one does. */
  key: string | undefined;
}

/** One that they may not watch; that there is a draft is told to nobody. */
export interface ClosedVideo {
  slug: string;
  why: Exclude<Closed, 'draft'>;
}

/**
 * What stands at an address for this reader: the video, or why it is closed; undefined: nothing, and nothing tells that
 * from a draft of somebody else. A slug of another time is found by the id it begins with, by those who may watch.
 */
export async function lookUp(visit: WatchVisit): Promise<OpenedVideo | ClosedVideo | undefined> {
  const { request } = visit;
  const slug = String(request.params.slug).toLowerCase();
  const video = await findAt(visit, slug);
  if (video === undefined) return undefined;
  const viewer = await viewerOf(visit, video);
  const why = whyClosed(video, viewer);
  if (why === undefined) return { video, key: viewer.hasShareLink ? shareKeyOf(request) : undefined };
  return why === 'draft' || video.slug !== slug ? undefined : { slug, why };
}

/** The same for what belongs to a page that is open. @throws Refusal  404 */
export async function requireOpened(visit: WatchVisit): Promise<OpenedVideo> {
  const found = await lookUp(visit);
  if (found === undefined || 'why' in found) throw noVideo();
  return found;
}

/** Of all addresses where there is none for this reader. */
export function noVideo(): Refusal {
  return new Refusal(refusals.nothing_to_watch);
}

/** The video with this slug, else the one with the id it begins with. */
export async function findAt({ engine }: WatchDeps, slug: string): Promise<WatchedVideo | undefined> {
  // No column holds it, and the database refuses to look for it.
  if (slug.includes('\0')) return undefined;
  return findWatchedVideo(engine.services.db, { slug, id: idOf(/^\d*/.exec(slug)?.[0] ?? '') });
}

/** What is known of the one who asks for a video, as they are now: an answer may go on for long. */
export async function viewerOf(
  { sessions, engine: { services }, passwords, request }: WatchVisit,
  video: Pick<WatchedVideo, 'id' | 'passwordHash'>,
): Promise<Viewer> {
  const account = sessions.accountOf(request);
  const key = shareKeyOf(request);
  return {
    account: account && { ...account, accessGroups: await accessGroupsOf(services.db, account.id) },
    knowsPassword: passwords.holds(request, video),
    hasShareLink: key !== undefined && (await opensVideo(services, { videoId: video.id, key })),
  };
}

/** The address is a credential: no other page learns it, and no search engine keeps it. */
export function keepToOneself(response: Response): void {
  response.set({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
}

/** The key of a share link that an address holds; undefined: none that could be one. */
export function shareKeyOf({ query: { share } }: Request): string | undefined {
  return typeof share === 'string' && /^[0-9a-f]{40}$/.test(share) ? share : undefined;
}

/** Whether the reader manages the video. */
export function isMine(video: WatchedVideo, { account }: { account?: Account | undefined }): boolean {
  return account !== undefined && isAmongOwners(video, account);
}

/** The video at an address, of those that the reader manages. @throws Refusal  404, also where somebody else would find one */
export async function requireMine(visit: WatchVisit, slug: unknown): Promise<WatchedVideo> {
  const video = await findAt(visit, String(slug).toLowerCase());
  if (video === undefined || !isMine(video, visit.reader)) throw noVideo();
  return video;
}

/** What the pages below `/video` work with. */
export interface WatchDeps {
  /** Of the API: what is added here is judged as there. */
  engine: Engine<Services>;
  sessions: Sessions;
  live: LiveParts;
  views: ViewCounter;
  configuration: VideoConfiguration;
  passwords: PasswordCookies;
  checkPassword: CheckSharedPassword;
}

/** Anybody before one of them. */
export type WatchVisit = WatchDeps & OpenVisit;
