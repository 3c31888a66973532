import { AccountRuleError } from '@campus/accounts';
import {
  badge,
  copyable,
  facts,
  type Html,
  html,
  notice,
  submitButton,
  table,
  textField,
  time,
} from '@campus/pages';
import express, { type Request, type Response, type Router } from 'express';
import { AccountError } from '../../../accounts/account-error.ts';
import { changeAccount } from '../../../accounts/change-account.ts';
import { createAccount } from '../../../accounts/create-account.ts';
import { setPassword } from '../../../accounts/set-password.ts';
import { findAccount, type ListedAccount, listAccounts } from '../../../data/accounts.ts';
import { InputError } from '../../input-error.ts';
import { confirmPage, dangerButton } from '../actions/confirm-page.ts';
import { formText } from '../actions/form-texts.ts';
import type { ConsoleDeps } from '../console-routes.ts';
import type { Problems } from '../forms/field-problems.ts';
import { type Reader, readerOf } from '../reader.ts';
import { requireRight } from '../require-right.ts';
import { words } from '../words.ts';
import { accountAddress, accountsAddress, newAccountAddress } from './account-addresses.ts';
import {
  passwordFields,
  passwordIn,
  personFields,
  roleIn,
  type TypedPerson,
  typedPersonIn,
} from './account-fields.ts';
import { accountWords } from './account-words.ts';

/** The accounts of the staff, for administrators. No account is ever removed: the history names people by them. */
export function accountRoutes(deps: ConsoleDeps): Router {
  const { people, db } = deps;
  const router = express.Router();
  router.use(requireRight(people, 'manage-accounts'));

  router.get('/', async (request, response) => {
    const reader = readerOf(deps, request);
    const accounts = await listAccounts(db.prisma);
    people.send(request, response, {
      title: accountWords[reader.language].accounts,
      main: accountList(accounts, reader),
    });
  });

  router
    .route('/new')
    .get((request, response) => showNew(request, response, {}))
    .post(...people.readForm, async (request, response) => {
      const { language } = readerOf(deps, request);
      const username = formText(request, 'username');
      const typed = typedPersonIn(request);
      const way = formText(request, 'way');
      const role = roleIn(typed);
      if (role === undefined) {
        const problems = { role: [accountWords[language].chooseRole] };
        showNew(request, response, { username, typed, way, problems });
        return;
      }
      const { password, isGenerated } = passwordIn(request);
      try {
        const { fullName, email } = typed;
        await createAccount(db, { username, password, role, fullName, email });
      } catch (error) {
        showNew(request, response, { username, typed, way, problems: problemOf(error, language) });
        return;
      }
      const say = accountWords[language];
      sendDone(request, response, {
        title: say.createdTitle(username),
        done: say.isCreated,
        username,
        generated: isGenerated ? password : undefined,
      });
    });

  router
    .route('/~:username')
    .get(async (request, response) => {
      const account = await accountIn(request);
      const { fullName, email, role } = account;
      showAccount(request, response, account, { typed: { fullName, email, role } });
    })
    .post(...people.readForm, async (request, response) => {
      const account = await accountIn(request);
      const { language } = readerOf(deps, request);
      const typed = typedPersonIn(request);
      const role = roleIn(typed);
      try {
        const { username } = account;
        const { fullName, email } = typed;
        await changeAccount(db, { username, fullName, email, ...(role === undefined ? {} : { role }) });
      } catch (error) {
        showAccount(request, response, account, { typed, problems: problemOf(error, language) });
        return;
      }
      response.redirect(303, `${accountAddress(account.username)}?done`);
    });

  router
    .route('/~:username/password')
    .get(async (request, response) => showPassword(request, response, await accountIn(request), {}))
    .post(...people.readForm, async (request, response) => {
      const account = await accountIn(request);
      const { username } = account;
      const { language } = readerOf(deps, request);
      const { password = '', isGenerated } = passwordIn(request);
      try {
        await setPassword(db, { username, password });
      } catch (error) {
        const way = formText(request, 'way');
        showPassword(request, response, account, { way, problems: problemOf(error, language) });
        return;
      }
      const say = accountWords[language];
      sendDone(request, response, {
        title: say.passwordTitle(username),
        done: say.passwordIsSet,
        username,
        generated: isGenerated ? password : undefined,
      });
    });

  for (const step of ['deactivate', 'activate'] as const) {
    router
      .route(`/~:username/${step}`)
      .get(async (request, response) => ask(request, response, { account: await accountIn(request), step }))
      .post(...people.readForm, async (request, response) => {
        const account = await accountIn(request);
        const { username } = account;
        try {
          await changeAccount(db, { username, isActive: step === 'activate' });
        } catch (error) {
          if (!(error instanceof AccountError)) throw error;
          const problem = error.sentence(people.languageOf(request));
          ask(request, response, { account, step, problem });
          return;
        }
        response.redirect(303, `${accountAddress(username)}?done`);
      });
  }
  return router;

  async function accountIn(request: Request): Promise<ListedAccount> {
    const account = await findAccount(db.prisma, String(request.params.username));
    if (account === null) throw new InputError('not_found', 'there is no account of this user name');
    return account;
  }

  function showNew(
    request: Request,
    response: Response,
    {
      username = '',
      typed = { fullName: '', email: '', role: 'reader' },
      way = 'generated',
      problems,
    }: { username?: string; typed?: TypedPerson; way?: string; problems?: Problems },
  ): void {
    const { language } = readerOf(deps, request);
    const say = accountWords[language];
    const main = html`<form class="sheet narrow" method="post" action="${newAccountAddress}">${people.csrfField(request, response)}
${textField({ name: 'username', label: say.username, help: say.usernameHelp, value: username, errors: problems?.username, required: true, autocomplete: 'off' })}
${personFields(typed, problems ?? {}, language)}
${passwordFields({ way, ways: ['generated', 'typed', 'none'] }, problems ?? {}, language)}
<p class="row">${submitButton(say.create)}<a class="button plain" href="${accountsAddress}">${say.cancel}</a></p>
</form>`;
    const page = { title: say.newAccount, breadcrumbs: [listLink(language)], main };
    people.send(request, response, page, { status: problems === undefined ? 200 : 400 });
  }

  function showAccount(
    request: Request,
    response: Response,
    account: ListedAccount,
    { typed, problems }: { typed: TypedPerson; problems?: Problems },
  ): void {
    const reader = readerOf(deps, request);
    const { language } = reader;
    const say = accountWords[language];
    const { username, isActive, createdAt, lastSignInAt } = account;
    const address = accountAddress(username);
    const done = request.query.done !== undefined && problems === undefined;
    const main = html`${done && notice('good', say.changed)}
<div class="sheet">${facts([
      [say.username, username],
      [say.state, stateOf(isActive, language)],
      [say.created, time(createdAt, reader)],
      [say.lastSignIn, time(lastSignInAt, reader)],
    ])}</div>
<form class="sheet narrow" method="post" action="${address}">${people.csrfField(request, response)}
${personFields(typed, problems ?? {}, language)}
${submitButton(say.change)}
</form>
<p class="row"><a class="button plain" href="${address}password/">${say.setPassword}</a>
${
  isActive
    ? html`<a class="button danger" href="${address}deactivate/">${say.deactivate}</a>`
    : html`<a class="button plain" href="${address}activate/">${say.activate}</a>`
}</p>`;
    const page = { title: username, breadcrumbs: [listLink(language)], main };
    people.send(request, response, page, { status: problems === undefined ? 200 : 400 });
  }

  function showPassword(
    request: Request,
    response: Response,
    { username }: ListedAccount,
    { way = 'generated', problems }: { way?: string; problems?: Problems },
  ): void {
    const { language } = readerOf(deps, request);
    const say = accountWords[language];
    const address = accountAddress(username);
    const main = html`<p>${say.setPasswordMeans}</p>
<form class="sheet narrow" method="post" action="${address}password/">${people.csrfField(request, response)}
${passwordFields({ way, ways: ['generated', 'typed'] }, problems ?? {}, language)}
<p class="row">${submitButton(say.setPassword)}<a class="button plain" href="${address}">${say.cancel}</a></p>
</form>`;
    const breadcrumbs = [listLink(language), { text: username, href: address }];
    const page = { title: say.setPasswordOf(username), breadcrumbs, main };
    people.send(request, response, page, { status: problems === undefined ? 200 : 400 });
  }

  function ask(
    request: Request,
    response: Response,
    {
      account: { username },
      step,
      problem,
    }: { account: ListedAccount; step: 'deactivate' | 'activate'; problem?: string },
  ): void {
    const { language } = readerOf(deps, request);
    const say = accountWords[language];
    const address = accountAddress(username);
    const isAway = step === 'deactivate';
    const page = confirmPage({
      title: isAway ? say.deactivateTitle(username) : say.activateTitle(username),
      breadcrumbs: [listLink(language), { text: username, href: address }],
      problem,
      meaning: html`<p>${isAway ? say.deactivateMeans(username) : say.activateMeans(username)}</p>`,
      fields: people.csrfField(request, response),
      action: `${address}${step}/`,
      button: isAway ? dangerButton(say.deactivate) : submitButton(say.activate),
      back: { text: say.cancel, href: address },
    });
    people.send(request, response, page, { status: problem === undefined ? 200 : 409 });
  }

  /** What was done, with a password that nobody will see again; so it is the answer itself, and not a redirect. */
  function sendDone(
    request: Request,
    response: Response,
    {
      title,
      done,
      username,
      generated,
    }: { title: string; done: string; username: string; generated: string | undefined },
  ): void {
    const { language } = readerOf(deps, request);
    const say = accountWords[language];
    const main = html`${notice('good', done)}
${
  generated !== undefined &&
  html`<div class="sheet"><p>${say.shownOnce}</p>
${copyable(generated, { id: 'password', label: say.copy, done: say.copied })}</div>`
}
<p><a href="${accountAddress(username)}">${say.toAccount}</a></p>`;
    const page = { title, breadcrumbs: [listLink(language)], main, scripts: ['copy.js'] };
    people.send(request, response, page);
  }
}

function accountList(accounts: ListedAccount[], reader: Reader): Html {
  const { language } = reader;
  const say = accountWords[language];
  const rows = accounts.map(({ username, fullName, email, role, isActive, lastSignInAt }) => [
    html`<a href="${accountAddress(username)}">${username}</a>`,
    fullName,
    email,
    words[language].roles[role],
    stateOf(isActive, language),
    time(lastSignInAt, reader),
  ]);
  return html`<p><a class="button primary" href="${newAccountAddress}">${say.newAccount}</a></p>
${table({
  caption: say.accounts,
  headings: [say.username, say.fullName, say.email, say.role, say.state, say.lastSignIn],
  rows,
})}`;
}

function stateOf(isActive: boolean, language: Reader['language']): Html {
  const say = accountWords[language];
  return isActive ? badge('good', say.active) : badge('warning', say.deactivated);
}

function listLink(language: Reader['language']) {
  return { text: accountWords[language].accounts, href: accountsAddress };
}

/** Which field a refusal is about, with its sentence; what is not a refusal goes on. */
function problemOf(error: unknown, language: Reader['language']): Problems {
  if (error instanceof AccountRuleError) return { [error.subject]: [error.sentence(language)] };
  if (error instanceof AccountError) {
    const field = error.code === 'invalid_full_name' ? 'fullName' : 'role';
    return { [field]: [error.sentence(language)] };
  }
  throw error;
}
