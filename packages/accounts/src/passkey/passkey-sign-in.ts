import * as ui from '@campus/pages';
import { html } from '@campus/pages/html';
import type { Account } from '../account.ts';
import { formText } from '../form-text.ts';
import type { FactorParts, FactorVisit } from '../second-factor/change-factors.ts';
import { letIn, pendingPerson, type SignInVisit } from '../session/let-in.ts';
import type { ChallengePurpose } from '../session/session-data.ts';
import { safePath } from '../session/sign-in-address.ts';
import { signInWords } from '../session/sign-in-words.ts';
import type { Visit } from '../session/visit.ts';
import { signInRefusal } from '../sign-in-error.ts';
import { logRefusal } from '../sign-in-log.ts';
import { addressBlock, attemptLimits, throttleAttempts } from '../throttling/throttle-attempts.ts';
import { passkeyWords } from './passkey-words.ts';
import type { Passkeys } from './passkeys.ts';

/** What the pages of passkeys work with. */
export interface PasskeyParts extends FactorParts {
  passkeys: Passkeys;
}

type PasskeyVisit = PasskeyParts & SignInVisit;

/** Of one address: each keeps a row for some minutes, before anybody has signed in. */
export const passkeyOptionLimits = { perAddress: 60, perAddressAndAccount: 60, windowSeconds: 60 };

/** Answers scripts that ask what a passkey is to sign; it is kept in the session, and good once. */
export function passkeyOptions() {
  const throttle = throttleAttempts(passkeyOptionLimits);
  return {
    /** To sign in, for whoever comes; after a password, by a passkey of that account. */
    async toSignIn(visit: PasskeyVisit): Promise<void> {
      const { passkeys, request, response } = visit;
      try {
        await throttle.begin({ client: addressBlock(request.ip ?? ''), username: '' });
      } catch (error) {
        response.sendStatus(signInRefusal(error, visit).status);
        return;
      }
      const person = await pendingPerson(visit);
      await sendOptions(visit, 'sign-in', await passkeys.optionsToSign(person?.account.id));
    },
    /** To say again who one is. */
    async toProve(visit: PasskeyVisit, accountId: number): Promise<void> {
      await sendOptions(visit, 'prove', await visit.passkeys.optionsToSign(accountId));
    },
    async toAdd(visit: PasskeyVisit & FactorVisit): Promise<void> {
      await sendOptions(visit, 'add', await visit.passkeys.optionsToAdd(visit.owner));
    },
  };
}

async function sendOptions(
  { store, request, response }: PasskeyVisit,
  purpose: ChallengePurpose,
  options: { challenge: string },
): Promise<void> {
  await store.keepChallenge(request, options.challenge, purpose);
  response.set('Cache-Control', 'no-store').json(options);
}

/** Answers forms that a passkey has filled in: to sign in, or to say again who one is. */
export function passkeySignIn() {
  const throttle = throttleAttempts(attemptLimits);

  /** The account whose passkey has signed what this session was given. @throws SignInError `throttled` */
  async function signerOf(
    { passkeys, store, request }: PasskeyVisit,
    purpose: 'sign-in' | 'prove',
  ): Promise<number | undefined> {
    const { takeBack } = await throttle.begin({ client: addressBlock(request.ip ?? ''), username: '' });
    const challenge = await store.takeChallenge(request, purpose);
    const signer =
      challenge === undefined ? undefined : await passkeys.signer(formText(request, 'response'), challenge);
    if (signer !== undefined) await takeBack();
    return signer;
  }

  return {
    async signIn(visit: PasskeyVisit): Promise<void> {
      const { deps, store, request } = visit;
      const next = safePath(formText(request, 'next')) ?? store.pending(request)?.next;
      const back = ui.withQuery(`${deps.root}/login/`, { next });
      try {
        const id = await signerOf(visit, 'sign-in');
        const account = id === undefined ? undefined : await deps.findAccount(id);
        // Without a password it signs in at the institution alone.
        if (account?.isActive && account.passwordHash !== null)
          await letIn(visit, { account, next, by: 'passkey' });
        else refuse(visit, back);
      } catch (error) {
        refuse(visit, back, signInRefusal(error, visit));
      }
    },
    async prove(visit: PasskeyParts & Visit<Account>): Promise<void> {
      const { deps, store, request, response, reader } = visit;
      const next = safePath(formText(request, 'next'));
      const back = ui.withQuery(`${deps.root}/prove/`, { next });
      try {
        if ((await signerOf(visit, 'prove')) !== reader.account.id) return refuse(visit, back);
        await store.noteProof(request);
        response.redirect(303, next ?? `${deps.root}/`);
      } catch (error) {
        refuse(visit, back, signInRefusal(error, visit));
      }
    },
  };
}

/** Whatever is wrong reads the same: nothing tells whose passkey it is, or whether anybody has one. */
function refuse(
  { request, reader: { account, language }, answer }: SignInVisit,
  back: string,
  refused?: { problem: string; status: number },
): void {
  if (refused === undefined) logRefusal(request, { by: 'passkey', account: account?.username });
  const { problem, status } = refused ?? { problem: passkeyWords[language].refused, status: 403 };
  const main = html`${ui.notice('bad', problem)}
<p>${ui.buttonLink({ text: signInWords[language].signIn, href: back })}</p>`;
  answer({ title: signInWords[language].notSignedIn, main }, status);
}
