import { randomBytes } from 'node:crypto';
import type { CheckPassword } from '@campus/accounts';
import type { Language } from '@campus/language';
import { createSite, type Site } from '@campus/pages';
import type { Log } from '@campus/server';
import { createSignIn, type SignIn } from '@campus/sign-in';
import { setPassword } from '../../accounts/set-password.ts';
import type { SigningConfiguration } from '../../config.ts';
import { type Account, findByOpenId, findSignedIn, noteSignIn } from '../../data/accounts.ts';
import { settleInstanceKey } from '../../data/instance-keys.ts';
import type { Database } from '../../data/open-database.ts';
import { words } from './words.ts';

/** The staff of the institution with a browser: their sessions, and the frame around the pages that they see. */
export interface People extends SignIn<Account> {
  site: Site;
}

/** Where the pages of this service are mounted: all below one path, for the web server's range of addresses. */
export const paths = {
  console: '/console',
  /** Sign-in, sign-out and one's own account. */
  own: '/console/account',
  accounts: '/console/accounts',
  assets: '/console/static',
} as const;

/** Opens the doors for people with a browser; the key of their cookies is made when there is none. */
export async function openPeople({
  db,
  checkPassword,
  configuration,
  now,
  log,
}: {
  db: Database;
  checkPassword: CheckPassword<Account>;
  configuration: Pick<
    SigningConfiguration,
    'timeZone' | 'language' | 'baseUrl' | 'legalUrl' | 'accessibilityUrl' | 'openId'
  >;
  now: () => Date;
  log: Log;
}): Promise<People> {
  const { timeZone, language: byDefault, baseUrl, legalUrl, accessibilityUrl, openId } = configuration;
  const key = await settleInstanceKey(db, { name: 'sessions', proposal: randomBytes(32) });
  const site = createSite({
    name: { en: words.en.service, fr: words.fr.service },
    home: `${paths.console}/`,
    timeZone,
    links: { legal: legalUrl, accessibility: accessibilityUrl },
    assetsPath: paths.assets,
    files: {},
  });
  const signIn = createSignIn<Account>({
    site,
    language: byDefault,
    root: paths.own,
    cookiePath: paths.console,
    pool: db.pool,
    secret: Buffer.from(key).toString('base64url'),
    baseUrl,
    checkPassword,
    findAccount: (id) => findSignedIn(db, id),
    noteSignIn: (id) => noteSignIn(db, id),
    changePassword: ({ username }, password) => setPassword(db, { username, password }),
    factsOf: ({ fullName, role }, language) => [
      [words[language].fullName, fullName],
      [words[language].role, words[language].roles[role]],
    ],
    navigation: (account, language) => navigation(account, words[language]),
    openId: { client: openId, findAccount: (identity) => findByOpenId(db, identity) },
    onError: (error) => log.error({ err: error }, 'signing in reports an error'),
    now,
  });
  return { ...signIn, site };
}

function navigation(account: Account | undefined, say: (typeof words)[Language]) {
  if (account === undefined) return [];
  return [
    { text: say.agreements, href: `${paths.console}/conventions/` },
    { text: say.amendments, href: `${paths.console}/avenants/` },
    { text: say.deliveries, href: `${paths.console}/deliveries/` },
    ...(account.role === 'administrator' ? [{ text: say.accounts, href: `${paths.accounts}/` }] : []),
  ];
}
