import path from 'node:path';
import { expect, test } from '@jest/globals';
import { findDrift } from '../authoring/find-drift.ts';

const models = path.resolve(import.meta.dirname, '../../../prisma');

test.each(['conventions-signing', 'video-rest'])(
  'The migrations of %s make exactly what its schema says',
  async (service) => {
    const drift = await findDrift({
      url: process.env.TEST_DATABASE_ADMIN_URL ?? '',
      schema: path.join(models, service, 'schema.prisma'),
      directory: path.join(models, service, 'migrations'),
    });

    expect(drift).toBeUndefined();
  },
);
