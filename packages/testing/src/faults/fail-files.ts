import fs from 'node:fs';
import type { Call } from './fault.ts';
import type { FaultBook } from './fault-book.ts';
import {
  type Asked,
  type Callable,
  callingBack,
  type Functions,
  throwing,
  type Wrap,
  wrapFunctions,
} from './wrap-functions.ts';

const asked: Asked = {
  open: ['open'],
  openAsBlob: ['open'],
  opendir: ['open'],
  readFile: ['open', 'read'],
  writeFile: ['create', 'write'],
  appendFile: ['create', 'write'],
  copyFile: ['create', 'write'],
  read: ['read'],
  readv: ['read'],
  write: ['write'],
  writev: ['write'],
  truncate: ['write'],
  ftruncate: ['write'],
  fsync: ['fsync'],
  fdatasync: ['fsync'],
  rename: ['rename'],
  link: ['link'],
  unlink: ['unlink'],
  rm: ['unlink'],
  rmdir: ['unlink'],
  mkdir: ['mkdir'],
  mkdtemp: ['mkdir'],
  readdir: ['readdir'],
  access: ['stat'],
  stat: ['stat'],
  lstat: ['stat'],
  fstat: ['stat'],
  statfs: ['stat'],
  realpath: ['stat'],
};

const askedAtOnce: Asked = Object.fromEntries(
  Object.entries(asked).map(([name, calls]) => [`${name}Sync`, calls]),
);

/** Of a file that is open. */
const askedOfHandles: Asked = {
  read: ['read'],
  readv: ['read'],
  readFile: ['read'],
  write: ['write'],
  writev: ['write'],
  writeFile: ['write'],
  appendFile: ['write'],
  truncate: ['write'],
  sync: ['fsync'],
  datasync: ['fsync'],
  stat: ['stat'],
};

/** Makes what is asked of files fail as the book says. @returns what puts back each function */
export async function failFiles(book: FaultBook): Promise<(() => void)[]> {
  const handle = await fs.promises.open('/dev/null');
  const handles = Object.getPrototypeOf(handle) as Functions;
  await handle.close();
  const [files, promises] = [fs, fs.promises] as unknown as [Functions, Functions];
  return [
    wrapFunctions(book, handles, { asked: askedOfHandles, wrap: throwingLater }),
    wrapFunctions(book, promises, { asked, kindOf, wrap: leavingHalf }),
    wrapFunctions(book, files, { asked, kindOf, wrap: callingBack }),
    wrapFunctions(book, files, { asked: askedAtOnce, kindOf, wrap: throwing }),
  ];
}

/** Whether a file is opened for writing, or what is written is the log. */
function kindOf(call: Call, [first, flags]: unknown[]): Call {
  if (call === 'open') return isForWriting(flags) ? 'create' : 'open';
  return call === 'write' && (first === 1 || first === 2) ? 'log' : call;
}

function isForWriting(flags: unknown): boolean {
  if (typeof flags === 'number') return (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR)) !== 0;
  return typeof flags === 'string' && /[wa+]/.test(flags);
}

const throwingLater: Wrap = (original, failureOf) => {
  const wrapped = throwing(original, failureOf);
  return async function (...args) {
    return wrapped.apply(this, args);
  };
};

/** What is written whole is there in part when it fails, as a disk leaves it that is full in the middle. */
const leavingHalf: Wrap = (original, failureOf) =>
  async function (...args) {
    const error = failureOf(args);
    if (error === undefined) return original.apply(this, args);
    if (error.syscall === 'write') await writeHalf(original, args);
    throw error;
  };

async function writeHalf(write: Callable, [file, content, options]: unknown[]): Promise<void> {
  if (typeof content !== 'string' && !(content instanceof Uint8Array)) return;
  await write(file, content.slice(0, content.length / 2), options);
}
