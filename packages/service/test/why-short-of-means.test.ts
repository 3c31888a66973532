import { expect, test } from '@jest/globals';
import { whyShortOfMeans } from '../src/process/why-short-of-means.ts';

const failed = (code: string, syscall: string) =>
  Object.assign(new Error(`${syscall} ${code}`), { code, syscall });

test.each([
  { error: failed('EMFILE', 'open'), reason: 'open EMFILE' },
  { error: failed('ENFILE', 'connect'), reason: 'connect ENFILE' },
  { error: failed('EAGAIN', 'spawn /bin/sh'), reason: 'spawn /bin/sh EAGAIN' },
  { error: failed('ENOMEM', 'spawn'), reason: 'spawn ENOMEM' },
  { error: failed('EADDRNOTAVAIL', 'connect'), reason: 'connect EADDRNOTAVAIL' },
  { error: failed('ENOBUFS', 'write'), reason: 'write ENOBUFS' },
  { error: failed('ERR_WORKER_INIT_FAILED', 'thread'), reason: 'thread ERR_WORKER_INIT_FAILED' },
  { error: new Error('not kept', { cause: failed('EMFILE', 'open') }), reason: 'open EMFILE' },
  {
    error: new AggregateError([failed('ECONNREFUSED', 'connect'), failed('EMFILE', 'connect')]),
    reason: 'connect EMFILE',
  },
])('$error.message ($reason) is for want of means', ({ error, reason }) => {
  expect(whyShortOfMeans(error)).toBe(reason);
});

test.each([
  { what: 'a file that is missing', error: failed('ENOENT', 'open') },
  { what: 'a read that would wait', error: failed('EAGAIN', 'read') },
  { what: 'an address that is not ours', error: failed('EADDRNOTAVAIL', 'listen') },
  { what: 'a program that is missing', error: failed('ENOENT', 'spawn nowhere') },
  { what: 'a bug', error: new Error('a bug') },
  { what: 'a text', error: 'EMFILE' },
  { what: 'nothing', error: undefined },
])('$what is not', ({ error }) => {
  expect(whyShortOfMeans(error)).toBeUndefined();
});
