import { tracerOfProcess } from '@campus/service';
import type pg from 'pg';

/**
 * Makes a span of each statement that goes over a pool for something that is traced. It is told by its verb, its table
 * and the name under which it is prepared, never by its text, in which values may stand.
 */
export function traceStatements(pool: pg.Pool): void {
  const tracer = tracerOfProcess();
  if (tracer === undefined) return;
  const connect = pool.connect.bind(pool);
  Object.assign(pool, {
    // Who waits for a connection gets it from whoever gives it back.
    connect: (done?: Parameters<typeof connect>[0]) =>
      done === undefined ? connect() : connect(tracer.bind(done)),
  });
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    Object.assign(client, {
      query(...given: unknown[]) {
        const statement = tracer.active() && statementOf(given[0]);
        if (statement === undefined) return query(...given);
        const { text, name } = statement;
        const summary = summaryOf(text);
        const span = tracer.openBelow({
          name: summary,
          kind: 'CLIENT',
          attributes: {
            'db.system.name': 'postgresql',
            'db.query.summary': summary,
            ...(name && { 'db.statement.name': name }),
          },
        });
        const done = given.at(-1);
        if (typeof done === 'function') {
          const ended = (failure: unknown, ...rest: unknown[]) => {
            span?.end({ failure: failure ?? undefined });
            done(failure, ...rest);
          };
          return query(...given.slice(0, -1), ended);
        }
        const answered = query(...given) as Promise<unknown>;
        answered.then(
          () => span?.end(),
          (failure: unknown) => span?.end({ failure }),
        );
        return answered;
      },
    });
  });
}

/** What pg is asked; undefined of what sends itself, such as a COPY. */
function statementOf(asked: unknown): { text: string; name?: string } | undefined {
  if (typeof asked === 'string') return { text: asked };
  if (typeof asked !== 'object' || asked === null || 'submit' in asked) return undefined;
  return asked as { text: string; name?: string };
}

/** As many as are kept: texts with a number in them vary. */
const maxSummaries = 1_000;
const summaries = new Map<string, string>();

const table = String.raw`((?:"?\w+"?\.)?"?\w+)`;
const reads = new RegExp(String.raw`\b(?:from|into|update|join)\s+${table}`, 'i');
const writes = new RegExp(
  String.raw`\b(insert|delete|(?<!\bfor\s)update)\s+(?:into\s+|from\s+)?${table}`,
  'i',
);

/** `select signables`, of the text of a statement. */
export function summaryOf(text: string): string {
  const known = summaries.get(text);
  if (known !== undefined) return known;
  const bare = text.replaceAll(/'(?:[^']|'')*'/g, '');
  const [first = 'statement'] = /[a-z]+/i.exec(bare) ?? [];
  const [, read = ''] = reads.exec(bare) ?? [];
  // What comes before the statement itself is named like it.
  const [, verb = 'select', of = read] = /^with$/i.test(first)
    ? (writes.exec(bare) ?? [])
    : ['', first, read];
  const summary = `${verb.toLowerCase()} ${of.replaceAll('"', '')}`.trim();
  if (summaries.size < maxSummaries) summaries.set(text, summary);
  return summary;
}
