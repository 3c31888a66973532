import { Refusal } from '@campus/rest';
import type { RequestHandler } from 'express';
import type { SignInRow } from '../../../data/accounts.ts';
import type { Sessions } from '../sign-in/open-sessions.ts';

const notAllowed = {
  en: 'You are signed in as {username}, whose rights do not reach to this page. Ask a superuser, or sign in as somebody else.',
  fr: "Vous êtes connecté en tant que {username}, dont les droits ne vont pas jusqu'à cette page. Demandez à un superutilisateur, ou connectez-vous sous un autre nom.",
};

/**
 * Lets only those pass who may; mounted behind `requireAccount`.
 *
 * @throws Refusal
 */
export function requireRight(
  sessions: Pick<Sessions, 'accountOf'>,
  mayEnter: (account: SignInRow) => boolean,
): RequestHandler {
  return (request, _response, next) => {
    const account = sessions.accountOf(request);
    if (account === undefined) throw new Error('requireAccount comes first');
    if (!mayEnter(account))
      throw new Refusal({ status: 403, text: notAllowed }, { values: { username: account.username } });
    next();
  };
}
