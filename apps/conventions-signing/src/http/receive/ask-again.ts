import type { Request } from 'express';

/** Who sends a body for so long is asked again: hours may be between its first byte and its last. */
export const askAgainAfterMs = 1_000;

const letIn = new WeakMap<Request, { at: number; again: () => Promise<void> }>();

/** Notes that whoever sends a request is let in now, and what throws where they would not be again. */
export function noteLetIn(request: Request, again: () => Promise<void>): void {
  letIn.set(request, { at: performance.now(), again });
}

/** Makes sure that whoever was let in would be so now that the body has come. @throws what was noted throws */
export async function askAgain(request: Request): Promise<void> {
  const noted = letIn.get(request);
  if (noted !== undefined && performance.now() - noted.at > askAgainAfterMs) await noted.again();
}
