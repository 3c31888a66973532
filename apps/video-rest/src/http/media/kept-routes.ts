import path from 'node:path';
import { Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { findServedFile, isOfPublicVideo, type ServedFile } from '../../data/media-files.ts';
import type { Database } from '../../data/open-database.ts';
import { playedUntil, playsIn } from '../../ffmpeg/plays.ts';
import { imageFormats } from '../../ffmpeg/resize-image.ts';
import { contentTypes } from '../../library/file-types.ts';
import { maxSubtitleBytes } from '../../library/read-file.ts';
import { webVttAt } from '../../library/web-vtt.ts';
import { imageSizes, resizedName } from '../../storage/layout.ts';
import { readStart } from '../../storage/locate-file.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { refusals } from '../refusals.ts';
import { type KeptMedia, type MediaUrls, readKeptPath } from './media-urls.ts';
import { type SendMedia, safeguard } from './send-media.ts';

interface KeptRoutesDeps {
  db: Pick<Database, 'pool'>;
  storage: Pick<Storage, 'locate'>;
  media: Pick<MediaUrls, 'keptSignedUntil'>;
  send: SendMedia;
}

/**
 * The files and images that people keep, to be mounted at `/media`: for whoever was shown a signed address. The smaller
 * images that a public video shows are for everybody. With `?plays=` subtitles come at the times of what plays.
 */
export function keptRoutes({ db, storage, media, send }: KeptRoutesDeps): Router {
  return express.Router().use(async (request, response, next) => {
    const asked = readKeptPath(request.url.split('?', 1)[0] ?? '');
    if (asked === null) return next();
    safeguard(request, response);
    const { kept, signature } = asked;
    const { plays } = request.query;
    const pieces = typeof plays === 'string' && kept.file.endsWith('.vtt') ? plays : undefined;
    const until = signature === null ? undefined : media.keptSignedUntil(kept, signature, pieces);
    if (until === null) throw new Refusal(refusals.invalid_signature);
    const served = await findServedFile(db, kept);
    const isOpen = served !== undefined && (await isForEverybody(db, kept, served));
    if (signature === null && !isOpen) return next();
    if (served === undefined || !namesOf(kept, served).includes(kept.file)) throw new Refusal('not_found');
    const headers = headersFor(kept, served, { isOpen });
    const locate = () => storage.locate(kept);
    if (pieces !== undefined) {
      const located = await locate();
      if (located === null) throw new Refusal('not_found');
      const content = (await readStart(located, 2 * maxSubtitleBytes)).toString();
      const played = playsIn(pieces);
      return response.set(headers).send(webVttAt(content, (seconds) => playedUntil(played, seconds)));
    }
    // Pages take images and subtitles from their own origin.
    const isApart = kept.table === 'files' && !kept.file.endsWith('.vtt');
    return send({ request, response }, locate, { headers, isApart, until });
  });
}

/** What may be read of it now: a replaced file is no longer there. */
function namesOf({ table }: KeptMedia, { storedFile }: ServedFile): string[] {
  if (table === 'files') return [storedFile];
  return [storedFile, ...imageSizes.map((size) => resizedName(storedFile, size))];
}

async function isForEverybody(
  db: Pick<Database, 'pool'>,
  { table, id, file }: KeptMedia,
  { storedFile }: ServedFile,
): Promise<boolean> {
  return table === 'images' && file !== storedFile && (await isOfPublicVideo(db, id));
}

function headersFor(
  { table, file }: KeptMedia,
  { name, storedFile }: ServedFile,
  { isOpen }: { isOpen: boolean },
): Record<string, string> {
  const extension = path.extname(file);
  // Images stand in pages.
  const disposition = table === 'images' ? 'inline' : 'attachment';
  return {
    'Content-Type': keptTypes[extension.slice(1)] ?? 'application/octet-stream',
    // What shows it may be closed at any time.
    'Cache-Control': isOpen ? 'no-cache' : 'private, no-cache',
    // What strangers are shown does not say how its owner calls it.
    'Content-Disposition':
      file === storedFile ? `${disposition}; ${fileNameOf(`${name}${extension}`)}` : disposition,
  };
}

/** RFC 8187 §3.2: every other octet is percent-encoded, so that no name ends the parameter. */
function fileNameOf(name: string): string {
  return `filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, percent)}`;
}

const keptTypes: Readonly<Record<string, string | undefined>> = {
  ...contentTypes,
  ...Object.fromEntries(
    Object.entries(imageFormats).map(([extension, { contentType }]) => [extension, contentType]),
  ),
};

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
