import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { CheckPassword } from '@campus/accounts';
import type { Language } from '@campus/language';
import { createSite, type Site } from '@campus/pages';
import type { Log } from '@campus/server';
import { createSignIn, type OpenIdConfiguration, openIdClientOf, type SignIn } from '@campus/sign-in';
import { isStaff } from '../accounts/is-staff.ts';
import { setPassword } from '../accounts/set-password.ts';
import type { VideoConfiguration } from '../config.ts';
import { findByOpenId, findSignedIn, noteSignIn, type SignInRow } from '../data/accounts.ts';
import { settleInstanceKey } from '../data/instance-keys.ts';
import type { Database } from '../data/open-database.ts';
import { words } from './words.ts';

/** Those who come with a browser: their sessions, and the frame around the pages that they see. */
export interface People extends SignIn<SignInRow> {
  site: Site;
}

/** Where the pages of this service are mounted. */
export const paths = {
  rest: '/rest',
  accounts: '/accounts',
  admin: '/admin',
  video: '/video',
  assets: '/static',
} as const;

/** Scripts of this service's own pages. Our HLS has its sound apart, which the light build of hls.js leaves out. */
const playerFiles = {
  'player.js': path.resolve(import.meta.dirname, '../../assets/player.js'),
  'hls.mjs': createRequire(import.meta.url).resolve('hls.js/dist/hls.min.mjs'),
};

/** Opens the doors for people with a browser; the key of their cookies is made when there is none. */
export async function openPeople({
  db,
  checkPassword,
  configuration,
  now,
  log,
}: {
  db: Database;
  checkPassword: CheckPassword<SignInRow>;
  configuration: Pick<
    VideoConfiguration,
    'titleEtb' | 'timeZone' | 'languageCode' | 'baseUrl' | 'legalUrl' | 'accessibilityUrl'
  > &
    OpenIdConfiguration;
  now: () => Date;
  log: Log;
}): Promise<People> {
  const { titleEtb, timeZone, languageCode, baseUrl, legalUrl, accessibilityUrl } = configuration;
  const key = await settleInstanceKey(db, { name: 'sessions', proposal: randomBytes(32) });
  const site = createSite({
    name:
      titleEtb === undefined
        ? { en: words.en.platform, fr: words.fr.platform }
        : { en: titleEtb, fr: titleEtb },
    home: `${paths.rest}/`,
    timeZone,
    links: { legal: legalUrl, accessibility: accessibilityUrl },
    assetsPath: paths.assets,
    files: playerFiles,
  });
  const signIn = createSignIn<SignInRow>({
    site,
    language: languageCode,
    root: paths.accounts,
    cookiePath: '/',
    pool: db.pool,
    secret: Buffer.from(key).toString('base64url'),
    baseUrl,
    checkPassword,
    findAccount: (id) => findSignedIn(db, id),
    noteSignIn: (id) => noteSignIn(db, id),
    changePassword: ({ username }, password) => setPassword(db, { username, password }),
    factsOf: (account, language) => [[words[language].rights, rightsOf(account, language)]],
    navigation(account, language) {
      const say = words[language];
      if (account === undefined) return [];
      return [
        { text: say.api, href: `${paths.rest}/` },
        { text: say.addVideo, href: `${paths.video}/add/` },
        ...(isStaff(account) ? [{ text: say.encodings, href: `${paths.admin}/encodings/` }] : []),
        ...(account.isSuperuser
          ? [
              { text: say.users, href: `${paths.admin}/users/` },
              { text: say.tokens, href: `${paths.admin}/authtoken/` },
            ]
          : []),
      ];
    },
    openId: { client: openIdClientOf(configuration), findAccount: (identity) => findByOpenId(db, identity) },
    onError: (error) => log.error({ err: error }, 'signing in reports an error'),
    now,
  });
  return { ...signIn, site };
}

function rightsOf(account: SignInRow, language: Language): string {
  const say = words[language];
  if (account.isSuperuser) return say.superuser;
  return account.isStaff ? say.staff : say.ordinary;
}
