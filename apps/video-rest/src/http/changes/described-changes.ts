import { followLimits, maxWaitSeconds } from '@campus/feed';
import { fill } from '@campus/pages';
import { type Described, detail, refer } from '@campus/rest';
import { changeKinds, keptChanges } from '../../data/changes.ts';
import { refusals } from '../refusals.ts';

/** Changes on a page, unless somebody asks for more or fewer; and at most. */
export const [defaultChangesPage, maxChangesPage] = [50, 200];

const cursor = { type: 'string', examples: ['42-9f2c1a7be0d34c58'] };

const change = {
  type: 'object',
  required: ['cursor', 'at', 'event', 'resource', 'id', 'url', 'video', 'fields'],
  properties: {
    cursor: { ...cursor, description: 'The place of this change: `after` it come those that are newer' },
    at: { type: 'string', format: 'date-time' },
    event: {
      type: 'string',
      enum: changeKinds,
      description: '`encoded` and `failed`: of videos; `deleted`: it is gone, or not for you any more',
    },
    resource: {
      type: 'string',
      example: 'videos',
      description: 'As in the addresses: `videos`, `chapters`, `broadcasters`',
    },
    id: { type: 'integer' },
    url: {
      type: ['string', 'null'],
      format: 'uri',
      example: 'https://video.example.org/rest/videos/1/',
      description: 'null where nobody knows it any more',
    },
    video: {
      type: ['string', 'null'],
      format: 'uri',
      example: null,
      description: 'The video that it is a part of',
    },
    fields: {
      type: 'array',
      items: { type: 'string', example: 'title' },
      description: 'Which have changed; their values are at `url`',
    },
  },
};

/** What the OpenAPI document says of the feed. */
export const describedChanges: Described = {
  operationId: 'changes',
  tag: 'changes',
  summary: 'What happened to objects that you may see, in one order, from which nothing is missing',
  parameters: [
    {
      name: 'after',
      in: 'query',
      schema: cursor,
      description:
        'The cursor of an earlier answer or change; `now`: an empty page with the cursor of the newest; absent: from the oldest that is kept',
    },
    {
      name: 'wait',
      in: 'query',
      schema: { type: 'integer', minimum: 0, maximum: maxWaitSeconds, default: 0 },
      description: `Seconds to wait for the next change when there is none. At a time ${followLimits.ofCaller} requests of one account may wait or stream.`,
    },
    {
      name: 'page_size',
      in: 'query',
      schema: { type: 'integer', minimum: 1, maximum: maxChangesPage, default: defaultChangesPage },
    },
    {
      name: 'Last-Event-ID',
      in: 'header',
      schema: cursor,
      description: 'Of an event stream: its last cursor, which goes before `after`',
    },
  ],
  answers: {
    description: 'the changes after the cursor, and where to go on; or the same as server-sent events',
    content: {
      'application/json': {
        schema: {
          type: 'object',
          required: ['results', 'more', 'cursor'],
          properties: {
            results: { type: 'array', items: change },
            more: {
              type: 'boolean',
              description: 'Whether there may be more already, also behind an empty page: ask again at once',
            },
            cursor,
          },
        },
      },
      'text/event-stream': {
        schema: { type: 'string' },
        example: 'id: 42-9f2c1a7be0d34c58\ndata: {"event":"created", …}\n\n',
      },
    },
  },
  refusals: {
    400: refer('Invalid'),
    410: detail(
      'what came after the cursor is not kept any more, or the database was put back',
      fill(refusals.old_cursor, keptChanges, 'en'),
    ),
  },
};
