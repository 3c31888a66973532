import {
  type Engine,
  type Operation,
  type Outcome,
  objectUrl,
  ok,
  ownRoute,
  root,
  showInstant,
  type Work,
} from '@campus/rest';
import { nameRoute } from '@campus/service';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { findUploadsOf, type StoredUpload } from '../../data/uploads.ts';
import { addresses, uploadAddress } from '../addresses.ts';
import { apiWords } from '../resources/api-words.ts';
import type { Services } from '../resources/services.ts';
import { videos } from '../resources/videos.ts';
import { appendBytes, createUpload, endUpload, tellOffset } from './answer-tus.ts';
import { checksumAlgorithms, metadataOf, tusExtensions, tusVersion } from './tus-headers.ts';
import { ownUpload } from './upload-store.ts';

/** More than anybody has at a time. */
const mostListed = 500;

const methodsOf = { list: 'GET, HEAD, POST, OPTIONS', one: 'GET, HEAD, PATCH, DELETE, OPTIONS' };

/** Uploads in pieces, by the protocol tus 1.0: for whoever may upload at `POST /rest/videos/`, to them alone. */
export function tusRoutes(engine: Engine<Services>): Router {
  const router = express.Router();
  const paths = {
    list: addresses.uploads.slice(root.length, -1),
    one: `${addresses.uploads.slice(root.length)}:id`,
  };
  router.all([paths.list, paths.one], speakTus(engine));
  const list = ownRoute(engine, {
    title: apiWords.uploads,
    methods: {
      GET: reads(listOwn),
      HEAD: reads(listOwn),
      POST: writes(createUpload),
      OPTIONS: reads(listOwn),
    },
  });
  const one = ownRoute(engine, {
    title: apiWords.uploads,
    methods: {
      GET: reads(async (work) => ok(shown(work, await ownUpload(work, idIn(work.request))))),
      HEAD: reads((work) => tellOffset(work, idIn(work.request))),
      PATCH: writes((work) => appendBytes(work, idIn(work.request))),
      DELETE: writes((work) => endUpload(work, idIn(work.request))),
    },
  });
  router.all(paths.list, list);
  router.all(paths.one, one);
  return router;
}

/** What every answer says, also a refusal; and what is there at all, for whoever asks. */
function speakTus({ services }: Pick<Engine<Services>, 'services'>): RequestHandler {
  return (request, response, next) => {
    nameRoute(request, addresses.uploads);
    response.set('Tus-Resumable', tusVersion);
    // Some clients can only send POST (protocol, "X-HTTP-Method-Override").
    const meant = request.get('x-http-method-override')?.toUpperCase();
    if (request.method === 'POST' && meant !== undefined && ['PATCH', 'DELETE', 'HEAD'].includes(meant))
      request.method = meant;
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.set({
      Allow: request.params.id === undefined ? methodsOf.list : methodsOf.one,
      'Tus-Version': tusVersion,
      'Tus-Extension': tusExtensions,
      'Tus-Max-Size': String(services.maxUploadBytes),
      'Tus-Checksum-Algorithm': checksumAlgorithms.join(','),
    });
    response.status(204).end();
  };
}

function reads(act: (work: Work<Services>) => Promise<Outcome>): Operation<Services> {
  return { may: () => true, changes: false, act };
}

function writes(act: (work: Work<Services>) => Promise<Outcome>): Operation<Services> {
  return { may: () => true, changes: true, readsBody: true, act };
}

function idIn({ params }: Request): string {
  return String(params.id);
}

async function listOwn(work: Work<Services>): Promise<Outcome> {
  const { engine, caller } = work;
  const uploads = await findUploadsOf(engine.services.db.prisma, caller.id, { limit: mostListed });
  const results = uploads.map((upload) => shown(work, upload));
  return ok({ count: results.length, next: null, previous: null, results });
}

function shown({ base, engine }: Work<Services>, upload: StoredUpload): Record<string, unknown> {
  const { size, receivedBytes, metadata, replacesId, videoId, isPart, createdAt, expiresAt } = upload;
  const texts = metadataOf(metadata);
  const video = (id: number | null) => (id === null ? null : objectUrl(base, videos.path, id));
  return {
    url: `${base}${uploadAddress(upload)}`,
    filename: texts.get('filename') ?? texts.get('name') ?? '',
    title: texts.get('title') ?? '',
    size,
    offset: receivedBytes,
    is_part: isPart,
    replaces: video(replacesId),
    video: video(videoId),
    date_added: showInstant(createdAt, engine.timeZone),
    expires: showInstant(expiresAt, engine.timeZone),
  };
}
