import path from 'node:path';
import * as accounts from '@campus/accounts';
import { createSite, type Language, type Link } from '@campus/pages';
import type { Log } from '@campus/service';
import { accountOfIdentity, people } from '../../../accounts/people.ts';
import type { SigningConfiguration } from '../../../config.ts';
import { type Account, findSignedIn, noteSignIn } from '../../../data/accounts.ts';
import type { Database } from '../../../data/open-database.ts';
import { mayDo, mustHaveSecondFactor } from '../../../domain/roles.ts';
import { signableKinds } from '../../../domain/signable.ts';
import { addresses, paths } from '../../addresses.ts';
import { scopeWords } from '../scopes/scope-words.ts';
import { scopeText } from '../scopes/scopes.ts';
import { frameWords } from './frame-words.ts';
import { listLink } from './record-in.ts';

const assetsFolder = path.resolve(import.meta.dirname, '../../../../assets');
const ownAssets = ['record.css', 'document-viewer.js'];

/** The staff of the institution with a browser: their sessions, and the frame around the pages that they see. */
export type Sessions = accounts.BrowserSessions<Account>;

/** Opens the doors for people with a browser. */
export function openSessions(parts: {
  db: Database;
  checkPassword: accounts.CheckPassword<Account>;
  configuration: SigningConfiguration;
  now: () => Date;
  log: Log;
  /** What else stands on the account page. */
  ownSection?: accounts.OwnSection<Account> | undefined;
}): Promise<Sessions> {
  const { db, checkPassword, configuration, now, log, ownSection } = parts;
  const { timeZone, language: byDefault, baseUrl, legalUrl, accessibilityUrl } = configuration;
  const site = createSite({
    name: { en: frameWords.en.service, fr: frameWords.fr.service },
    brand: configuration,
    home: addresses.home,
    timeZone,
    links: { words: addresses.words, legal: legalUrl, accessibility: accessibilityUrl, audited: 'signing' },
    assetsPath: paths.assets,
    files: {
      ...accounts.signInFiles,
      ...Object.fromEntries(ownAssets.map((name) => [name, path.join(assetsFolder, name)])),
    },
  });
  return accounts.openBrowserSessions<Account>({
    site,
    language: byDefault,
    root: paths.own,
    cookiePath: paths.console,
    pool: db.pool,
    callers: db.callers,
    lookups: db.lookups,
    baseUrl,
    checkPassword,
    secondFactor: {
      change: (by, change) => accounts.changeAs(db, by, change),
      isRequired: (account) => mustHaveSecondFactor(account, configuration.secondFactorFromRole),
    },
    findAccounts: (ids) => findSignedIn(db, ids),
    noteSignIn: (id) => noteSignIn(db, id),
    changePassword: (change) => people.change(db, change),
    factsOf: ({ fullName, role, scope }, language) => [
      fullName !== '' && [frameWords[language].fullName, fullName],
      [frameWords[language].role, frameWords[language].roles[role]],
      [scopeWords[language].scope, scopeText(scope, language)],
    ],
    ...(ownSection && { ownSection }),
    navigation,
    openId: {
      client: accounts.openIdClientOf(configuration),
      findAccount: (identity, address) => accountOfIdentity(db, { ...identity, address }),
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
    ...(mayDo(account.role, 'send') ? [{ text: say.operations, href: addresses.operations }] : []),
    ...(account.role === 'administrator' ? [{ text: say.accounts, href: addresses.accounts }] : []),
  ];
}
