import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { exportAsked, idleReaderMs, type Outcome, type OwnRoute, ok, refer, type Work } from '@campus/rest';
import { untilClosed } from '@campus/service';
import { beginExport } from '../../runs/begin-run.ts';
import { addresses } from '../addresses.ts';
import { apiWords } from '../resources/api-words.ts';
import type { Services } from '../resources/services.ts';
import type { Exchange } from './exchange.ts';
import * as runs from './run-routes.ts';

/** Objects as lines: those that the caller may list, as the filters say. */
export function exportRoute(exchange: Exchange): OwnRoute<Services> {
  const act = (work: Work<Services>) => sendExport(exchange, work);
  return {
    path: addresses.export,
    title: apiWords.export,
    methods: {
      HEAD: { may: () => true, changes: false, act },
      GET: {
        may: () => true,
        changes: false,
        act,
        described: {
          operationId: 'export',
          tag: 'exchange',
          summary: 'Export objects as lines of JSON, or those of one resource as CSV',
          parameters: [
            {
              name: 'resource',
              in: 'query',
              description:
                'One of them, with the filters of its list; several with commas between; absent: all that can be imported',
              schema: { type: 'string' },
            },
            runs.parameters.as,
            runs.parameters.prefer,
          ],
          answers: {
            description: 'the objects, one on a line',
            type: 'application/x-ndjson',
            schema: { type: 'string' },
            example: runs.lineExample,
          },
          refusals: { 202: runs.acceptedAnswer, 400: refer('Invalid'), 403: refer('Forbidden') },
        },
      },
    },
  };
}

async function sendExport(exchange: Exchange, work: Work<Services>): Promise<Outcome> {
  const { request, response, caller, engine, language, base } = work;
  const { query } = request;
  const { name, format, lines } = await exportAsked(exchange.travelling, work, query);
  if (runs.prefersAsync(request)) {
    const asked = { query: query as Record<string, unknown>, language, base, name, format };
    return runs.accepted(work, await beginExport(engine.services, caller.id, asked));
  }
  const head = runs.headOf({ name, format });
  if (request.method === 'HEAD') {
    response.set(head).end();
    return ok(undefined);
  }
  const signal = untilClosed(response);
  const send = () =>
    exchange.store.snapshot(async (rows) => {
      signal.throwIfAborted();
      response.status(200).set(head);
      response.setTimeout(idleReaderMs, () => response.destroy());
      await pipeline(Readable.from(lines(rows)), response);
    });
  await exchange.exports.run(String(caller.id), send, { signal });
  return ok(undefined);
}
