import type { Log } from '@campus/service';

/** Whose log names the request; read only where there is something to write, since it is made then. */
export interface Asked {
  readonly log: Pick<Log, 'info'>;
}

/** @param entry.by  `password` alone; `code` after one; `passkey`; `basic`; or the protocol of an identity provider */
export function logSignIn(asked: Asked, { by, account }: { by: string; account: string }): void {
  asked.log.info({ by, account }, 'somebody has signed in');
}

/**
 * Writes a line about a sign-in that was refused after something was tried. What is refused untried is told by the line
 * of its request, with 429 or 503.
 *
 * @param refused.account  where it is known to be one: what a stranger typed as a name may be a password
 */
export function logRefusal(
  asked: Asked,
  refused: { by: string; account?: string | undefined; why?: string },
): void {
  asked.log.info(refused, 'a sign-in was refused');
}
