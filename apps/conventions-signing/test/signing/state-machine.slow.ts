import { expect, test } from '@jest/globals';
import { runHistories } from '../support/run-histories.ts';

test('Given 10,000 random histories over two replicas, Then every step ends as the model says', async () => {
  const answers = await runHistories(10_000);

  expect(answers.get('restore: done')).toBeGreaterThan(1_000);
}, 3_600_000);
