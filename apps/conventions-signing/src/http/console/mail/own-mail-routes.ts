import { isTicked, type OwnSection, visitsWith } from '@campus/accounts';
import type { Jobs } from '@campus/jobs';
import {
  badge,
  checkbox,
  facts,
  type Html,
  html,
  type Language,
  type Mood,
  submitButton,
  time,
  withQuery,
} from '@campus/pages';
import express, { type Router } from 'express';
import type { Account } from '../../../data/accounts.ts';
import { findSubscription, writeSubscription } from '../../../data/mail-subscriptions.ts';
import { findLastMail, type LastMail } from '../../../data/mails.ts';
import type { Database } from '../../../data/open-database.ts';
import { alertPauseMs } from '../../../mail/failure-alerts.ts';
import { askForTestMail } from '../../../mail/test-mail.ts';
import { addresses, paths } from '../../addresses.ts';
import { route } from '../../route.ts';
import type { PageDeps, Visit } from '../session/reader.ts';
import { ownMailWords } from './own-mail-words.ts';

/** What the forms of mails work with. */
export interface OwnMailDeps extends PageDeps {
  jobs: Jobs;
  /** Whether a mail server is configured. */
  hasMail: boolean;
}

/** What one does about the mails to oneself; everybody may. */
export function ownMailRoutes(deps: OwnMailDeps): Router {
  const { readForm } = deps.sessions;
  const router = express.Router();
  const run = visitsWith(deps);
  route(router, below(addresses.ownMail), { post: [...readForm, run(choose)] });
  route(router, below(addresses.ownTestMail), { post: [...readForm, run(test)] });
  return router;
}

async function choose({ db, request, response, reader }: OwnMailDeps & Visit): Promise<void> {
  const { account, language, now } = reader;
  const [digest, failures] = [isTicked(request, 'digest'), isTicked(request, 'failures')];
  // What began to fail a moment ago is told too.
  const alertedAt = new Date(now.getTime() - alertPauseMs);
  await writeSubscription(db, account.id, { digest, failures, language, digestedAt: now, alertedAt });
  response.redirect(303, ownAccount('mailSaved'));
}

async function test({ db, jobs, sessions, response, reader }: OwnMailDeps & Visit): Promise<void> {
  const { account, language } = reader;
  await askForTestMail({ db, jobs, now: sessions.now }, { accountId: account.id, language });
  response.redirect(303, ownAccount('mailTested'));
}

/** To the part of the account page that is about mails. */
function ownAccount(done: string): string {
  return `${withQuery(addresses.ownAccount, { done })}#mail`;
}

function below(path: string): string {
  return path.slice(paths.console.length);
}

/** Which mails one wants, and what came of the last. */
export function ownMailSection({ db, timeZone }: { db: Database; timeZone: string }): OwnSection<Account> {
  return {
    async show({ id }, { language, csrf }) {
      const [{ email, digest, failures }, last] = await Promise.all([
        findSubscription(db.pool, id),
        findLastMail(db.pool, id),
      ]);
      const say = ownMailWords[language];
      const heading = html`<h2 id="mail">${say.mail}</h2>`;
      if (email === '') return html`${heading}<div class="sheet"><p>${say.noAddress}</p></div>`;
      return html`${heading}
<div class="sheet"><p>${say.goTo(email)}</p>
<form method="post" action="${addresses.ownMail}">${csrf}
${checkbox({ name: 'digest', label: say.digest, help: say.digestHelp, checked: digest })}
${checkbox({ name: 'failures', label: say.failures, help: say.failuresHelp, checked: failures })}
<p>${submitButton(say.save)}</p></form>
${last !== null && lastMail(last, { language, timeZone })}
<form method="post" action="${addresses.ownTestMail}">${csrf}${submitButton(say.test, { kind: 'plain' })}</form></div>`;
    },
    outcomes: (language) => ({
      mailSaved: { mood: 'good', text: ownMailWords[language].saved },
      mailTested: { mood: 'good', text: ownMailWords[language].testPromised },
    }),
  };
}

const moods = { pending: 'info', sent: 'good', refused: 'bad', expired: 'bad' } as const satisfies Record<
  LastMail['state'],
  Mood
>;

function lastMail(
  { state, problem, createdAt }: LastMail,
  reader: { language: Language; timeZone: string },
): Html {
  const say = ownMailWords[reader.language];
  const isOver = state === 'refused' || state === 'expired';
  return facts([
    [say.last, html`${time(createdAt, reader)} ${badge(moods[state], say.states[state])}`],
    problem !== null && [
      say.problem,
      html`${isOver && html`${say[state]} `}<code lang="en">${problem}</code>`,
    ],
  ]);
}
