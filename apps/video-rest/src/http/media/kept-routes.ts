import path from 'node:path';
import { Refusal } from '@campus/rest';
import express, { type Router } from 'express';
import { findServedFile } from '../../data/media-files.ts';
import type { Database } from '../../data/open-database.ts';
import { contentTypes } from '../../library/file-types.ts';
import type { Storage } from '../../storage/open-storage.ts';
import { refusals } from '../refusals.ts';
import { type KeptMedia, readKeptPath } from './kept-media.ts';
import type { MediaUrls } from './media-urls.ts';
import { safeguard } from './safeguards.ts';
import { handOverFile, sendFile } from './send-file.ts';

interface KeptRoutesDeps {
  db: Pick<Database, 'pool'>;
  storage: Pick<Storage, 'mediaRoot' | 'filePath'>;
  media: Pick<MediaUrls, 'isKeptSigned'>;
  /** As of `mediaRoutes`. */
  accelLocation?: string | undefined;
}

/** The files that people keep, to be mounted at `/media`: for whoever was shown a signed address, and nobody else. */
export function keptRoutes({ db, storage, media, accelLocation }: KeptRoutesDeps): Router {
  return express.Router().use(async (request, response, next) => {
    const asked = readKeptPath(request.url.split('?', 1)[0] ?? '');
    if (asked === null) return next();
    safeguard(request, response);
    const { kept, signature } = asked;
    if (!media.isKeptSigned(kept, signature)) throw new Refusal(refusals.invalid_signature);
    const served = await findServedFile(db, kept);
    if (served === undefined) throw new Refusal('not_found');
    const headers = headersFor(kept, served);
    const file = storage.filePath(kept);
    if (accelLocation === undefined) return sendFile(response, file, { headers });
    return handOverFile(response, file, { root: storage.mediaRoot, location: accelLocation, headers });
  });
}

function headersFor({ file }: KeptMedia, { name }: { name: string }): Record<string, string> {
  const extension = path.extname(file);
  return {
    'Content-Type': contentTypes[extension.slice(1)] ?? 'application/octet-stream',
    'Cache-Control': 'private, no-cache',
    // RFC 8187 §3.2: every other octet is percent-encoded, so that no name ends the parameter.
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}${extension}`).replace(/['()*]/g, percent)}`,
  };
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
