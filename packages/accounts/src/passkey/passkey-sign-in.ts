import { buttonLink, html, notice, withQuery } from '@campus/pages';
import type { Request, Response } from 'express';
import type { AccountRoutesDeps } from '../session/account-routes-deps.ts';
import { formText } from '../session/form-text.ts';
import { letIn } from '../session/let-in.ts';
import { statusOf } from '../session/refusal-status.ts';
import { safePath } from '../session/safe-path.ts';
import { signInWords } from '../session/sign-in-words.ts';
import { SignInError } from '../sign-in-error.ts';
import { addressBlock } from '../throttling/address-block.ts';
import { attemptLimits, throttleAttempts } from '../throttling/throttle-attempts.ts';
import { passkeyWords } from './passkey-words.ts';
import type { Passkeys } from './passkeys.ts';

/** Answers forms that a passkey has filled in: to sign in, or to say again who one is. */
export function passkeySignIn(own: AccountRoutesDeps, passkeys: Passkeys) {
  const { deps, store, sessions } = own;
  const throttle = throttleAttempts(attemptLimits);

  /** The account whose passkey has signed what this session was given. @throws SignInError `throttled` */
  async function signerOf(request: Request, purpose: 'sign-in' | 'prove'): Promise<number | undefined> {
    const { takeBack } = await throttle.begin({ client: addressBlock(request.ip ?? ''), username: '' });
    const challenge = await store.takeChallenge(request, purpose);
    const signer =
      challenge === undefined ? undefined : await passkeys.signer(formText(request, 'response'), challenge);
    if (signer !== undefined) await takeBack();
    return signer;
  }

  /** Whatever is wrong reads the same: nothing tells whose passkey it is, or whether anybody has one. */
  function refuse(request: Request, response: Response, back: string, error?: SignInError): void {
    const language = sessions.languageOf(request);
    const say = passkeyWords[language];
    const status = error === undefined ? 403 : statusOf(error, response);
    const main = html`${notice('bad', error?.sentence(language) ?? say.refused)}
<p>${buttonLink({ text: signInWords[language].signIn, href: back })}</p>`;
    sessions.sendPage(request, response, { title: signInWords[language].notSignedIn, main }, { status });
  }

  return {
    async signIn(request: Request, response: Response): Promise<void> {
      const next = safePath(formText(request, 'next')) ?? store.pending(request)?.next;
      const back = withQuery(`${deps.root}/login/`, { next });
      try {
        const id = await signerOf(request, 'sign-in');
        const account = id === undefined ? undefined : await deps.findAccount(id);
        // Without a password it signs in at the institution alone.
        if (account?.isActive && account.passwordHash !== null)
          await letIn(own, request, response, { account, next, isProved: true });
        else refuse(request, response, back);
      } catch (error) {
        if (!(error instanceof SignInError)) throw error;
        refuse(request, response, back, error);
      }
    },
    async prove(request: Request, response: Response): Promise<void> {
      const next = safePath(formText(request, 'next'));
      const back = withQuery(`${deps.root}/prove/`, { next });
      try {
        const id = await signerOf(request, 'prove');
        if (id === undefined || id !== sessions.accountOf(request)?.id)
          return refuse(request, response, back);
        await store.noteProof(request);
        response.redirect(303, next ?? `${deps.root}/`);
      } catch (error) {
        if (!(error instanceof SignInError)) throw error;
        refuse(request, response, back, error);
      }
    },
  };
}
