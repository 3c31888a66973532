import { randomBytes } from 'node:crypto';
import {
  type BrowserSessions,
  type CheckPassword,
  openBrowserSessions,
  openIdClientOf,
  personAt,
} from '@campus/accounts';
import { settleInstanceKey } from '@campus/database';
import { createSite, type Language, type Link } from '@campus/pages';
import type { Log } from '@campus/service';
import { setPassword } from '../../../accounts/set-password.ts';
import type { SigningConfiguration } from '../../../config.ts';
import { type Account, findByOpenId, findSignedIn, noteSignIn } from '../../../data/accounts.ts';
import type { Database } from '../../../data/open-database.ts';
import { signableKinds } from '../../../signing/signable.ts';
import { addresses, paths } from '../../addresses.ts';
import { listLink } from './breadcrumbs.ts';
import { frameWords } from './frame-words.ts';

/** The staff of the institution with a browser: their sessions, and the frame around the pages that they see. */
export type Sessions = BrowserSessions<Account>;

/** Opens the doors for people with a browser; the key of their cookies is made when there is none. */
export async function openSessions(parts: {
  db: Database;
  checkPassword: CheckPassword<Account>;
  configuration: SigningConfiguration;
  now: () => Date;
  log: Log;
}): Promise<Sessions> {
  const { db, checkPassword, configuration, now, log } = parts;
  const { timeZone, language: byDefault, baseUrl, legalUrl, accessibilityUrl } = configuration;
  const key = await settleInstanceKey(db, { name: 'sessions', proposal: randomBytes(32) });
  const site = createSite({
    name: { en: frameWords.en.service, fr: frameWords.fr.service },
    home: addresses.home,
    timeZone,
    links: { legal: legalUrl, accessibility: accessibilityUrl },
    assetsPath: paths.assets,
    files: {},
  });
  return openBrowserSessions<Account>({
    site,
    language: byDefault,
    root: paths.own,
    cookiePath: paths.console,
    pool: db.pool,
    secret: Buffer.from(key).toString('base64url'),
    baseUrl,
    checkPassword,
    findAccount: async (id) => (await findSignedIn(db, [id]))[0],
    findAccounts: (ids) => findSignedIn(db, ids),
    noteSignIn: (id) => noteSignIn(db, id),
    changePassword: ({ username }, { password, address }) =>
      setPassword(db, { username, password, by: personAt({ username }, address) }),
    factsOf: ({ fullName, role }, language) => [
      [frameWords[language].fullName, fullName],
      [frameWords[language].role, frameWords[language].roles[role]],
    ],
    navigation,
    openId: {
      client: openIdClientOf(configuration),
      findAccount: (identity, address) => findByOpenId(db, { ...identity, address }),
    },
    onError: (error) => log.error({ err: error }, 'signing in reports an error'),
    now,
  });
}

function navigation(account: Account | undefined, language: Language): Link[] {
  if (account === undefined) return [];
  const say = frameWords[language];
  return [
    ...signableKinds.map((kind) => listLink(kind, language)),
    { text: say.deliveries, href: addresses.deliveries },
    ...(account.role === 'administrator' ? [{ text: say.accounts, href: addresses.accounts }] : []),
  ];
}
