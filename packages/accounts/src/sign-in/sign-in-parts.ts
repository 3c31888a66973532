import type * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Account } from '../account.ts';
import type { Actor } from '../history/change-as.ts';
import type { Passkeys } from '../passkey/passkeys.ts';
import type { CheckPassword } from '../password/check-password.ts';
import type { ProviderDeps } from '../provider/provider-routes.ts';
import type { FactorParts } from '../second-factor/change-factors.ts';
import type { SessionDeps } from '../session/browser-sessions.ts';
import type { Visit } from '../session/visit.ts';
import type { TotpKeys } from '../totp/totp.ts';

/** What signing in needs to know of the service, beside what sessions do. */
export interface SignInDeps<Person extends Account> extends SessionDeps<Person>, ProviderDeps<Person> {
  /** The one of the process, which throttles all its doors together. */
  checkPassword: CheckPassword<Person>;
  /** Changes somebody's own password. @throws AccountRuleError */
  changePassword(change: { username: string; password: string; by: Actor }): Promise<void>;
  /** What the account page shows of an account. */
  factsOf(account: Person, language: ui.Language): Parameters<typeof ui.facts>[0];
  /** What else stands on the account page; absent: nothing. */
  ownSection?: OwnSection<Person>;
}

/** A part of the account page that the service adds. */
export interface OwnSection<Person extends Account> {
  show(account: Person, shown: { language: ui.Language; csrf: Html }): Promise<Html>;
  /** What the page says after something that was done in it, by `?done=`. */
  outcomes(language: ui.Language): Readonly<Record<string, ui.OutcomeText>>;
}

/** What the pages of signing in, and of one's own account, work with. */
export interface OwnParts extends FactorParts {
  deps: SignInDeps<Account>;
  totpKeys: TotpKeys;
  /** Undefined where the public address is none for passkeys. */
  passkeys: Passkeys | undefined;
}

/** Of somebody who has signed in. */
export type OwnVisit = OwnParts & Visit<Account>;

/** Of anybody. */
export type StrangersVisit = OwnParts & Visit<Account | undefined>;
