import { expect, test } from '@jest/globals';
import { whyUnavailable } from '../src/index.ts';

const failed = (fields: object) => Object.assign(new Error('it failed'), fields);

test.each([
  [
    'descriptors',
    { code: 'EMFILE' },
    { cause: 'means', reason: 'the system has no room for more: it failed', retryAfterSeconds: 5 },
  ],
  ['space', { code: 'ENOSPC' }, { cause: 'space', reason: 'a disk is full: it failed' }],
  [
    'a database',
    { code: 'ECONNREFUSED' },
    { cause: 'database', reason: 'the database is away: it failed', retryAfterSeconds: 5 },
  ],
  [
    'a port to reach the database by',
    { code: 'P1001', cause: failed({ code: 'EADDRNOTAVAIL', syscall: 'connect' }) },
    { cause: 'means', reason: 'the system has no room for more: it failed', retryAfterSeconds: 5 },
  ],
  ['nothing', { code: 'EACCES' }, undefined],
])('Given a failure for want of %s, Then that is the cause', (_name, fields, expected) => {
  expect(whyUnavailable(failed(fields))).toEqual(expected);
});
