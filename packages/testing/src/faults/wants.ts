import type { Call, Fault } from './fault.ts';

/** Something that a machine may be short of, or have in disorder, and what fails for it. */
type Want = Pick<Fault, 'calls' | 'code' | 'isLasting'>;

const writing: Call[] = ['create', 'mkdir', 'rename', 'link', 'unlink'];

/** What a service must live with. */
export const wants = {
  'no descriptor is left': {
    calls: ['open', 'create', 'readdir', 'spawn', 'thread', 'connect'],
    code: 'EMFILE',
  },
  'the disk is full': { calls: ['create', 'write', 'mkdir', 'rename', 'link', 'fsync'], code: 'ENOSPC' },
  'the disk is full from then on': {
    calls: ['create', 'write', 'mkdir', 'rename', 'link', 'fsync'],
    code: 'ENOSPC',
    isLasting: true,
  },
  'the disk fails': {
    calls: ['open', 'read', 'write', 'fsync', 'readdir', 'stat', ...writing],
    code: 'EIO',
  },
  'the disk fails from then on': {
    calls: ['open', 'read', 'write', 'fsync', 'readdir', 'stat', ...writing],
    code: 'EIO',
    isLasting: true,
  },
  'its files can only be read': { calls: writing, code: 'EROFS' },
  'a right is missing': { calls: ['open', 'readdir', 'stat', ...writing], code: 'EACCES' },
  'no process can be started': { calls: ['spawn', 'thread'], code: 'EAGAIN' },
  'memory is short': { calls: ['spawn'], code: 'ENOMEM' },
  'no port is left': { calls: ['connect'], code: 'EADDRNOTAVAIL' },
  'nobody listens': { calls: ['connect'], code: 'ECONNREFUSED' },
  'nobody answers': { calls: ['connect'], code: 'ETIMEDOUT' },
  'names are not known': { calls: ['lookup'], code: 'EAI_AGAIN' },
  'the log cannot be written': { calls: ['log'], code: 'ENOSPC' },
} satisfies Record<string, Want>;

export type WantName = keyof typeof wants;
