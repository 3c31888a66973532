/** What Node asks of the system, by what it may be short of. Of files `create` opens for writing, `open` for reading. */
export type Call =
  | 'open'
  | 'create'
  | 'read'
  | 'write'
  | 'log'
  | 'fsync'
  | 'rename'
  | 'link'
  | 'unlink'
  | 'mkdir'
  | 'readdir'
  | 'stat'
  | 'spawn'
  | 'thread'
  | 'connect'
  | 'lookup'
  | 'listen';

/** The nth of these calls from now on fails with this code; with `isLasting` all that follow too. */
export interface Fault {
  calls: readonly Call[];
  code: string;
  /** From 1 on. */
  nth: number;
  isLasting?: boolean;
  /** A folder: calls that name a file elsewhere are none of these, such as what else this process does meanwhile. */
  within?: string;
}

/** A call that failed. */
export interface Hit {
  call: Call;
  syscall: string;
  /** The file, where it is about one. */
  of: string;
  /** Who called, the nearest first. */
  at: string[];
}

/** What became of a fault: how many of its calls there were, and which of them failed. */
export interface Report {
  seen: number;
  hits: Hit[];
}
