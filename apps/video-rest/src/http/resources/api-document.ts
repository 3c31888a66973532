import { filterParameters, openApiDocument } from '@campus/rest';
import { addresses } from '../addresses.ts';
import { resources } from './resources.ts';
import { videos } from './videos.ts';

const ofVideo = { 'application/json': { schema: { $ref: '#/components/schemas/Video' } } };
const refused = (status: string) => ({ $ref: `#/components/responses/${status}` });

/** The OpenAPI document of the whole API: the resources, and the addresses beside them. */
export function apiDocument({ baseUrl, version }: { baseUrl: string | undefined; version: string }) {
  return openApiDocument(resources, {
    title: 'Video platform REST API',
    description:
      'Relations are URLs of objects. Every request carries `Authorization: Token <key>` (or Basic).',
    version,
    baseUrl,
    views: {
      [addresses.api]: {
        get: {
          operationId: 'root',
          summary: 'The resources with the addresses of their lists',
          responses: {
            200: {
              description: 'resource name to address',
              content: {
                'application/json': {
                  schema: { type: 'object', additionalProperties: { type: 'string', format: 'uri' } },
                },
              },
            },
            401: refused('Unauthorized'),
          },
        },
      },
      [addresses.launch]: {
        get: {
          operationId: 'launch_encode_view',
          summary: 'Encode a video, again if it was before; nothing happens while it is queued or running',
          parameters: [{ name: 'slug', in: 'query', required: true, schema: { type: 'string' } }],
          responses: {
            200: { description: 'the video', content: ofVideo },
            401: refused('Unauthorized'),
            403: refused('Forbidden'),
            404: refused('NotFound'),
          },
        },
      },
      [addresses.dublinCore]: {
        get: {
          operationId: 'dublincore',
          summary: 'Dublin Core 1.1 in RDF/XML of the videos that are neither draft nor restricted',
          parameters: filterParameters(videos),
          responses: {
            200: { description: 'the records', content: { 'text/xml': { schema: { type: 'string' } } } },
            400: refused('Invalid'),
            401: refused('Unauthorized'),
            503: {
              description: 'DEFAULT_DC_COVERAGE or DEFAULT_DC_RIGHTS is not configured',
              content: { 'application/json': { schema: { $ref: '#/components/schemas/Detail' } } },
            },
          },
        },
      },
    },
  });
}
