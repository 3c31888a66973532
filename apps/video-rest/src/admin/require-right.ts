import { html, notice } from '@campus/pages';
import type { RequestHandler } from 'express';
import type { SignInRow } from '../data/accounts.ts';
import type { People } from '../pages/open-people.ts';
import { adminWords } from './admin-words.ts';

/** Lets in whoever has signed in and may; the others see a page that says so. Comes after `requireAccount`. */
export function requireRight(people: People, mayEnter: (account: SignInRow) => boolean): RequestHandler {
  return (request, response, next) => {
    const account = people.accountOf(request);
    if (account === undefined) throw new Error('requireAccount comes first');
    if (mayEnter(account)) return next();
    const say = adminWords[people.languageOf(request)];
    const main = html`${notice('bad', say.notAllowedFor(account.username))}`;
    people.send(request, response, { title: say.notAllowed, main }, { status: 403 });
  };
}
