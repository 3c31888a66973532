import { type DescribedPaths, refer, schemaNamed } from '@campus/rest';
import { addresses } from '../addresses.ts';
import { videos } from './videos.ts';

const text = (description: string, schema: Record<string, unknown> = { type: 'string' }) => ({
  description,
  schema,
});
const whole = { type: 'integer', minimum: 0 };

const header = (
  name: string,
  description: string,
  { required = false, schema = { type: 'string' } as object } = {},
) => ({
  name,
  in: 'header',
  required,
  description,
  schema,
});

const version = header('Tus-Resumable', 'the protocol', {
  required: true,
  schema: { type: 'string', const: '1.0.0' },
});
const checksum = header(
  'Upload-Checksum',
  'sha1, sha256, sha512 or md5, a blank, and the digest in Base64; without a match nothing of the request is kept (460)',
);
const id = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};
const body = {
  required: false,
  content: { 'application/offset+octet-stream': { schema: { type: 'string', format: 'binary' } } },
};

const progress = {
  'Upload-Offset': text('how many bytes are there', whole),
  'Upload-Expires': text('when it ends unless more comes'),
};
const address = { type: 'string', format: 'uri' };
const becomes = { 'Content-Location': text('the video, once all its bytes are there', address) };

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
    size: { ...whole, description: 'of the whole file, in bytes' },
    offset: { ...whole, description: 'how many of them are there' },
    is_part: { type: 'boolean', description: 'whether it is only sent to be joined with others' },
    replaces: { type: ['string', 'null'], format: 'uri', description: 'the video whose source it replaces' },
    video: { type: ['string', 'null'], format: 'uri', description: 'the video that it has become' },
    date_added: { type: 'string', format: 'date-time' },
    expires: { type: 'string', format: 'date-time' },
  },
};

const json = (schema: Record<string, unknown>) => ({ 'application/json': { schema } });

const detail = (description: string) => ({ description, content: json(schemaNamed('Detail')) });

/** What the protocol answers besides. */
const refused = { 412: detail('another version of the protocol; `Tus-Version` says which') };
const stopped = {
  ...refused,
  409: refer('Conflict'),
  410: detail('its time is over'),
  423: detail('another request works on it'),
};

/** Uploads in pieces in the OpenAPI document. */
export const uploadPaths: DescribedPaths = {
  [addresses.uploads]: {
    get: {
      operationId: 'uploads_own',
      summary: "List one's own uploads in pieces",
      responses: {
        200: {
          description: 'all of them',
          content: json({
            type: 'object',
            required: ['count', 'next', 'previous', 'results'],
            properties: {
              count: whole,
              next: { type: 'null' },
              previous: { type: 'null' },
              results: { type: 'array', items: upload },
            },
          }),
        },
      },
    },
    post: {
      operationId: 'uploads_create',
      summary: 'Begin an upload in pieces (tus 1.0)',
      parameters: [
        version,
        header('Upload-Length', 'of the whole file, in bytes; absent for one that is joined', {
          schema: whole,
        }),
        header(
          'Upload-Metadata',
          'the fields of the video, and `filename`: pairs of a key and Base64, separated by commas; of a field that takes several each on a line of its own; `video` names a video whose source is replaced',
        ),
        header('Upload-Concat', '`partial`, or `final;` with the addresses of the parts'),
        checksum,
      ],
      requestBody: body,
      responses: {
        201: {
          description: 'begun; with the video where all its bytes have come',
          headers: { Location: text('the upload', address), ...progress, ...becomes },
          content: json(schemaNamed(videos.name.en)),
        },
        ...refused,
        460: detail('the bytes do not have the checksum'),
      },
    },
  },
  [`${addresses.uploads}{id}/`]: {
    get: {
      operationId: 'uploads_retrieve',
      summary: 'Read an upload in pieces',
      parameters: [id],
      responses: { 200: { description: 'the upload', content: json(upload) }, 410: stopped[410] },
    },
    head: {
      operationId: 'uploads_offset',
      summary: 'Ask how much of it is there',
      parameters: [id, version],
      responses: {
        200: {
          description: 'so much',
          headers: { ...progress, ...becomes, 'Upload-Length': text('of the whole file, in bytes', whole) },
        },
        ...stopped,
      },
    },
    patch: {
      operationId: 'uploads_append',
      summary: 'Send further bytes',
      parameters: [
        id,
        version,
        header('Upload-Offset', 'where they belong: what is there already', {
          required: true,
          schema: whole,
        }),
        checksum,
      ],
      requestBody: body,
      responses: {
        204: { description: 'they are there', headers: { ...progress, ...becomes } },
        ...stopped,
        460: detail('the bytes do not have the checksum'),
      },
    },
    delete: {
      operationId: 'uploads_destroy',
      summary: 'End it',
      parameters: [id, version],
      responses: { 204: { description: 'nothing of it is left' }, ...stopped },
    },
  },
};
