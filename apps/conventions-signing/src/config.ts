import { checkOpenId, openIdParameters, secondFactorParameter } from '@campus/accounts';
import { isBearerToken, isGuessableToken, minTokenVariety } from '@campus/auth';
import {
  type ConfigurationPlaces,
  type ConfigurationRules,
  type ConfigurationSource,
  checkTogether,
  directoryPath,
  httpUrl,
  loadConfiguration,
  ParameterError,
  parameter,
  text,
  timeZone,
  tokenList,
  type Values,
  wholeNumber,
} from '@campus/config';
import { databaseParameters } from '@campus/database';
import { checkMail, mailOf, mailParameters } from '@campus/mail';
import { frameParameters, type Language, languageCode, languages } from '@campus/pages';
import { checkServerAddress, serverParameters } from '@campus/service';
import type { RetentionRules, RetentionState } from './domain/retention-rules.ts';
import { roles } from './domain/roles.ts';

const service = 'conventions-signing';

/** A shorter token is too easily guessed. */
export const minTokenLength = 16;
const tokenRule = {
  accepts: (token: string) =>
    token.length >= minTokenLength && isBearerToken(token) && !isGuessableToken(token),
  expectation: `${minTokenLength} or more of the characters A-Z a-z 0-9 - . _ ~ + / with = only at the end (RFC 6750), at random: ${minTokenVariety} or more different ones, and not one part over and over; \`openssl rand -hex 32\` makes one`,
};

const tokenParameters = {
  publicTokens: parameter(
    'appli.public.tokens',
    `required: access tokens of the public API, for signing applications; ${minTokenLength} characters or more each, separated by ;`,
    tokenList(tokenRule),
    { secret: true },
  ),
  managementTokens: parameter(
    'appli.management.tokens',
    "access tokens of the management API, for the institution's application; separated by ;",
    tokenList(tokenRule),
    {
      secret: true,
      default: [] as readonly string[],
      text: 'none: no application registers documents, only staff in the console do',
    },
  ),
};

const webhookParameters = {
  webhookUri: parameter(
    'webhook.signature.uri',
    'address of the signing application, called when a signing round begins; absent: nobody is called',
    webhookUri,
  ),
  webhookToken: parameter(
    'webhook.signature.token',
    'bearer token of that call; goes with the address',
    (given) => {
      if (!tokenRule.accepts(given)) throw new ParameterError(`must be ${tokenRule.expectation}`);
      return given;
    },
    { secret: true },
  ),
};

const firstAccountParameters = {
  rootUsername: parameter(
    'root.username',
    'user name of the first administrator, made while there is none',
    text,
    { default: 'root' },
  ),
  rootPassword: parameter(
    'root.password',
    'password of the first administrator; absent: generated into first-password in data.dir',
    text,
    { secret: true },
  ),
};

const pageParameters = {
  language: parameter<Language>(
    'pages.language',
    `language of the pages for browsers that name none of ours: ${languages.join(' or ')}`,
    languageCode,
    { default: 'en' },
  ),
  timeZone: parameter('pages.time-zone', 'time zone of the times on pages, such as Europe/Paris', timeZone, {
    default: 'Europe/Paris',
  }),
};

const retentionDays = (state: RetentionState, meaning: string) =>
  parameter(
    `retention.${state}`,
    `days after which ${meaning}, at night, from 1 to 36500; absent: never`,
    wholeNumber({ min: 1, max: 36_500 }),
  );

const retentionParameters = {
  retentionDraft: retentionDays(
    'draft',
    'a draft that nobody has changed is deleted, or erased if it was ever sent',
  ),
  retentionRefused: retentionDays('refused', 'what was refused is erased'),
  retentionSigned: retentionDays('signed', 'what was signed is erased, counted from the last signature'),
  retentionSignedOutside: retentionDays('signed-outside', 'what was recorded as signed outside is erased'),
};

const reminderParameters = {
  reminderText: parameter(
    'reminder.text',
    'what a reminder says to a person who is to sign, above the documents that wait, in the words of the institution; absent: ours, in `pages.language`',
    text,
  ),
  remindAfterDays: parameter(
    'reminder.after-days',
    'days after which whoever is awaited is reminded by mail, and again after as many, from 1 to 365, at `mail.digest-at`; goes with smtp.url; absent: only where somebody asks for it',
    wholeNumber({ min: 1, max: 365 }),
  ),
};

/** By what signatures in deposits are judged. */
function trustParameters(repositoryRoot: string) {
  return {
    trustFolder: parameter(
      'trust.folder',
      'folder of certificates, in PEM or DER, by which signatures in deposits are judged; looked at every minute; absent: signatures are judged by the trusted lists, or not at all',
      directoryPath(repositoryRoot),
    ),
    lotlUri: parameter(
      'trust.lotl-uri',
      'the list of trusted lists of the Union, followed every day: its address (https://ec.europa.eu/tools/lotl/eu-lotl.xml), or a file (file:///…) with the lists of the countries beside it, as FR.xml',
      listUri,
    ),
    lotlSigners: parameter(
      'trust.lotl-signers',
      'folder of the certificates that may sign that list, as the Official Journal of the Union publishes them, in PEM or DER; goes with its address',
      directoryPath(repositoryRoot),
    ),
  };
}

/** The parameters of the service (contract §2 "Configuration parameters", and our own). */
function declareParameters(repositoryRoot: string) {
  return {
    ...tokenParameters,
    ...webhookParameters,
    ...firstAccountParameters,
    ...pageParameters,
    ...mailParameters('Signing office <signing@university.example>'),
    secondFactorFromRole: secondFactorParameter({ name: 'second-factor.from-role', roles }),
    roundDueDays: parameter(
      'round.due-days',
      'days that a round has when nothing else is asked for, from 1 to 3650, in `pages.time-zone`; absent: it has no due date then',
      wholeNumber({ min: 1, max: 3650 }),
    ),
    ...reminderParameters,
    timestampUri: parameter(
      'timestamp.uri',
      'address of a time-stamp authority (RFC 3161 over HTTP), which stamps the head of the history every day; absent: it is not stamped',
      httpUrl,
      // Its query may hold a key.
      { secret: true },
    ),
    ...trustParameters(repositoryRoot),
    ...retentionParameters,
    ...openIdParameters,
    ...frameParameters,
    ...serverParameters({ port: 8081, metricsPort: 9081 }),
    ...databaseParameters({ service, repositoryRoot }),
  };
}

type Parameters = ReturnType<typeof declareParameters>;

/** What the service is started with, on a database that is up. */
export type SigningConfiguration = Omit<ReturnType<typeof loadSigningConfiguration>, 'databaseUrl'>;

/**
 * What `@campus/config` needs to know of this service.
 *
 * @param options.isBeside  for a program beside the service, which answers no signing application
 */
export function configurationSource(
  places: ConfigurationPlaces,
  { isBeside = false }: { isBeside?: boolean } = {},
): ConfigurationSource<Parameters> & ConfigurationRules<Parameters> {
  return {
    service,
    parameters: declareParameters(places.repositoryRoot),
    closedPrefixes: [
      'APPLI_',
      'WEBHOOK_',
      'ROOT_USER',
      'ROOT_PASS',
      'PAGES_',
      'BRAND_',
      'ROUND_',
      'OIDC_',
      'SECOND_',
      'TRUST_',
      'TIMESTAMP_',
      'RETENTION_',
      'SMTP_',
      'MAIL_',
      'REMINDER_',
    ],
    ...places,
    renamed: { 'appli.tokens': 'appli.public.tokens' },
    check: (values, isSet) => [
      ...checkServerAddress(values),
      ...checkTokens(values, { isBeside }),
      ...checkTogether(isSet, {
        webhookUri: 'webhook.signature.uri',
        webhookToken: 'webhook.signature.token',
      }),
      ...checkTogether(isSet, { lotlUri: 'trust.lotl-uri', lotlSigners: 'trust.lotl-signers' }),
      ...checkMail(isSet),
      ...checkReminders(isSet),
      ...checkOpenId(isSet),
    ],
  };
}

/**
 * Reads the configuration once; its `webhook` is undefined when no signing application is configured, its `mail` when no
 * mail server is.
 *
 * @throws ConfigurationError  one message that names every problem, its line or variable, and the mend
 */
export function loadSigningConfiguration(places: ConfigurationPlaces, options: { isBeside?: boolean } = {}) {
  const { values } = loadConfiguration(configurationSource(places, options));
  const {
    publicTokens = [],
    webhookUri: uri,
    webhookToken: token,
    lotlUri,
    lotlSigners,
    retentionDraft: draft,
    retentionRefused: refused,
    retentionSigned: signed,
    retentionSignedOutside: outside,
    smtpUrl,
    mailFrom,
    digestAt,
    ...rest
  } = values;
  const retention: RetentionRules = { draft, refused, signed, 'signed-outside': outside };
  return {
    ...rest,
    publicTokens,
    retention,
    trustedLists:
      lotlUri === undefined || lotlSigners === undefined ? undefined : { uri: lotlUri, signers: lotlSigners },
    webhook: uri === undefined || token === undefined ? undefined : { uri, token },
    mail: mailOf({ smtpUrl, mailFrom, digestAt }),
  };
}

function checkReminders(isSet: (key: 'smtpUrl' | 'remindAfterDays') => boolean) {
  if (!isSet('remindAfterDays') || isSet('smtpUrl')) return [];
  const message = 'reminder.after-days is set without smtp.url, by which reminders are sent; set it';
  return [{ parameters: ['remindAfterDays' as const], message }];
}

function checkTokens(
  { publicTokens, managementTokens }: Values<Parameters>,
  { isBeside }: { isBeside: boolean },
) {
  if (publicTokens === undefined) {
    if (isBeside) return [];
    const message =
      'appli.public.tokens must be set: without it no signing application can fetch or deposit anything';
    return [{ parameters: ['publicTokens'], message }] as const;
  }
  if (publicTokens.some((token) => managementTokens.includes(token))) {
    const message =
      'appli.public.tokens and appli.management.tokens share a token; a token opens one of the two APIs';
    return [{ parameters: ['publicTokens', 'managementTokens'], message }] as const;
  }
  return [];
}

/** An https address, or one of a file; pages and the log show it. */
function listUri(given: string): string {
  const uri = URL.parse(text(given));
  const hasLogin = uri?.username !== '' || uri.password !== '';
  if ((uri?.protocol === 'https:' || uri?.protocol === 'file:') && !hasLogin) return uri.href;
  throw new ParameterError(
    'must be an address that begins with https:// or file:///, without user name and password',
  );
}

/** An http(s) address to whose query exactly one of our two parameters can be added (contract §8). */
function webhookUri(given: string): string {
  const uri = httpUrl(given);
  const { searchParams } = new URL(uri);
  if (searchParams.has('conventionid') || searchParams.has('avenantid')) {
    throw new ParameterError(
      'must not have conventionid or avenantid in its query; the service adds one of them',
    );
  }
  return uri;
}
