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
  encodeConcurrency: parameter({
    name: 'ENCODE_CONCURRENCY',
    meaning: 'encodings at a time in this process; 0: the service leaves them to workers',
    parse: wholeNumber({ min: 0, max: 64 }),
    default: { value: 1, text: '1' },
  }),
  encodeThreads: parameter({
    name: 'ENCODE_THREADS',
    meaning: 'threads of one encoding',
    parse: wholeNumber({ min: 1, max: 128 }),
    default: { value: availableParallelism(), text: 'one for each core' },
  }),
  encodeHardware: parameter<HardwareChoice>({
    name: 'ENCODE_HARDWARE',
    meaning: `hardware that encodes the pictures, where it works: ${hardwareChoices.join(', ')}; the processor does otherwise`,
    parse: oneOfHardware,
    default: { value: 'none', text: 'none' },
  }),
  encodeSplitFrom: parameter({
    name: 'ENCODE_SPLIT_FROM',
    meaning:
      'seconds from which on a source is encoded in pieces, by as many processes as are free; 0: always by one, as a whole',
    parse: wholeNumber({ min: 0, max: 1_000_000 }),
    default: { value: 600, text: '600' },
  }),
  workerName: parameter({
    name: 'WORKER_NAME',
    meaning: 'what a process that encodes is called among the workers; absent: the name of its machine',
    parse: shortText,
  }),
  encodeNormaliseSound: parameter({
    name: 'ENCODE_NORMALISE_SOUND',
    meaning: 'whether sound is brought to the loudness of EBU R128, -16 LUFS: true or false',
    parse: boolean,
    default: { value: false, text: 'false' },
  }),
  publicPages: parameter({
    name: 'PUBLIC_PAGES',
    meaning:
      'whether strangers find the public videos: page, search, feeds, sitemap, harvesting and embedding; without it each is found by its address alone: true or false',
    parse: boolean,
    default: { value: true, text: 'true' },
  }),
  encodeOnUpload: parameter({
    name: 'ENCODE_ON_UPLOAD',
    meaning:
      'whether videos are encoded as soon as they are uploaded, where the upload does not say: true or false',
    parse: boolean,
    default: { value: false, text: 'false' },
  }),
  encodeRunningPerOwner: parameter({
    name: 'ENCODE_RUNNING_PER_OWNER',
    meaning:
      'encodings of the videos of one owner that are at work at a time, in all processes; 0: as many as may be',
    parse: wholeNumber({ min: 0, max: 10_000 }),
    default: { value: 0, text: '0' },
  }),
  encodeQueuedPerOwner: parameter({
    name: 'ENCODE_QUEUED_PER_OWNER',
    meaning: 'encodings of the videos of one owner that wait, at most; 0: as many as are asked for',
    parse: wholeNumber({ min: 0, max: 1_000_000 }),
    default: { value: 0, text: '0' },
  }),
  ffmpegPath: parameter({ name: 'FFMPEG_PATH', meaning: 'ffmpeg; absent: the one on the PATH', parse: text }),
  ffprobePath: parameter({
    name: 'FFPROBE_PATH',
    meaning: 'ffprobe; absent: the one on the PATH',
    parse: text,
  }),
};

const quotaParameters = {
  quotaUserBytes: parameter({
    name: 'QUOTA_USER_BYTES',
    meaning:
      'what the sources of one owner may take, such as 50GiB; absent: no limit. Staff gives an account its own',
    parse: byteSize,
  }),
  quotaUserVideos: parameter({
    name: 'QUOTA_USER_VIDEOS',
    meaning: 'videos of one owner; absent: no limit. Staff gives an account its own',
    parse: wholeNumber({ min: 0, max: 2 ** 31 - 1 }),
  }),
  quotaTotalBytes: parameter({
    name: 'QUOTA_TOTAL_BYTES',
    meaning: 'what all sources together may take; absent: no limit but the disk',
    parse: byteSize,
  }),
  quotaTotalVideos: parameter({
    name: 'QUOTA_TOTAL_VIDEOS',
    meaning: 'videos in all; absent: no limit',
    parse: wholeNumber({ min: 0, max: 2 ** 31 - 1 }),
  }),
};

/** Of those who are told what happens. */
const tellingParameters = {
  ...mailParameters('Video platform <videos@university.example>'),
  webhookNetworks: parameter({
    name: 'WEBHOOK_NETWORKS',
    meaning:
      'private and local networks that webhooks may lead into, such as 10.1.0.0/16, separated by commas',
    parse: networks,
    default: { value: [], text: 'none' },
  }),
};

/** The parameters of the service; those of the instance are upper case, as in contract §2. */
export function declareParameters(repositoryRoot: string) {
  return {
    titleEtb: parameter({
      name: 'TITLE_ETB',
      meaning: 'name of the institution: heads the pages, and is `dc:publisher` of the Dublin Core export',
      parse: text,
    }),
    defaultDcCoverage: parameter({
      name: 'DEFAULT_DC_COVERAGE',
      meaning: '`dc:coverage` of the Dublin Core export, which needs it',
      parse: text,
    }),
    defaultDcRights: parameter({
      name: 'DEFAULT_DC_RIGHTS',
      meaning: '`dc:rights` of the Dublin Core export, which needs it: the address of a licence, or a text',
      parse: text,
    }),
    oaiAdminEmail: parameter({
      name: 'OAI_ADMIN_EMAIL',
      meaning: 'whom those may write to who harvest the public videos by OAI-PMH; absent: there is no /oai',
      parse: emailAddress,
    }),
    languageCode: parameter<Language>({
      name: 'LANGUAGE_CODE',
      meaning: `language of messages without Accept-Language, and of new videos: ${languages.join(' or ')}`,
      parse: languageCode,
      default: { value: 'en', text: 'en' },
    }),
    timeZone: parameter({
      name: 'TIME_ZONE',
      meaning: 'time zone of dates, such as Europe/Paris',
      parse: timeZone,
      default: { value: 'Europe/Paris', text: 'Europe/Paris' },
    }),
    mediaRoot: parameter({
      name: 'MEDIA_ROOT',
      meaning:
        'folder of sources, renditions and uploads on their way; all workers share it, unless MEDIA_STORE is s3',
      parse: directoryPath(repositoryRoot),
      default: { value: '', text: 'media in data.dir' },
    }),
    ...storeParameters,
    mediaMinFree: parameter({
      name: 'MEDIA_MIN_FREE',
      meaning: 'uploads and encodings are refused when less than this is free there',
      parse: byteSize,
      default: { value: 2 * 2 ** 30, text: '2GiB' },
    }),
    mediaAccelLocation: parameter({
      name: 'MEDIA_ACCEL_LOCATION',
      meaning:
        'internal location of nginx that serves MEDIA_ROOT, such as /protected-media/; absent: this process sends the files itself',
      parse: accelLocation,
    }),
    videoMaxUploadSize: parameter({
      name: 'VIDEO_MAX_UPLOAD_SIZE',
      meaning: 'largest source, in bytes or with a unit such as 500MiB',
      parse: byteSize,
      default: { value: 20 * 2 ** 30, text: '20GiB' },
    }),
    ...quotaParameters,
    ...encoderParameters,
    rootUsername: parameter({
      name: 'ROOT_USERNAME',
      meaning: 'user name of the first superuser, made while there is none',
      parse: text,
      default: { value: 'root', text: 'root' },
    }),
    rootPassword: parameter({
      name: 'ROOT_PASSWORD',
      meaning: 'password of the first superuser; absent: generated into first-password in data.dir',
      secret: true,
      parse: text,
    }),
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
