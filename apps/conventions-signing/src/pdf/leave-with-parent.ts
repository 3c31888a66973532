/**
 * Thread of the child process: ends it as soon as its parent is gone.
 *
 * The main thread hears of that through its IPC channel, but not while a hostile file keeps it busy; such a
 * process would run on, unwatched, for ever.
 */
import process from 'node:process';

const parent = process.ppid;
setInterval(() => {
  // An orphan is given another parent; the number is asked anew each time.
  if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
}, 500);
