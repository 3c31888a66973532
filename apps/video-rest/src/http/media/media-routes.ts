import path from 'node:path';
import { Refusal } from '@campus/rest';
import express, { type Request, type Router } from 'express';
import type { Identified } from '../../accounts/authenticate.ts';
import { accessGroupsOf } from '../../data/access-groups.ts';
import { findServedVideo, type ServedVideo } from '../../data/media-files.ts';
import type { Database } from '../../data/open-database.ts';
import { findWatchedVideo } from '../../data/watched-videos.ts';
import { isAmongOwners } from '../../domain/ownership.ts';
import { isPublic, whyClosed } from '../../domain/who-may-watch.ts';
import { sourceTypes } from '../../ffmpeg/containers.ts';
import { imageFormats } from '../../ffmpeg/resize-image.ts';
import { outputFile, type StoredFile } from '../../storage/layout.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { refusals } from '../refusals.ts';
import { type AskedMedia, readMediaPath } from './media-file.ts';
import { type MediaUrls, postersOf } from './media-urls.ts';
import { type SendMedia, safeguard } from './send-media.ts';

interface MediaDeps {
  db: Pick<Database, 'pool'>;
  storage: Pick<Storage, 'locate'>;
  media: Pick<MediaUrls, 'signedUntil'>;
  send: SendMedia;
  /** Who calls. @throws what the application explains, when nobody known does */
  authenticate(request: Request): Promise<Asking>;
}

type Asking = Pick<Identified, 'id' | 'isStaff' | 'isSuperuser' | 'until'>;

/** A file that is there. */
interface Served {
  asked: AskedMedia;
  video: ServedVideo;
  stored: StoredFile;
}

/**
 * The files of videos, to be mounted at `/media`.
 *
 * What is on air of a public video is for everybody, its source only where downloading is allowed. The rest needs a
 * signed address, or the credentials of who may watch it, for the source of who owns it: nobody learns without them
 * whether something is there.
 */
export function mediaRoutes({ db, storage, media, send, authenticate }: MediaDeps): Router {
  const router = express.Router();
  // Without `path`, so that no pattern of Express decodes or tidies the address before we see it.
  router.use(async (request, response) => {
    const asked = readMediaPath(request.url.split('?', 1)[0] ?? '');
    safeguard(request, response);
    const video = asked === null ? undefined : await findServedVideo(db, asked.mediaFile.videoId);
    const stored = asked === null || video === undefined ? null : await storedFileOf(video, asked);
    const served = asked === null || video === undefined || stored === null ? null : { asked, video, stored };
    const isOpen = served !== null && isForEverybody(served.video, served.asked);
    let until = signedUntil(asked);
    if (!isOpen && until === undefined) {
      refuseUnchallenged(request, asked);
      const caller = await authenticate(request);
      if (served !== null && !(await mayHave(served, caller))) throw new Refusal('not_found');
      until = caller.until;
    }
    if (served === null) throw new Refusal('not_found');
    const locate = () => storage.locate(served.stored);
    const headers = headersFor(served, { isOpen });
    await send({ request, response }, locate, { headers, isApart: isApart(served), until });
  });

  /**
   * What an address names now; null: the video has it no more, as a replaced source and former outputs. Its poster is that
   * of now under any name: pages of before it was on air have the one of then, and load it later.
   */
  async function storedFileOf(
    video: ServedVideo,
    { mediaFile: { videoId, folder, file }, encodingId }: AskedMedia,
  ): Promise<StoredFile | null> {
    if (encodingId !== null)
      return encodingId === video.encodingId ? outputFile({ videoId, encodingId }, file) : null;
    if (file === (folder === 'source' ? video.sourceFile : video.earlyPoster))
      return { table: 'videos', id: videoId, file };
    const watched = folder === 'poster' ? await findWatchedVideo(db, { slug: '', id: videoId }) : undefined;
    const [poster] = watched === undefined ? [] : postersOf(watched);
    if (poster === undefined) return null;
    return 'kept' in poster ? poster.kept : poster.stored;
  }

  /** The source is for its owners alone, unless it may be downloaded by whoever may watch. */
  async function mayHave({ asked, video }: Served, caller: Asking): Promise<boolean> {
    if (isSource(asked) && !video.hasOpenSource) return isAmongOwners(video, caller);
    const accessGroups = video.isForGroups ? await accessGroupsOf(db, caller.id) : [];
    return whyClosed(video, { account: { ...caller, accessGroups } }) === undefined;
  }

  function signedUntil(asked: AskedMedia | null): Date | undefined {
    if (asked === null || asked.signature === null) return undefined;
    return media.signedUntil(asked.mediaFile, asked.signature) ?? undefined;
  }

  return router;
}

/**
 * Refuses who must not be challenged: whoever came with a signature that holds no more, and browsers, which would
 * ask for a password in the middle of a video, and keep it.
 */
function refuseUnchallenged({ headers }: Request, asked: AskedMedia | null): void {
  if (headers.authorization !== undefined) return;
  if (asked !== null && asked.signature !== null) throw new Refusal(refusals.invalid_signature);
  if (headers['sec-fetch-site'] !== undefined) throw new Refusal('not_found');
}

function isForEverybody(video: ServedVideo, asked: AskedMedia): boolean {
  return isPublic(video) && (!isSource(asked) || video.hasOpenSource);
}

function isSource({ mediaFile }: AskedMedia): boolean {
  return mediaFile.folder === 'source';
}

/** Whether no playlist names it, nor a page by its own origin. */
function isApart({ asked, stored }: Served): boolean {
  return isSource(asked) || ['.mp4', '.m4a'].includes(path.extname(stored.file));
}

function headersFor(
  { asked, video, stored }: Served,
  { isOpen }: { isOpen: boolean },
): Record<string, string> {
  return {
    'Content-Type': contentTypeOf(stored.file),
    // A video may become restricted at any time, so nobody serves it again without asking; 304 is cheap.
    'Cache-Control': isOpen ? 'no-cache' : 'private, no-cache',
    ...(isSource(asked) && {
      'Content-Disposition': `attachment; filename="${video.slug}${path.extname(asked.mediaFile.file)}"`,
    }),
  };
}

/** What a file is served as, by the extension that we gave it; playlists have the type that players expect. */
function contentTypeOf(file: string): string {
  return contentTypes[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const contentTypes: Readonly<Record<string, string | undefined>> = {
  ...sourceTypes,
  // What only the encoder makes; RFC 8216 §4.
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  jpg: imageFormats.jpg.contentType,
  webp: imageFormats.webp.contentType,
  vtt: 'text/vtt; charset=utf-8',
};
