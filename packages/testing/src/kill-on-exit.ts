const pending = new Set<() => void>();

/**
 * Runs `kill` when this process exits, unless the returned function was called before.
 *
 * One listener for all, so that a file with many processes raises no warning about too many listeners.
 */
export function killOnExit(kill: () => void): () => void {
  if (pending.size === 0) process.once('exit', killAll);
  pending.add(kill);
  return () => {
    pending.delete(kill);
    if (pending.size === 0) process.removeListener('exit', killAll);
  };
}

function killAll(): void {
  for (const kill of pending) kill();
}
