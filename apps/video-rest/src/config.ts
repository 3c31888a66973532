import { availableParallelism } from 'node:os';
import path from 'node:path';
import {
  casParameters,
  checkCas,
  checkOpenId,
  isEmail,
  openIdParameters,
  secondFactorParameter,
} from '@campus/accounts';
import {
  boolean,
  byteSize,
  type ConfigurationPlaces,
  type ConfigurationRules,
  type ConfigurationSource,
  directoryPath,
  loadConfiguration,
  ParameterError,
  parameter,
  text,
  timeZone,
  wholeNumber,
} from '@campus/config';
import { databaseParameters } from '@campus/database';
import { blockList } from '@campus/deliveries';
import { checkMail, mailOf, mailParameters } from '@campus/mail';
import { frameParameters, type Language, languageCode, languages } from '@campus/pages';
import { checkServerAddress, serverParameters } from '@campus/service';
import { accountRoles } from './accounts/authenticate.ts';
import { casClaimParameters, checkClaims, openIdClaimParameters } from './accounts/claim-parameters.ts';
import { type HardwareChoice, hardwareChoices } from './ffmpeg/encoders.ts';
import { checkStore, storeParameters } from './storage/store-parameters.ts';

const service = 'video-rest';

const encoderParameters = {
  encodeConcurrency: parameter(
    'ENCODE_CONCURRENCY',
    'encodings at a time in this process; 0: the service leaves them to workers',
    wholeNumber({ min: 0, max: 64 }),
    { default: 1 },
  ),
  encodeThreads: parameter('ENCODE_THREADS', 'threads of one encoding', wholeNumber({ min: 1, max: 128 }), {
    default: availableParallelism(),
    text: 'one for each core',
  }),
  encodeHardware: parameter<HardwareChoice>(
    'ENCODE_HARDWARE',
    `hardware that encodes the pictures, where it works: ${hardwareChoices.join(', ')}; the processor does otherwise`,
    oneOfHardware,
    { default: 'none' },
  ),
  encodeSplitFrom: parameter(
    'ENCODE_SPLIT_FROM',
    'seconds from which on a source is encoded in pieces, by as many processes as are free; 0: always by one, as a whole',
    wholeNumber({ min: 0, max: 1_000_000 }),
    { default: 600 },
  ),
  workerName: parameter(
    'WORKER_NAME',
    'what a process that encodes is called among the workers; absent: the name of its machine',
    shortText,
  ),
  encodeNormaliseSound: parameter(
    'ENCODE_NORMALISE_SOUND',
    'whether sound is brought to the loudness of EBU R128, -16 LUFS: true or false',
    boolean,
    { default: false },
  ),
  publicPages: parameter(
    'PUBLIC_PAGES',
    'whether strangers find the public videos: page, search, feeds, sitemap, harvesting and embedding; without it each is found by its address alone: true or false',
    boolean,
    { default: true },
  ),
  encodeOnUpload: parameter(
    'ENCODE_ON_UPLOAD',
    'whether videos are encoded as soon as they are uploaded, where the upload does not say: true or false',
    boolean,
    { default: false },
  ),
  encodeRunningPerOwner: parameter(
    'ENCODE_RUNNING_PER_OWNER',
    'encodings of the videos of one owner that are at work at a time, in all processes; 0: as many as may be',
    wholeNumber({ min: 0, max: 10_000 }),
    { default: 0 },
  ),
  encodeQueuedPerOwner: parameter(
    'ENCODE_QUEUED_PER_OWNER',
    'encodings of the videos of one owner that wait, at most; 0: as many as are asked for',
    wholeNumber({ min: 0, max: 1_000_000 }),
    { default: 0 },
  ),
  ffmpegPath: parameter('FFMPEG_PATH', 'ffmpeg; absent: the one on the PATH', text),
  ffprobePath: parameter('FFPROBE_PATH', 'ffprobe; absent: the one on the PATH', text),
};

const quotaParameters = {
  quotaUserBytes: parameter(
    'QUOTA_USER_BYTES',
    'what the sources of one owner may take, such as 50GiB; absent: no limit. Staff gives an account its own',
    byteSize,
  ),
  quotaUserVideos: parameter(
    'QUOTA_USER_VIDEOS',
    'videos of one owner; absent: no limit. Staff gives an account its own',
    wholeNumber({ min: 0, max: 2 ** 31 - 1 }),
  ),
  quotaTotalBytes: parameter(
    'QUOTA_TOTAL_BYTES',
    'what all sources together may take; absent: no limit but the disk',
    byteSize,
  ),
  quotaTotalVideos: parameter(
    'QUOTA_TOTAL_VIDEOS',
    'videos in all; absent: no limit',
    wholeNumber({ min: 0, max: 2 ** 31 - 1 }),
  ),
};

/** Of those who are told what happens. */
const tellingParameters = {
  ...mailParameters('Video platform <videos@university.example>'),
  webhookNetworks: parameter(
    'WEBHOOK_NETWORKS',
    'private and local networks that webhooks may lead into, such as 10.1.0.0/16, separated by commas',
    networks,
    { default: [], text: 'none' },
  ),
};

/** The parameters of the service; those of the instance are upper case, as in contract §2. */
export function declareParameters(repositoryRoot: string) {
  return {
    titleEtb: parameter(
      'TITLE_ETB',
      'name of the institution: heads the pages, and is `dc:publisher` of the Dublin Core export',
      text,
    ),
    defaultDcCoverage: parameter(
      'DEFAULT_DC_COVERAGE',
      '`dc:coverage` of the Dublin Core export, which needs it',
      text,
    ),
    defaultDcRights: parameter(
      'DEFAULT_DC_RIGHTS',
      '`dc:rights` of the Dublin Core export, which needs it: the address of a licence, or a text',
      text,
    ),
    oaiAdminEmail: parameter(
      'OAI_ADMIN_EMAIL',
      'whom those may write to who harvest the public videos by OAI-PMH; absent: there is no /oai',
      emailAddress,
    ),
    languageCode: parameter<Language>(
      'LANGUAGE_CODE',
      `language of messages without Accept-Language, and of new videos: ${languages.join(' or ')}`,
      languageCode,
      { default: 'en' },
    ),
    timeZone: parameter('TIME_ZONE', 'time zone of dates, such as Europe/Paris', timeZone, {
      default: 'Europe/Paris',
    }),
    mediaRoot: parameter(
      'MEDIA_ROOT',
      'folder of sources, renditions and uploads on their way; all workers share it, unless MEDIA_STORE is s3',
      directoryPath(repositoryRoot),
      { default: '', text: 'media in data.dir' },
    ),
    ...storeParameters,
    mediaMinFree: parameter(
      'MEDIA_MIN_FREE',
      'uploads and encodings are refused when less than this is free there',
      byteSize,
      { default: 2 * 2 ** 30, text: '2GiB' },
    ),
    mediaAccelLocation: parameter(
      'MEDIA_ACCEL_LOCATION',
      'internal location of nginx that serves MEDIA_ROOT, such as /protected-media/; absent: this process sends the files itself',
      accelLocation,
    ),
    videoMaxUploadSize: parameter(
      'VIDEO_MAX_UPLOAD_SIZE',
      'largest source, in bytes or with a unit such as 500MiB',
      byteSize,
      { default: 20 * 2 ** 30, text: '20GiB' },
    ),
    ...quotaParameters,
    ...encoderParameters,
    rootUsername: parameter(
      'ROOT_USERNAME',
      'user name of the first superuser, made while there is none',
      text,
      { default: 'root' },
    ),
    rootPassword: parameter(
      'ROOT_PASSWORD',
      'password of the first superuser; absent: generated into first-password in data.dir',
      text,
      { secret: true },
    ),
    secondFactorFromRole: secondFactorParameter({ name: 'SECOND_FACTOR_FROM_ROLE', roles: accountRoles }),
    ...openIdParameters,
    ...openIdClaimParameters,
    ...casParameters,
    ...casClaimParameters,
    ...tellingParameters,
    ...frameParameters,
    ...serverParameters({ port: 8082, metricsPort: 9082 }),
    ...databaseParameters({ service, repositoryRoot }),
  };
}

type Parameters = ReturnType<typeof declareParameters>;

/** What the service, a worker and the commands are started with. */
export type VideoConfiguration = ReturnType<typeof loadVideoConfiguration>;

/** What `@campus/config` needs to know of this service. */
export function configurationSource(
  places: ConfigurationPlaces,
): ConfigurationSource<Parameters> & ConfigurationRules<Parameters> {
  return {
    service,
    parameters: declareParameters(places.repositoryRoot),
    closedPrefixes: [
      'MEDIA_',
      'ENCODE_',
      'DEFAULT_DC_',
      'VIDEO_MAX_',
      'PUBLIC_PAGE',
      'ROOT_USER',
      'ROOT_PASS',
      'QUOTA_',
      'OAI_',
      'PAGES_',
      'BRAND_',
      'WEBHOOK_',
      'OIDC_',
      'CAS_',
      'SECOND_',
      'SMTP_',
      'MAIL_',
    ],
    ...places,
    // The name that some instances of the platform have in their configuration.
    renamed: { DEFAULT_DC_RIGHT: 'DEFAULT_DC_RIGHTS' },
    check: (values, isSet) => [
      ...checkServerAddress(values),
      ...checkMail(isSet),
      ...checkStore(values),
      ...checkOpenId(isSet),
      ...checkCas(values),
      ...checkClaims(isSet),
    ],
  };
}

/**
 * Reads the configuration once; its `mail` is undefined when no mail server is configured.
 *
 * @param options.isBeside  for programs beside the service, which often run on the same machine: the usual metrics
 *   port is the service's
 * @throws ConfigurationError  one message that names every problem, its line or variable, and the mend
 */
export function loadVideoConfiguration(
  places: ConfigurationPlaces,
  { isBeside = false }: { isBeside?: boolean } = {},
) {
  const { values, origins } = loadConfiguration(configurationSource(places));
  const { dataDir, mediaRoot, metricsPort, smtpUrl, mailFrom, digestAt, ...rest } = values;
  const isOfService = isBeside && origins.metricsPort.kind === 'default';
  return {
    ...rest,
    dataDir,
    mail: mailOf({ smtpUrl, mailFrom, digestAt }),
    mediaRoot: mediaRoot || path.join(dataDir, 'media'),
    metricsPort: isOfService ? 0 : metricsPort,
  };
}

function oneOfHardware(given: string): HardwareChoice {
  const found = hardwareChoices.find((choice) => choice === given);
  if (found === undefined) throw new ParameterError(`must be one of ${hardwareChoices.join(', ')}`);
  return found;
}

/** Those of a list such as `10.1.0.0/16, fd00:1::/32`. */
function networks(given: string): readonly string[] {
  const names = given.split(',').map((name) => name.trim());
  try {
    blockList(names);
  } catch {
    throw new ParameterError('must be networks such as 10.1.0.0/16, separated by commas');
  }
  return names;
}

/** That goes into a line of a table. */
function shortText(given: string): string {
  const name = text(given);
  if (name.length > 100) throw new ParameterError('must have at most 100 characters');
  return name;
}

function emailAddress(given: string): string {
  const address = text(given);
  if (!isEmail(address))
    throw new ParameterError('must be a mail address, such as videos@university.example');
  return address;
}

/** A path that is added in front of a file's own, as it stands in the configuration of nginx. */
function accelLocation(given: string): string {
  if (!/^\/(?:[\w.-]+\/)+$/.test(given))
    throw new ParameterError('must be a path that begins and ends with /, such as /protected-media/');
  return given;
}
