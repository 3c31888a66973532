import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import * as accounts from '@campus/accounts';
import { createSite, type Language } from '@campus/pages';
import type { Log } from '@campus/service';
import { accountOfIdentity, claimsReadBy } from '../../../accounts/account-of-identity.ts';
import { mustHaveSecondFactor } from '../../../accounts/authenticate.ts';
import { claimRules } from '../../../accounts/claim-parameters.ts';
import { people } from '../../../accounts/people.ts';
import type { VideoConfiguration } from '../../../config.ts';
import { findSignedIn, noteSignIn, type SignInRow } from '../../../data/accounts.ts';
import { mails } from '../../../data/mails.ts';
import type { Database } from '../../../data/open-database.ts';
import { isStaff } from '../../../domain/ownership.ts';
import { encodingPauseMs, operationPauseMs } from '../../../mail/tell.ts';
import { addresses, paths } from '../../addresses.ts';
import { frameWords } from '../frame/frame-words.ts';
import { ownMailWords } from './own-mail-words.ts';

/** Those who come with a browser: their sessions, and the frame around the pages that they see. */
export type Sessions = accounts.BrowserSessions<SignInRow>;

/** Opens the doors for people with a browser. */
export function openSessions(parts: {
  db: Database;
  checkPassword: accounts.CheckPassword<SignInRow>;
  configuration: VideoConfiguration;
  now: () => Date;
  log: Log;
  /** What else stands on the account page. */
  ownSection?: accounts.OwnSection<SignInRow> | undefined;
}): Promise<Sessions> {
  const { db, checkPassword, configuration, now, log, ownSection } = parts;
  const { titleEtb, timeZone, languageCode, baseUrl, legalUrl, accessibilityUrl, publicPages } =
    configuration;
  const rules = { OIDC: claimRules(configuration, 'oidc'), CAS: claimRules(configuration, 'cas') };
  const accountAt =
    (protocol: keyof typeof rules) => (identity: accounts.Identity, address: string | undefined) =>
      accountOfIdentity(db, identity, { protocol, rules: rules[protocol], address });
  const site = createSite({
    name:
      titleEtb === undefined
        ? { en: frameWords.en.platform, fr: frameWords.fr.platform }
        : { en: titleEtb, fr: titleEtb },
    brand: configuration,
    home: addresses.api,
    timeZone,
    links: { words: addresses.words, legal: legalUrl, accessibility: accessibilityUrl, audited: 'video' },
    assetsPath: paths.assets,
    files: { ...accounts.signInFiles, ...siteFiles },
  });
  return accounts.openBrowserSessions<SignInRow>({
    site,
    language: languageCode,
    root: paths.accounts,
    cookiePath: '/',
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
    ...(publicPages && { front: addresses.publicVideos }),
    // Whoever only has videos has no use for the API's first page.
    homeOf: (account) => (isStaff(account) ? site.home : addresses.videos),
    factsOf: (account, language) => [[frameWords[language].rights, rightsOf(account, language)]],
    ...(ownSection && { ownSection }),
    navigation(account, language) {
      const say = frameWords[language];
      const list = publicPages ? [{ text: say.myList, href: addresses.myList }] : [];
      if (account === undefined) return list;
      return [
        { text: isStaff(account) ? say.videos : say.myVideos, href: addresses.videos },
        ...list,
        { text: say.api, href: addresses.api },
        { text: say.addVideo, href: addresses.newVideo },
        ...(isStaff(account)
          ? [
              { text: say.encodings, href: addresses.encodings },
              { text: say.exchange, href: addresses.exchange },
              { text: say.administration, href: addresses.administration },
            ]
          : []),
      ];
    },
    openId: {
      client: accounts.openIdClientOf(configuration, claimsReadBy(rules.OIDC)),
      findAccount: accountAt('OIDC'),
    },
    cas: { server: accounts.casServerOf(configuration), findAccount: accountAt('CAS') },
    onError: (error) => log.error({ err: error }, 'signing in reports an error'),
    now,
  });
}

function rightsOf(account: SignInRow, language: Language): string {
  const say = frameWords[language];
  if (account.isSuperuser) return say.superuser;
  return account.isStaff ? say.staff : say.ordinary;
}

const installed = createRequire(import.meta.url).resolve;

/** What pages of this service have beside those of all. Our HLS has its sound apart, which the light build of hls.js leaves out. */
const siteFiles = {
  ...ownFiles(
    'find.css',
    'kept-here.js',
    'manage.css',
    'my-list.js',
    'player.css',
    'player.js',
    'player-hls.js',
    'player-keys.js',
    'player-memory.js',
    'player-preview.js',
    'player-quality.js',
    'share.js',
    'source-times.js',
    'signed-addresses.js',
    'correct-lines.js',
    'times-from-player.js',
    'transcript.js',
    'trim.js',
    'upload-in-pieces.js',
    'video-js.js',
    'video-js-settings.js',
  ),
  'tus.js': installed('tus-js-client/dist/tus.min.js'),
  'hls.mjs': installed('hls.js/dist/hls.min.mjs'),
  'video.core.js': installed('video.js/dist/alt/video.core.min.js'),
  'video-js.css': { content: withoutFonts(installed('video.js/dist/video-js.min.css')) },
  'video-js-fr.js': installed('video.js/dist/lang/fr.js'),
};

function ownFiles(...names: string[]): Record<string, string> {
  const folder = path.resolve(import.meta.dirname, '../../../../assets');
  return Object.fromEntries(names.map((name) => [name, path.join(folder, name)]));
}

/** The player draws its icons by SVG. A font in a style sheet is asked for, and refused by the policy of our pages, unseen. */
function withoutFonts(file: string): string {
  return readFileSync(file, 'utf8').replace(/@font-face\{[^}]*\}/g, '');
}

/** Which mails people choose on the account page. */
export const ownMail = {
  mails,
  ownAccount: addresses.ownAccount,
  choicesOf(account: SignInRow, language: Language) {
    const { operation, ...ofOwners } = ownMailWords[language];
    return isStaff(account) ? { ...ofOwners, operation } : ofOwners;
  },
  toldUntil: {
    digest: (now: Date) => now,
    // What happened a moment ago is told too.
    encodings: (now: Date) => new Date(now.getTime() - encodingPauseMs),
    operation: (now: Date) => new Date(now.getTime() - operationPauseMs),
  },
};

/** A request of somebody who has signed in, and its answer. */
export type Visit = accounts.Visit<SignInRow>;

/** The same for pages that are for everybody. */
export type OpenVisit = accounts.Visit<SignInRow | undefined>;
