import { fill } from '@campus/pages';
import * as rest from '@campus/rest';
import { nameRoute } from '@campus/service';
import express, { type Request, type RequestHandler, type Router } from 'express';
import { findUploadsOf, type StoredUpload } from '../../data/uploads.ts';
import { UploadStop } from '../../uploads/upload-error.ts';
import { addresses, uploadAddress } from '../addresses.ts';
import { answers, refusals } from '../refusals.ts';
import { apiWords } from '../resources/api-words.ts';
import type { Services } from '../resources/services.ts';
import { videos } from '../resources/videos.ts';
import * as tus from './tus-headers.ts';

/** With the first of such uploads, since its library comes along. */
const answering = () => import('./answer-tus.ts');

/** More than anybody has at a time. */
const mostListed = 500;

const address = { type: 'string', format: 'uri' };
const video = rest.schemaNamed(videos.name.en);

/** One's own upload as it is shown. */
const upload = {
  type: 'object',
  required: [
    'url',
    'filename',
    'title',
    'size',
    'offset',
    'is_part',
    'replaces',
    'video',
    'date_added',
    'expires',
  ],
  properties: {
    url: address,
    filename: { type: 'string' },
    title: { type: 'string' },
    size: { ...tus.byteCount, description: 'of the whole file, in bytes' },
    offset: { ...tus.byteCount, description: 'how many of them are there' },
    is_part: { type: 'boolean', description: 'whether it is only sent to be joined with others' },
    replaces: { type: ['string', 'null'], format: 'uri', description: 'the video whose source it replaces' },
    video: { type: ['string', 'null'], format: 'uri', description: 'the video that it has become' },
    date_added: { type: 'string', format: 'date-time' },
    expires: { type: 'string', format: 'date-time' },
  },
};

const listOfUploads = {
  type: 'object',
  required: ['count', 'next', 'previous', 'results'],
  properties: {
    count: tus.byteCount,
    next: { type: 'null' },
    previous: { type: 'null' },
    results: { type: 'array', items: upload },
  },
};

const told = (description: string, schema: object = { type: 'string' }) => ({ description, schema });

/** Headers of answers that tell how far an upload is. */
const progress = {
  'Upload-Offset': told('how many bytes are there', tus.byteCount),
  'Upload-Expires': told('when it ends unless more comes'),
  'Content-Location': told('the video, once all its bytes are there', address),
};

const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$', example: '0198c1de7a527d319c1f5b7a3f0e2d64' },
};

const bytes = {
  required: false,
  content: { [tus.bytesType]: { schema: { type: 'string', format: 'binary' } } },
};

const refused = { 400: rest.refer('Invalid'), 403: rest.refer('Forbidden') };
const expired = { [answers.expired]: rest.detail('its time is over', UploadStop.messages.expired.en) };
const otherVersion = {
  [refusals.other_tus_version.status]: rest.detail(
    'another version of the protocol; `Tus-Version` says which',
    fill(refusals.other_tus_version, { version: tus.tusVersion }, 'en'),
  ),
};
const wrongChecksum = {
  [answers.wrong_checksum]: rest.detail(
    'the bytes do not have the checksum',
    UploadStop.messages.wrong_checksum.en,
  ),
};
const stopped = {
  ...refused,
  ...expired,
  ...otherVersion,
  [answers.other_offset]: rest.refer('Conflict'),
  [answers.taken_over]: rest.detail('another request works on it', UploadStop.messages.taken_over.en),
};

/** Uploads in pieces, by the protocol tus 1.0: for whoever may upload at `POST /rest/videos/`, to them alone. */
export const uploads: readonly rest.OwnRoute<Services>[] = [
  {
    path: addresses.uploads,
    title: apiWords.uploads,
    methods: {
      GET: reads(listOwn, {
        operationId: 'uploads_own',
        tag: 'uploads',
        summary: "List one's own uploads in pieces",
        answers: { description: 'all of them', schema: listOfUploads },
        refusals: refused,
      }),
      HEAD: reads(listOwn),
      POST: writes(async (work) => (await answering()).createUpload(work), {
        operationId: 'uploads_create',
        tag: 'uploads',
        summary: 'Begin an upload in pieces (tus 1.0)',
        parameters: [
          tus.tusHeaders.version,
          tus.tusHeaders.length,
          tus.tusHeaders.metadata,
          tus.tusHeaders.concat,
          tus.tusHeaders.checksum,
        ],
        requestBody: bytes,
        answers: {
          status: 201,
          description: 'begun; with the video where all its bytes have come',
          headers: { Location: told('the upload', address), ...progress },
          schema: video,
        },
        refusals: { ...refused, ...otherVersion, ...wrongChecksum },
      }),
      OPTIONS: reads(listOwn),
    },
  },
  {
    path: uploadAddress({ id: '{id}' }),
    title: apiWords.uploads,
    methods: {
      GET: reads(readOwn, {
        operationId: 'uploads_retrieve',
        tag: 'uploads',
        summary: 'Read an upload in pieces',
        parameters: [id],
        answers: { description: 'the upload', schema: upload },
        refusals: { ...refused, ...expired },
      }),
      HEAD: reads(async (work) => (await answering()).tellOffset(work, idIn(work.request)), {
        operationId: 'uploads_offset',
        tag: 'uploads',
        summary: 'Ask how much of it is there',
        parameters: [id, tus.tusHeaders.version],
        answers: {
          description: 'so much',
          headers: { ...progress, 'Upload-Length': told('of the whole file, in bytes', tus.byteCount) },
        },
        refusals: stopped,
      }),
      PATCH: writes(async (work) => (await answering()).appendBytes(work, idIn(work.request)), {
        operationId: 'uploads_append',
        tag: 'uploads',
        summary: 'Send further bytes',
        parameters: [id, tus.tusHeaders.version, tus.tusHeaders.offset, tus.tusHeaders.checksum],
        requestBody: bytes,
        answers: { status: 204, description: 'they are there', headers: progress },
        refusals: { ...stopped, ...wrongChecksum },
      }),
      DELETE: writes(async (work) => (await answering()).endUpload(work, idIn(work.request)), {
        operationId: 'uploads_destroy',
        tag: 'uploads',
        summary: 'End it',
        parameters: [id, tus.tusHeaders.version],
        answers: { status: 204, description: 'nothing of it is left' },
        refusals: stopped,
      }),
    },
  },
];

export function tusRouter(engine: rest.Engine<Services>): Router {
  const router = express.Router();
  for (const declared of uploads)
    router.all(rest.patternOf(declared.path), speakTus(engine, declared), rest.ownRoute(engine, declared));
  return router;
}

/** What every answer says, also a refusal; and what there is at all, for whoever asks. */
function speakTus(
  { services }: Pick<rest.Engine<Services>, 'services'>,
  { methods }: Pick<rest.OwnRoute<Services>, 'methods'>,
): RequestHandler {
  const allowed = new Set([...Object.keys(methods), 'OPTIONS']);
  return (request, response, next) => {
    nameRoute(request, addresses.uploads);
    response.set('Tus-Resumable', tus.tusVersion);
    // Some clients can only send POST (protocol, "X-HTTP-Method-Override").
    const meant = request.get('x-http-method-override')?.toUpperCase();
    if (request.method === 'POST' && meant !== undefined && ['PATCH', 'DELETE', 'HEAD'].includes(meant))
      request.method = meant;
    if (request.method !== 'OPTIONS') {
      next();
      return;
    }
    response.set({
      Allow: [...allowed].join(', '),
      'Tus-Version': tus.tusVersion,
      'Tus-Extension': tus.tusExtensions,
      'Tus-Max-Size': String(services.maxUploadBytes),
      'Tus-Checksum-Algorithm': tus.checksumAlgorithms.join(','),
    });
    response.status(204).end();
  };
}

type Act = (work: rest.Work<Services>) => Promise<rest.Outcome>;

function reads(act: Act, described?: rest.Described) {
  return { may: () => true, changes: false, act, ...(described && { described }) } as const;
}

function writes(act: Act, described: rest.Described) {
  return { may: () => true, changes: true, readsBody: true, act, described } as const;
}

function idIn({ params }: Request): string {
  return String(params.id);
}

async function listOwn(work: rest.Work<Services>): Promise<rest.Outcome> {
  const { engine, caller } = work;
  const uploads = await findUploadsOf(engine.services.db.prisma, caller.id, { limit: mostListed });
  const results = uploads.map((upload) => shown(work, upload));
  return rest.ok({ count: results.length, next: null, previous: null, results });
}

async function readOwn(work: rest.Work<Services>): Promise<rest.Outcome> {
  const { ownUpload } = await answering();
  return rest.ok(shown(work, await ownUpload(work, idIn(work.request))));
}

function shown({ base, engine }: rest.Work<Services>, upload: StoredUpload): Record<string, unknown> {
  const { size, receivedBytes, metadata, replacesId, videoId, isPart, createdAt, expiresAt } = upload;
  const texts = tus.metadataOf(metadata);
  const videoAt = (id: number | null) => (id === null ? null : rest.objectUrl(base, videos.path, id));
  return {
    url: `${base}${uploadAddress(upload)}`,
    filename: texts.get('filename') ?? texts.get('name') ?? '',
    title: texts.get('title') ?? '',
    size,
    offset: receivedBytes,
    is_part: isPart,
    replaces: videoAt(replacesId),
    video: videoAt(videoId),
    date_added: rest.showInstant(createdAt, engine.timeZone),
    expires: rest.showInstant(expiresAt, engine.timeZone),
  };
}
