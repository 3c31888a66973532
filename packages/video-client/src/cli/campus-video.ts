#!/usr/bin/env node
import * as cli from '@campus/client-cli';
import { OperatorError } from '@campus/config';
import { flag, option, UsageError } from '@campus/service/command-line';
import { answerOf, createVideoClient, type ListPath, type VideoClient } from '../index.ts';
import { importFile } from './import-file.ts';
import { encoded, type Service, uploadFiles } from './upload-files.ts';

const options = {
  set: {
    ...option(
      '<name=value>',
      'a field of the videos, as type=/rest/types/1/, or is_draft=true; one that is repeated is a list',
    ),
    multiple: true as const,
  },
  encode: flag('encodes them as soon as they are uploaded'),
  wait: flag('until they are encoded, or have failed'),
  filter: {
    ...option('<name=value>', 'a filter of the list, as is_draft=true or search=algebra'),
    multiple: true as const,
  },
  limit: option('<number>', 'so many at most'),
  resource: option('<names>', 'what to export or import, as videos, or types,channels'),
  output: option('<file>', 'where to; as a table if it ends with .csv. Without it: standard output'),
  lines: flag('writes every line that has no problem; without it: all or nothing'),
  'dry-run': flag('writes nothing, and says what would be'),
  ...cli.changesOptions,
  json: flag('objects as JSON, one a line'),
};

/** Of an object of a list, as far as it has them. */
const columns = [
  'id',
  'slug',
  'title',
  'name',
  'username',
  'kind',
  'state',
  'status',
  'percent',
  'is_draft',
  'encoded',
  'duration_in_time',
  'video',
];

await cli.runClientProgram<typeof options, Service>({
  name: 'campus-video',
  about: 'Speaks to the video platform, by its REST API.',
  createClient: (access) => ({ client: createVideoClient(access), baseUrl: access.baseUrl }),
  options,
  terms: {
    '<path>': 'a file, or a folder, whose videos and sounds are taken at any depth',
    '<video>': 'the id or the slug of a video',
    '<resource>': 'a list of the API, as videos (without a name), users, types, channels, encodings, runs',
  },
  verbs: {
    upload: {
      form: '<path>… [--set <name=value>]… [--encode [--wait]] [--json]',
      words: [1, Number.POSITIVE_INFINITY, 'files or folders'],
      read(paths, { set, encode = false, wait = false, json = false }) {
        if (wait && !encode) throw new UsageError('--wait goes with --encode');
        const fields = cli.pairsOf('set', set);
        return (service) => uploadFiles(service, paths, { fields, encode, wait, json });
      },
    },
    list: {
      form: '[<resource>] [--filter <name=value>]… [--limit <number>] [--json]',
      words: [0, 1, 'a resource'],
      read([resource = 'videos'], { filter, limit, json }) {
        const [query, most] = [cli.pairsOf('filter', filter), cli.countedOf('limit', limit)];
        return async ({ client }) => {
          const path = await pathOfList(client, resource);
          await cli.printAll(someOf(client, path, { query, most }), { json, columns: columnsOf(resource) });
        };
      },
    },
    show: {
      form: '<video> [--json]',
      words: [1, 1, 'a video'],
      read:
        ([id = ''], { json }) =>
        async ({ client }) =>
          cli.printOne(await videoOf(client, id), { json }),
    },
    encode: {
      form: '<video> [--wait] [--json]',
      words: [1, 1, 'a video'],
      read:
        ([id = ''], { wait, json }) =>
        async ({ client }) => {
          const video = await client.encode(await videoOf(client, id));
          cli.printOne(wait ? await encoded(client, video) : video, { json });
        },
    },
    broadcaster: {
      form: 'on|off <slug> [--json]',
      words: [2, 2, 'on or off, and the slug of a broadcaster'],
      read([state, slug = ''], { json }) {
        if (state !== 'on' && state !== 'off')
          throw new UsageError(`broadcaster must be on or off, got "${state}"`);
        return async ({ client }) => {
          const call = { params: { path: { slug } }, body: { status: state === 'on' } };
          cli.printOne(await answerOf(client.api.PATCH('/rest/broadcasters/{slug}/', call)), { json });
        };
      },
    },
    export: {
      form: '[--resource <names>] [--filter <name=value>]… [--output <file>]',
      read(_none, { resource, filter, output }) {
        const as: 'csv' | 'jsonl' = output?.endsWith('.csv') ? 'csv' : 'jsonl';
        const query = { ...cli.pairsOf('filter', filter), as, ...(resource !== undefined && { resource }) };
        return async ({ client }) => {
          const call = client.api.GET('/rest/export/', { params: { query }, parseAs: 'stream' });
          await cli.saveAnswer(await answerOf(call), { output, isText: true });
        };
      },
    },
    import: {
      form: '<file> [--resource <names>] [--lines] [--dry-run] [--json]',
      words: [1, 1, 'a file that ends with .jsonl or .csv'],
      read([file = ''], { resource, lines, 'dry-run': dryRun = false, json = false }) {
        const as = /\.(jsonl|csv)$/.exec(file)?.[1] as 'jsonl' | 'csv' | undefined;
        if (as === undefined) throw new UsageError('import needs a file that ends with .jsonl or .csv');
        const write = lines ? 'lines' : 'all';
        const named = resource === undefined ? {} : { resource };
        return ({ client }) => importFile(client, file, { as, write, dryRun, json, ...named });
      },
    },
    changes: {
      form: '[--since <cursor>] [--follow] [--json]',
      read:
        (_none, given) =>
        ({ client }) =>
          cli.printChanges(client, {
            name: 'campus-video',
            ...given,
            wordsOf: ({ at, event, resource, id, fields }) => [
              at,
              event,
              `${resource}/${id}`,
              fields.join(','),
            ],
          }),
    },
  },
  notes: `An upload that was ended, also by kill -9, goes on when it is called again; files that have become videos are passed
over. What is needed for that is kept in ~/.local/state/campus-video.
A change is a line with its cursor at the end: --since goes on there.`,
});

/** `video` of a video itself is the address of its source, too long for a table. */
function columnsOf(resource: string): string[] {
  return resource === 'videos' ? columns.filter((column) => column !== 'video') : columns;
}

function videoOf({ api }: VideoClient, id: string) {
  return answerOf(api.GET('/rest/videos/{id}/', { params: { path: { id } } }));
}

/** The address of a list; what else answers, such as changes, is none. @throws OperatorError  with the names of all lists */
async function pathOfList({ api }: VideoClient, resource: string): Promise<ListPath> {
  // What the API shows at its root, and uploads in pieces.
  const names = [...Object.keys(await answerOf(api.GET('/rest/'))), 'uploads'];
  if (!names.includes(resource))
    throw new OperatorError(
      `There is no list "${cli.lineOf(resource)}". These are there: ${names.join(', ')}.`,
    );
  return `/rest/${resource}/` as ListPath;
}

async function* someOf(
  client: VideoClient,
  path: ListPath,
  { query, most = Number.POSITIVE_INFINITY }: { query: object; most: number | undefined },
) {
  let left = most;
  // Whether there is such a filter, the service tells.
  for await (const one of client.all(path, { page_size: Math.min(most, 200), ...query })) {
    yield one;
    left -= 1;
    if (left <= 0) return;
  }
}
