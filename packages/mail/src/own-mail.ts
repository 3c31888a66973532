import {
  type Account,
  isTicked,
  type OwnSection,
  type Visit,
  type VisitDeps,
  visitsWith,
} from '@campus/accounts';
import { inPipelinedTransaction } from '@campus/database';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { RequestHandler } from 'express';
import type { LastMail, MailContent, MailDeps } from './mails.ts';
import { ownMailWords } from './own-mail-words.ts';

/** A kind of mails as the account page offers it. */
interface MailChoice {
  label: string;
  help: string;
}

/** What the account page says and does about mails to oneself. */
interface OwnMail<Person extends Account, Kind extends string> {
  /** The account page. */
  ownAccount: string;
  /** What of the kinds somebody may choose, in this order. */
  choicesOf(account: Person, language: ui.Language): Partial<Record<Kind, MailChoice>>;
  /** What somebody who chooses a kind now has been told until. */
  toldUntil: Record<Kind, (now: Date) => Date>;
}

type OwnMailDeps<Person extends Account, Content extends MailContent, Kind extends string> = Omit<
  MailDeps<Content, Kind>,
  'now'
> &
  OwnMail<Person, Kind>;

/** Who asks again within this time is on the way to be answered. */
export const testMailPauseMs = 60_000;

/** What takes the forms of the part about mails: `mail/` and `mail/test/` below the account page; everybody may. */
export function ownMailForms<Person extends Account, Content extends MailContent, Kind extends string>(
  deps: OwnMailDeps<Person, Content, Kind> & VisitDeps<Person>,
): { choose: RequestHandler[]; test: RequestHandler[] } {
  type OwnMailVisit = typeof deps & Visit<Person>;
  const { readForm } = deps.sessions;
  const run = visitsWith<typeof deps, Person>(deps);
  return { choose: [...readForm, run(choose)], test: [...readForm, run(test)] };

  async function choose({ mails, db, request, response, reader, ownAccount, ...own }: OwnMailVisit) {
    const { account, language, now } = reader;
    const offered = own.choicesOf(account, language);
    const each = <Value>(value: (kind: Kind) => Value) =>
      Object.fromEntries(mails.kinds.map((kind) => [kind, value(kind)])) as Record<Kind, Value>;
    const kinds = each((kind) => kind in offered && isTicked(request, kind));
    const toldUntil = each((kind) => own.toldUntil[kind](now));
    await mails.subscribe(db.pool, account.id, { kinds, language, toldUntil });
    response.redirect(303, done(ownAccount, 'mailSaved'));
  }

  async function test({ mails, db, jobs, response, reader, ownAccount }: OwnMailVisit) {
    const { account, language, now: createdAt } = reader;
    const accountId = account.id;
    await inPipelinedTransaction(db.pool, async (tx) => {
      const pauseBegan = new Date(createdAt.getTime() - testMailPauseMs);
      if (await mails.hasSince(tx, accountId, pauseBegan)) return;
      await mails.promise(tx, jobs, { accountId, content: { kind: 'test' }, language, createdAt });
    });
    response.redirect(303, done(ownAccount, 'mailTested'));
  }
}

/** The part of the account page that is about mails, after something was done there. */
function done(ownAccount: string, what: string): string {
  return `${ui.withQuery(ownAccount, { done: what })}#mail`;
}

/** Which mails one wants, and what came of the last. */
export function ownMailSection<Person extends Account, Content extends MailContent, Kind extends string>({
  mails,
  db,
  timeZone,
  ownAccount,
  choicesOf,
}: Pick<OwnMailDeps<Person, Content, Kind>, 'mails' | 'db' | 'ownAccount' | 'choicesOf'> & {
  timeZone: string;
}): OwnSection<Person> {
  return {
    async show(account, { language, csrf }) {
      const [subscription, last] = await Promise.all([
        mails.findSubscription(db.pool, account.id),
        mails.findLast(db.pool, account.id),
      ]);
      const say = ownMailWords[language];
      const heading = html`<h2 id="mail">${say.mail}</h2>`;
      if (subscription === null || subscription.email === '')
        return html`${heading}<div class="sheet"><p>${say.noAddress}</p></div>`;
      const offered = Object.entries<MailChoice | undefined>(choicesOf(account, language));
      return html`${heading}
<div class="sheet"><p>${say.goTo(subscription.email)}</p>
<form method="post" action="${ownAccount}mail/">${csrf}
${offered.map(
  ([name, choice]) => choice && ui.checkbox({ ...choice, name, checked: subscription.kinds[name as Kind] }),
)}
<p>${ui.submitButton(say.save)}</p></form>
${last !== null && lastMail(last, { language, timeZone })}
<form method="post" action="${ownAccount}mail/test/">${csrf}${ui.submitButton(say.test, { kind: 'plain' })}</form></div>`;
    },
    outcomes: (language) => ({
      mailSaved: { mood: 'good', text: ownMailWords[language].saved },
      mailTested: { mood: 'good', text: ownMailWords[language].testPromised },
    }),
  };
}

const moods = { pending: 'info', sent: 'good', refused: 'bad', expired: 'bad' } as const satisfies Record<
  LastMail['state'],
  ui.Mood
>;

function lastMail(
  { state, problem, createdAt }: LastMail,
  reader: { language: ui.Language; timeZone: string },
): Html {
  const say = ownMailWords[reader.language];
  const isOver = state === 'refused' || state === 'expired';
  return ui.facts([
    [say.last, html`${ui.time(createdAt, reader)} ${ui.badge(moods[state], say.states[state])}`],
    problem !== null && [
      say.problem,
      html`${isOver && html`${say[state]} `}<code lang="en">${problem}</code>`,
    ],
  ]);
}
