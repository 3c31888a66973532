import type { OwnSection } from '@campus/accounts';
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
} from '@campus/pages';
import type { Account } from '../../../data/accounts.ts';
import { findSubscription } from '../../../data/mail-subscriptions.ts';
import { findLastMail, type LastMail } from '../../../data/mails.ts';
import type { Database } from '../../../data/open-database.ts';
import { addresses } from '../../addresses.ts';
import { ownMailWords } from './own-mail-words.ts';

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
