import { isTicked, visitsWith } from '@campus/accounts';
import type { Jobs } from '@campus/jobs';
import { withQuery } from '@campus/pages';
import express, { type Router } from 'express';
import { writeSubscription } from '../../../data/mail-subscriptions.ts';
import { alertPauseMs } from '../../../mail/failure-alerts.ts';
import { askForTestMail } from '../../../mail/test-mail.ts';
import { addresses, paths } from '../../addresses.ts';
import { route } from '../../route.ts';
import type { PageDeps, Visit } from '../session/reader.ts';

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
