import { createTestDatabase, eventually, residentMebibytes } from '@campus/testing';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Misbehaviour, startHostileVendor } from './hostile-vendor.ts';
import { makeDataDir, type ServiceProcess, startServiceProcess, webhookEnv } from './process.ts';
import { givenDraft, recordOf } from './records.ts';

/** The service may grow by this much while all of it happens; one of the answers alone is 1 GB. */
const roomMebibytes = 150;

/**
 * The tests of one list of misbehaviours: a real service sends a record for each, all at once.
 *
 * @param options.withinMs  how long a call may take
 */
export function testMisbehaviours(misbehaviours: Misbehaviour[], { withinMs }: { withinMs: number }): void {
  const ids = new Map<Misbehaviour, number>();
  const closing: (() => Promise<unknown>)[] = [];
  let service: ServiceProcess;
  let vendor: Awaited<ReturnType<typeof startHostileVendor>>;
  let slowestAnswerMs = 0;
  let grownMebibytes = 0;

  beforeAll(async () => {
    const database = await createTestDatabase('conventions-signing');
    closing.push(() => database.drop());
    const { dataDir, remove } = await makeDataDir();
    closing.push(remove);
    vendor = await startHostileVendor((id) => misbehaviours.find((each) => ids.get(each) === id));
    closing.push(() => vendor.stop());
    service = await startServiceProcess({
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      ...webhookEnv(`${vendor.url}/start`),
    });
    closing.push(() => service.kill('SIGKILL'));
    for (const each of misbehaviours) ids.set(each, (await givenDraft(service)).id);
    const before = await residentMebibytes(service.child.pid);

    for (const id of ids.values())
      await service.institution.post(`/api/conventions/${id}/signature`).expect(202);
    // Waiting ends when each is recorded; what is not by then is told by the tests, one by one.
    await eventually(
      async () => {
        const asked = performance.now();
        await service.institution.get('/readyz').expect(200);
        slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - asked);
        for (const id of ids.values())
          expect((await recordOf(service, id)).deliveries[0]?.attempts.length).toBeGreaterThan(0);
      },
      { timeoutMs: withinMs + 60_000, intervalMs: 100 },
    ).catch(() => undefined);
    grownMebibytes = (await residentMebibytes(service.child.pid)).peakMebibytes - before.nowMebibytes;
  }, withinMs + 120_000);

  afterAll(async () => {
    for (const close of closing.reverse()) await close();
  });

  test.each(misbehaviours)(
    'Given $name, Then the attempt is recorded for what it was',
    async (misbehaviour) => {
      const { status, error, reference } = misbehaviour;
      const delivery = (await recordOf(service, ids.get(misbehaviour) ?? 0)).deliveries[0];
      const attempt = delivery?.attempts[0];

      expect(attempt).toMatchObject({
        number: 1,
        status,
        error: error === null ? null : expect.stringMatching(error),
      });
      expect(attempt?.durationMs).toBeLessThan(withinMs + 3000);
      expect(delivery?.state).toBe(error === null ? 'delivered' : 'pending');
      if (reference === null) expect(delivery?.reference).toBeNull();
      else if (reference !== undefined) expect(delivery?.reference).toMatch(reference);
    },
  );

  test('The service went on answering and did not grow with what it was sent', async () => {
    // A busy machine takes some of it; a gigabyte that is read, and not left, takes longer.
    expect(slowestAnswerMs).toBeLessThan(10_000);
    expect(grownMebibytes).toBeLessThan(roomMebibytes);
    // Its socket takes what lies in the buffers of two kernels, not the gigabyte.
    for (const [{ status }, id] of ids)
      if (status !== null) expect(vendor.bytesSent(id)).toBeLessThan(64 * 2 ** 20);
  });
}
