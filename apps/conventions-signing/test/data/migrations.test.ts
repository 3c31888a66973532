import path from 'node:path';
import { findDrift } from '@campus/database';
import { expect, test } from '@jest/globals';

const model = path.resolve(import.meta.dirname, '../../../../prisma/conventions-signing');

test('The migrations make exactly what the Prisma schema says', async () => {
  const drift = await findDrift({
    url: process.env.TEST_DATABASE_ADMIN_URL ?? '',
    schema: path.join(model, 'schema.prisma'),
    directory: path.join(model, 'migrations'),
  });

  expect(drift).toBeUndefined();
});
