import {
  backLink,
  badge,
  buttonLink,
  confirmPage,
  copyable,
  type Html,
  html,
  type Language,
  type Link,
  notice,
  outcomeNotice,
  type Page,
  type Problems,
  selectField,
  submitButton,
  table,
  textField,
  time,
} from '@campus/pages';
import { tokenState } from '../../../accounts/token-state.ts';
import { type ListedToken, tokenApis } from '../../../data/tokens.ts';
import type { Scope } from '../../../domain/scope.ts';
import { addresses, tokenRevocationAddress } from '../../addresses.ts';
import { accountWords } from '../../said/account-words.ts';
import { tokenWords } from '../../said/token-words.ts';
import { onceField } from '../forms/once-field.ts';
import { saveLink } from '../save/save-table.ts';
import { scopeFields } from '../scopes/scope-fields.ts';
import { scopeText } from '../scopes/scope-text.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import type { Reader, Visit } from '../session/reader.ts';
import { makerText } from './maker-text.ts';

/** What is typed about a new token, right or wrong. */
export interface TypedToken {
  name: string;
  api: string;
  /** A day, as browsers write it. */
  expires: string;
  scope: Scope;
}

/** The tokens that are records, with what has just been done. */
export function tokenListPage({ request, reader }: Visit, tokens: readonly ListedToken[]): Page {
  const { language } = reader;
  const say = tokenWords[language];
  const rows = tokens.map((token) => [
    html`${token.name}<p class="help">${token.fingerprint}</p>`,
    say.apis[token.api],
    scopeText(token.scope, language),
    stateBadge(token, reader),
    html`${time(token.createdAt, reader)}<p class="help">${makerText(token, language)}</p>`,
    token.expiresAt === null ? say.never : time(token.expiresAt, reader),
    token.lastUsedAt === null ? say.never : time(token.lastUsedAt, reader),
    token.revokedAt === null &&
      buttonLink({ text: say.revoke, href: tokenRevocationAddress(token.id) }, { kind: 'danger' }),
  ]);
  return {
    title: say.title,
    breadcrumbs: tokenBreadcrumbs(language),
    main: html`${outcomeNotice(request.query.done, say.outcomes)}<p>${say.meaning}</p>
<p>${buttonLink({ text: say.newToken, href: addresses.newToken })}</p>
${
  rows.length === 0
    ? html`<p>${say.none}</p>`
    : html`${table({
        caption: say.title,
        headings: [
          say.name,
          say.api,
          scopeWords[language].scope,
          say.state,
          say.made,
          say.expires,
          say.lastUsed,
          html`<span class="unseen">${say.revoke}</span>`,
        ],
        rows,
      })}
<p>${saveLink(addresses.tokensExport, { language })}</p>`
}`,
  };
}

/** The form of a new token. */
export function newTokenPage({ reader, csrf }: Visit, typed: TypedToken, problems: Problems): Page {
  const { language } = reader;
  const say = tokenWords[language];
  const { name, api, expires, scope } = typed;
  const choices = tokenApis.map((value) => ({ value, label: say.apis[value] }));
  return {
    title: say.newToken,
    breadcrumbs: [...tokenBreadcrumbs(language), { text: say.title, href: addresses.tokens }],
    main: html`<form class="sheet narrow" method="post" action="${addresses.newToken}">${csrf()}${onceField()}
${textField({ name: 'name', label: say.name, help: say.nameHelp, value: name, errors: problems.name, required: true, autocomplete: 'off' })}
${selectField({ name: 'api', label: say.api, choices, value: api, errors: problems.api, required: true })}
${textField({ name: 'expires', label: say.expires, type: 'date', help: say.expiresHelp, value: expires, errors: problems.expires })}
${scopeFields(scope, { problems, language })}
<p class="row">${submitButton(say.make)}${backLink(addresses.tokens, language)}</p>
</form>`,
  };
}

/** The token, which nobody will see again. */
export function madeTokenPage(token: string, name: string, language: Language): Page {
  const say = tokenWords[language];
  return {
    title: say.madeTitle(name),
    breadcrumbs: [...tokenBreadcrumbs(language), { text: say.title, href: addresses.tokens }],
    scripts: ['copy.js'],
    main: html`${notice('good', say.isMade)}
${notice('warning', say.keep)}
<div class="sheet">${copyable(token, { id: 'token', language })}</div>
<p>${buttonLink({ text: say.toTokens, href: addresses.tokens }, { kind: 'plain' })}</p>`,
  };
}

/** Asks before a program is locked out. */
export function revocationPage({ reader: { language }, csrf }: Visit, { id, name }: ListedToken): Page {
  const say = tokenWords[language];
  return confirmPage({
    title: say.revokeOf(name),
    breadcrumbs: [...tokenBreadcrumbs(language), { text: say.title, href: addresses.tokens }],
    content: html`<p>${say.revokeMeans(name)}</p>`,
    csrf: csrf(),
    action: tokenRevocationAddress(id),
    button: say.revoke,
    isDangerous: true,
    back: addresses.tokens,
    language,
  });
}

function tokenBreadcrumbs(language: Language): Link[] {
  return [{ text: accountWords[language].accounts, href: addresses.accounts }];
}

function stateBadge(token: ListedToken, reader: Reader): Html {
  const say = tokenWords[reader.language];
  const state = tokenState(token, reader.now);
  const shown = badge(moods[state], say[state]);
  return state === 'revoked' ? html`${shown}<p class="help">${time(token.revokedAt, reader)}</p>` : shown;
}

const moods = { active: 'good', expired: 'warning', revoked: 'bad' } as const;
