import { get, type IncomingMessage } from 'node:http';
import { followLimits } from '@campus/feed';
import { eventually } from '@campus/testing';
import { expect, test } from '@jest/globals';
import { givenDraft } from '../../support/records.ts';
import { managementToken, useService } from '../../support/service.ts';

const service = useService({ webhook: false });

/** More than a connection holds on its way. */
const entries = 20_000;

/** A stream of all changes of which nothing is read. */
function openStream(): Promise<IncomingMessage> {
  const headers = { Authorization: `Bearer ${managementToken}`, Accept: 'text/event-stream' };
  return new Promise((resolve, reject) => {
    get(`${service.url}/api/changes?page_size=200`, { headers, agent: false }, resolve).on('error', reject);
  });
}

test('Given as many streams as one token may have, of which nobody reads, Then after a minute others have their place', async () => {
  const { id } = await givenDraft(service);
  await service.sql.query(
    `insert into history (signable_id, at, event, actor, detail)
     select id, now(), 'redelivered', 'service', jsonb_build_object('reason', repeat('x', 1000))
     from signables, generate_series(1, $2::int) where kind = 'agreement' and number = $1`,
    [id, entries],
  );
  // Behind a backlog what is sealed meanwhile would be answered at once, without a wait.
  let end = 'now';
  await eventually(async () => {
    const { body } = await service.institution.get(`/api/changes?after=${end}`).expect(200);
    end = body.cursor;
    expect(body.results).toEqual([]);
    expect((await service.institution.get(`/api/changes?after=${end}`)).body.results).toEqual([]);
  });
  const mayWait = () => service.institution.get(`/api/changes?after=${end}&wait=1`);
  const streams = await Promise.all(Array.from({ length: followLimits.ofCaller }, openStream));
  try {
    expect(streams.map(({ statusCode }) => statusCode)).toEqual(streams.map(() => 200));
    await mayWait().expect(429);

    await eventually(() => mayWait().expect(200), { timeoutMs: 240_000, intervalMs: 1_000 });
  } finally {
    for (const stream of streams) stream.destroy();
  }
}, 300_000);
