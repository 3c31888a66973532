import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import {
  type BrowserSessions,
  type CheckPassword,
  casServerOf,
  type Identity,
  openBrowserSessions,
  openIdClientOf,
  personAt,
} from '@campus/accounts';
import { settleInstanceKey } from '@campus/database';
import { createSite, type Language } from '@campus/pages';
import type { Log } from '@campus/service';
import { accountOfIdentity, claimsReadBy } from '../../../accounts/account-of-identity.ts';
import { casRules, openIdRules } from '../../../accounts/claim-parameters.ts';
import { isStaff } from '../../../accounts/is-staff.ts';
import { setPassword } from '../../../accounts/set-password.ts';
import type { VideoConfiguration } from '../../../config.ts';
import { findAllSignedIn, findSignedIn, noteSignIn, type SignInRow } from '../../../data/accounts.ts';
import type { Database } from '../../../data/open-database.ts';
import { addresses, paths } from '../../addresses.ts';
import { frameWords } from './frame-words.ts';

/** Those who come with a browser: their sessions, and the frame around the pages that they see. */
export type Sessions = BrowserSessions<SignInRow>;

/** Scripts of this service's own pages. Our HLS has its sound apart, which the light build of hls.js leaves out. */
const playerFiles = {
  'player.js': path.resolve(import.meta.dirname, '../../../../assets/player.js'),
  'signed-addresses.js': path.resolve(import.meta.dirname, '../../../../assets/signed-addresses.js'),
  'upload-in-pieces.js': path.resolve(import.meta.dirname, '../../../../assets/upload-in-pieces.js'),
  'tus.js': createRequire(import.meta.url).resolve('tus-js-client/dist/tus.min.js'),
  'hls.mjs': createRequire(import.meta.url).resolve('hls.js/dist/hls.min.mjs'),
};

/** Opens the doors for people with a browser; the key of their cookies is made when there is none. */
export async function openSessions(parts: {
  db: Database;
  checkPassword: CheckPassword<SignInRow>;
  configuration: VideoConfiguration;
  now: () => Date;
  log: Log;
}): Promise<Sessions> {
  const { db, checkPassword, configuration, now, log } = parts;
  const { titleEtb, timeZone, languageCode, baseUrl, legalUrl, accessibilityUrl } = configuration;
  const key = await settleInstanceKey(db, { name: 'sessions', proposal: randomBytes(32) });
  const rules = { OIDC: openIdRules(configuration), CAS: casRules(configuration) };
  const accountAt = (protocol: keyof typeof rules) => (identity: Identity, address: string | undefined) =>
    accountOfIdentity(db, identity, { protocol, rules: rules[protocol], address });
  const site = createSite({
    name:
      titleEtb === undefined
        ? { en: frameWords.en.platform, fr: frameWords.fr.platform }
        : { en: titleEtb, fr: titleEtb },
    home: addresses.api,
    timeZone,
    links: { legal: legalUrl, accessibility: accessibilityUrl },
    assetsPath: paths.assets,
    files: playerFiles,
  });
  return openBrowserSessions<SignInRow>({
    site,
    language: languageCode,
    root: paths.accounts,
    cookiePath: '/',
    pool: db.pool,
    secret: Buffer.from(key).toString('base64url'),
    baseUrl,
    checkPassword,
    findAccount: (id) => findSignedIn(db, id),
    findAccounts: (ids) => findAllSignedIn(db, ids),
    noteSignIn: (id) => noteSignIn(db, id),
    changePassword: ({ username }, { password, address }) =>
      setPassword(db, { username, password, by: personAt({ username }, address) }),
    // Whoever only has videos has no use for the API's first page.
    homeOf: (account) => (isStaff(account) ? site.home : addresses.videos),
    factsOf: (account, language) => [[frameWords[language].rights, rightsOf(account, language)]],
    navigation(account, language) {
      const say = frameWords[language];
      if (account === undefined) return [];
      return [
        { text: isStaff(account) ? say.videos : say.myVideos, href: addresses.videos },
        { text: say.api, href: addresses.api },
        { text: say.addVideo, href: addresses.newVideo },
        ...(isStaff(account) ? [{ text: say.encodings, href: addresses.encodings }] : []),
        ...(account.isSuperuser
          ? [
              { text: say.users, href: addresses.users },
              { text: say.tokens, href: addresses.tokens },
            ]
          : []),
      ];
    },
    openId: {
      client: openIdClientOf(configuration, claimsReadBy(rules.OIDC)),
      findAccount: accountAt('OIDC'),
    },
    cas: { server: casServerOf(configuration), findAccount: accountAt('CAS') },
    onError: (error) => log.error({ err: error }, 'signing in reports an error'),
    now,
  });
}

function rightsOf(account: SignInRow, language: Language): string {
  const say = frameWords[language];
  if (account.isSuperuser) return say.superuser;
  return account.isStaff ? say.staff : say.ordinary;
}
