import type { Request, Response } from 'express';
import type { FactorChanger } from '../second-factor/factor-changer.ts';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { pendingPerson } from '../session/pending-person.ts';
import { statusOf } from '../session/refusal-status.ts';
import type { ChallengePurpose } from '../session/session-data.ts';
import { SignInError } from '../sign-in-error.ts';
import { addressBlock } from '../throttling/address-block.ts';
import { throttleAttempts } from '../throttling/throttle-attempts.ts';
import type { Passkeys } from './passkeys.ts';

/** Of one address: each keeps a row for some minutes, before anybody has signed in. */
export const passkeyOptionLimits = { perAddress: 60, perAddressAndAccount: 60, windowSeconds: 60 };

/** Answers scripts that ask what a passkey is to sign; it is kept in the session, and good once. */
export function passkeyOptions(own: AccountRoutesDeps, passkeys: Passkeys) {
  const { store } = own;
  const throttle = throttleAttempts(passkeyOptionLimits);
  const send = async (
    request: Request,
    response: Response,
    purpose: ChallengePurpose,
    options: { challenge: string },
  ) => {
    await store.keepChallenge(request, options.challenge, purpose);
    response.set('Cache-Control', 'no-store').json(options);
  };
  return {
    /** To sign in, for whoever comes; after a password, by a passkey of that account. */
    async toSignIn(request: Request, response: Response): Promise<void> {
      try {
        await throttle.begin({ client: addressBlock(request.ip ?? ''), username: '' });
      } catch (error) {
        if (!(error instanceof SignInError)) throw error;
        response.sendStatus(statusOf(error, response));
        return;
      }
      const person = await pendingPerson(own, request);
      await send(request, response, 'sign-in', await passkeys.optionsToSign(person?.account.id));
    },
    /** To say again who one is. */
    async toProve(request: Request, response: Response, accountId: number): Promise<void> {
      await send(request, response, 'prove', await passkeys.optionsToSign(accountId));
    },
    async toAdd(request: Request, response: Response, { account }: FactorChanger): Promise<void> {
      await send(request, response, 'add', await passkeys.optionsToAdd(account));
    },
  };
}
