import type { Request } from 'express';
import type { Passkeys } from '../passkey/passkeys.ts';
import type { FactorStore } from '../second-factor/factor-store.ts';
import type { Account, BrowserSessions, BrowserSessionsDeps } from './browser-sessions.ts';
import type { SessionStore } from './session-store.ts';
import type { SignedIn } from './signed-in.ts';

/** What the routes of a person's own account work with. */
export interface AccountRoutesDeps {
  deps: BrowserSessionsDeps<Account>;
  store: SessionStore;
  sessions: BrowserSessions<Account>;
  factors: FactorStore;
  /** Undefined where the public address is none for passkeys. */
  passkeys: Passkeys | undefined;
  /** See `SignedIn`. */
  welcome: SignedIn<Account>['welcome'];
  /** Whether nobody can sign in by this request, since a proxy hides that the browser has TLS. */
  isTlsLost(request: Request): boolean;
}
