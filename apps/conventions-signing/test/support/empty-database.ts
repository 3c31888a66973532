import { randomUUID } from 'node:crypto';
import type { TestDatabase } from '@campus/testing';
import pg from 'pg';

/** A database without any table, owned by the role that services connect as: what a first start finds. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  const admin = new pg.Pool({ connectionString: process.env.TEST_DATABASE_ADMIN_URL, max: 1 });
  const url = new URL(process.env.TEST_DATABASE_URL ?? '');
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const owner = pg.escapeIdentifier(decodeURIComponent(url.username));
  await admin.query(`create database ${name} owner ${owner}`);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    async drop() {
      await admin.query(`drop database if exists ${name} with (force)`);
      await admin.end();
    },
  };
}
