import type { RefusalReason } from './authorization.ts';

/** Why a caller is not let in: the header was not understood, or its token is not one of ours. */
type UnauthorizedReason = RefusalReason | 'unknown-token' | 'expired-token' | 'revoked-token';

/**
 * The caller has not shown who it is. The message is fit for the caller and holds no credential; the
 * application's error handler answers 401 with it.
 */
export class UnauthorizedError extends Error {
  readonly reason: UnauthorizedReason;
  /** Ready for the `WWW-Authenticate` header, without which a 401 is incomplete (RFC 9110 §15.5.2). */
  readonly challenge: string;

  constructor(message: string, { reason, challenge }: { reason: UnauthorizedReason; challenge: string }) {
    super(message);
    this.name = 'UnauthorizedError';
    this.reason = reason;
    this.challenge = challenge;
  }
}
