import { createRequire } from 'node:module';
import path from 'node:path';
import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import type { Account } from '../account.ts';
import type { SignInParts } from '../session/let-in.ts';
import type { ChallengePurpose } from '../session/session-data.ts';
import type { Visit } from '../session/visit.ts';
import { passkeyWords } from './passkey-words.ts';

/** The scripts of a page with such a form. */
export const passkeyScripts = ['passkeys.js'];

/**
 * A form that a passkey fills in, by `passkeys.js`; without JavaScript, the sentence that it needs it.
 *
 * @param options.fields  what else it sends, or asks for
 */
export function passkeyForm(
  { deps: { root }, reader: { language }, csrf }: SignInParts & Visit<Account | undefined>,
  form: {
    purpose: ChallengePurpose;
    fields?: Html | false;
    button: string;
    kind?: 'plain' | 'primary';
  },
): Html {
  const { purpose, fields, button, kind = 'plain' } = form;
  const say = passkeyWords[language];
  const ofForm = {
    method: 'post',
    action: `${root}/${places[purpose]}/`,
    hidden: true,
    'data-passkey': purpose,
    'data-options': `${root}/passkeys/options/`,
    'data-failed': say.notUsed,
  };
  return html`<form${attributes(ofForm)}>${csrf()}${fields}
${ui.hiddenField('for', purpose)}${ui.hiddenField('response', '')}
<p>${ui.submitButton(button, { kind })}</p>
<p class="errors" role="alert"></p></form>
<noscript><p class="help">${say.needsScript}</p></noscript>`;
}

const places = {
  add: 'passkeys',
  'sign-in': 'login/passkey',
  prove: 'prove/passkey',
} satisfies Record<ChallengePurpose, string>;

const { resolve } = createRequire(import.meta.url);

/** Scripts of the pages of signing in, for `createSite`: name in the address to path on disk. */
export const signInFiles: Readonly<Record<string, string>> = {
  'passkeys.js': path.resolve(import.meta.dirname, '../../assets/passkeys.js'),
  'webauthn.js': path.join(
    path.dirname(resolve('@simplewebauthn/browser')),
    '../dist/bundle/index.umd.min.js',
  ),
};
