import { expect, test } from '@jest/globals';
import { createMetrics } from '../src/metrics/create-metrics.ts';
import { gatherMetrics } from '../src/metrics/gather-metrics.ts';

test('What two processes have counted stays in the sum for all who ask just when both have ended', async () => {
  const bakers = [createMetrics(), createMetrics()];
  for (const baker of bakers) baker.counter({ name: 'cakes_total', help: 'Cakes.' }).inc(3);
  const figures = await Promise.all(bakers.map((baker) => baker.figures()));
  let areThere = true;
  const metrics = gatherMetrics(createMetrics(), {
    ask: async () => new Map(areThere ? figures.entries() : []),
    isThere: () => areThere,
  });
  await metrics.scrape();
  areThere = false;

  const told = await Promise.all([metrics.scrape(), metrics.scrape()]);
  const later = await metrics.scrape();

  for (const { text } of [...told, later]) expect(text).toContain('\ncakes_total 6\n');
});
