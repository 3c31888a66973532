import {
  absoluteMs,
  attemptLimits,
  factorAttemptLimits,
  hashTurnLimits,
  historyPageSize,
  idleMs,
  maxFormBytes,
  maxPasskeys,
  maxPasswordBytes,
  maxSessions,
  minPasswordCharacters,
  passkeyOptionLimits,
  passwordChangeLimits,
  returnTurnLimits,
  slowDownLimits,
} from '@campus/accounts';
import { minTokenVariety } from '@campus/auth';
import {
  databaseParameters,
  keptCallerMs,
  maxKeptCallers,
  maxWaitingLookups,
  maxWaitingLookupsPerCaller,
  provenMs,
} from '@campus/database';
import { giveUpAfterMs, keptBytes } from '@campus/deliveries';
import { followLimits, maxWaitSeconds } from '@campus/feed';
import { giveUpMailAfterMs, messageMs, messagesAtATime, testMailPauseMs } from '@campus/mail';
import { liveLimits } from '@campus/pages';
import { personExportLimits } from '@campus/privacy';
import {
  idleReaderMs,
  longAnswerLimits,
  maxAnswerBytes,
  maxBodyBytes,
  maxLineBytes,
  maxPageSize,
  maxShownBytes,
  maxTextLength,
  maxSearchWords as maxVideoSearchWords,
  mostTold,
} from '@campus/rest';
import { firstPatienceMs, leastBytesPerSecond, maxWaitingSpans, mostPatienceMs } from '@campus/service';
import { maxScopeNames } from '../../apps/conventions-signing/src/accounts/scope-rules.ts';
import { maxTokens } from '../../apps/conventions-signing/src/accounts/tokens.ts';
import { minTokenLength } from '../../apps/conventions-signing/src/config.ts';
import { newestAttempts } from '../../apps/conventions-signing/src/data/deliveries.ts';
import { keptMs } from '../../apps/conventions-signing/src/data/idempotent-answers.ts';
import { keptDocumentMs, maxKeptBytes } from '../../apps/conventions-signing/src/data/kept-documents.ts';
import { maxPageBytes } from '../../apps/conventions-signing/src/data/list-signables.ts';
import { shownAtOnce } from '../../apps/conventions-signing/src/data/whole-record.ts';
import { archiveLimits, tableLimits } from '../../apps/conventions-signing/src/http/answer/exports.ts';
import { archived } from '../../apps/conventions-signing/src/http/answer/signed-archive.ts';
import { maxAtOnce } from '../../apps/conventions-signing/src/http/console/actions/selection.ts';
import { maxRoles } from '../../apps/conventions-signing/src/http/console/templates/typed-template.ts';
import {
  evidenceLimits,
  maxCertificateBytes,
  maxCertificateEvents,
} from '../../apps/conventions-signing/src/http/evidence/send-package.ts';
import { keptInMemoryBytes } from '../../apps/conventions-signing/src/http/receive/temporary-file.ts';
import {
  arrivingUploads,
  jsonPdfsInMemory,
  pdfsInMemory,
} from '../../apps/conventions-signing/src/http/receive/uploads.ts';
import { alertPauseMs } from '../../apps/conventions-signing/src/mail/failure-alerts.ts';
import { maxRecords } from '../../apps/conventions-signing/src/operations/begin-operation.ts';
import { operationLimits } from '../../apps/conventions-signing/src/operations/operations.ts';
import {
  maxComparedValues,
  maxComparisonCpuMs,
  maxDecodedBytes,
} from '../../apps/conventions-signing/src/pdf/comparison-budget.ts';
import {
  maxStoredProofBytes,
  maxStoredProofs,
  maxStoredProofsBytes,
} from '../../apps/conventions-signing/src/pdf/embedded-proofs.ts';
import { inspectionLimits, inspectionTurns } from '../../apps/conventions-signing/src/pdf/inspect.ts';
import { cpuMsPerMebibyte } from '../../apps/conventions-signing/src/pdf/inspection-process.ts';
import { maxSearchWords } from '../../apps/conventions-signing/src/signing/fold-text.ts';
import { maxTemplates } from '../../apps/conventions-signing/src/signing/keep-template.ts';
import {
  maxDateChangesPerRound,
  maxRedeliveriesPerRound,
  maxVersionsPerRound,
} from '../../apps/conventions-signing/src/signing/round-limits.ts';
import {
  maxJudgingCpuMs,
  maxMaterial,
  maxSteps,
  maxVerifications,
} from '../../apps/conventions-signing/src/trust/effort.ts';
import { maxPeople } from '../../apps/conventions-signing/src/wire/inputs.ts';
import {
  maxJsonBytes,
  maxPdfBytes,
  maxRegistrationBytes,
} from '../../apps/conventions-signing/src/wire/limits.ts';
import { maxPageSize as maxSigningPage } from '../../apps/conventions-signing/src/wire/queries.ts';
import { maxTextLength as maxSigningText } from '../../apps/conventions-signing/src/wire/text.ts';
import { declareParameters } from '../../apps/video-rest/src/config.ts';
import { keptChanges } from '../../apps/video-rest/src/data/changes.ts';
import { keptMs as creationsKeptMs } from '../../apps/video-rest/src/data/creation-keys.ts';
import { sealedAtOnce } from '../../apps/video-rest/src/data/oai-records.ts';
import { maxBatchBytes } from '../../apps/video-rest/src/data/public-videos.ts';
import { keptAttempts } from '../../apps/video-rest/src/data/webhooks.ts';
import { deletionLimits } from '../../apps/video-rest/src/deletions/deletions.ts';
import {
  encodeMemoryMiB,
  longestLimitMs,
  shortestLimitMs,
  timesDuration,
} from '../../apps/video-rest/src/ffmpeg/encode-limits.ts';
import { mostRungs } from '../../apps/video-rest/src/ffmpeg/ladder.ts';
import { sourceLimits } from '../../apps/video-rest/src/ffmpeg/media-refusal.ts';
import { mostFurtherSounds } from '../../apps/video-rest/src/ffmpeg/plan-encoding.ts';
import { mostPieces } from '../../apps/video-rest/src/ffmpeg/plays.ts';
import { probeTimeLimitMs } from '../../apps/video-rest/src/ffmpeg/probe.ts';
import { mostFillingPictures } from '../../apps/video-rest/src/ffmpeg/probe-result.ts';
import { timelineTimeLimitMs } from '../../apps/video-rest/src/ffmpeg/read-timeline.ts';
import {
  imageMemoryMiB,
  imageTimeLimitMs,
  mostImagePixels,
} from '../../apps/video-rest/src/ffmpeg/resize-image.ts';
import { probeMemoryMiB } from '../../apps/video-rest/src/ffmpeg/run-ffprobe.ts';
import { changePageTurns } from '../../apps/video-rest/src/http/changes/change-route.ts';
import { maxChangesPage } from '../../apps/video-rest/src/http/changes/described-changes.ts';
import { lookedThrough } from '../../apps/video-rest/src/http/changes/see-changes.ts';
import {
  exportLimits,
  importLimits,
  maxImportBytes,
} from '../../apps/video-rest/src/http/exchange/exchange.ts';
import { signedForMs } from '../../apps/video-rest/src/http/media/media-urls.ts';
import { mediaStreamLimits } from '../../apps/video-rest/src/http/media/send-object.ts';
import { oaiPage, sealTurnLimits } from '../../apps/video-rest/src/http/oai/oai-routes.ts';
import { resumptionHoldsMs } from '../../apps/video-rest/src/http/oai/resumption-tokens.ts';
import { linesAtOnce, maxLinesBytes } from '../../apps/video-rest/src/http/pages/edit/lines-section.ts';
import { passwordHoldsMs } from '../../apps/video-rest/src/http/pages/watch/password-cookie.ts';
import { maxFieldBytes } from '../../apps/video-rest/src/http/uploads/receive-video.ts';
import { imageTurnLimits } from '../../apps/video-rest/src/library/kept-images.ts';
import { maxFileBytes, maxSubtitleBytes } from '../../apps/video-rest/src/library/read-file.ts';
import { mostCues } from '../../apps/video-rest/src/library/web-vtt.ts';
import { encodingPauseMs, operationPauseMs } from '../../apps/video-rest/src/mail/tell.ts';
import { runLimits } from '../../apps/video-rest/src/runs/runs.ts';
import { fullBelowBytes } from '../../apps/video-rest/src/storage/tidy-folder.ts';
import { uploadLimits } from '../../apps/video-rest/src/uploads/open-upload.ts';
import { maxAttempts } from '../../apps/video-rest/src/videos/encode-job.ts';
import { probeTurnLimits } from '../../apps/video-rest/src/videos/measure-sources.ts';
import { myListLimits } from '../../apps/video-rest/src/videos/my-list.ts';
import { shareLinkLimits } from '../../apps/video-rest/src/videos/share-links.ts';
import { viewLimits } from '../../apps/video-rest/src/videos/view-counter.ts';
import { maxPatterns } from '../../apps/video-rest/src/webhooks/event-patterns.ts';
import { webhookLimits } from '../../apps/video-rest/src/webhooks/keep-webhooks.ts';
import { telling } from '../../apps/video-rest/src/webhooks/tell-webhooks.ts';
import { maxSlugLength } from '../../packages/rest/src/make-slug.ts';
import { bytes, type Limit, type LimitTables, number, time, turns } from './show-limits.ts';

const tooMany = "429 for one's own, 503 for all, with `Retry-After`";

const { databaseListTimeout, databasePoolSize } = databaseParameters({ service: '', repositoryRoot: '' });

const both: Limit[] = [
  {
    what: 'body of a request, how fast it comes',
    howMuch: `${bytes(leastBytesPerSecond)}/s; ${time(firstPatienceMs)} of patience, up to ${time(mostPatienceMs)} after faster ones`,
    answered: '408',
  },
  { what: 'form of a page without files', howMuch: bytes(maxFormBytes), answered: '413' },
  { what: 'archives of what is kept about a person', howMuch: turns(personExportLimits), answered: tooMany },
  {
    what: 'mails on their way to the mail server',
    howMuch: `${messagesAtATime} at a time, ${time(messageMs)} each`,
    answered: `they wait, for ${time(giveUpMailAfterMs)}`,
  },
  {
    what: 'test messages to one account',
    howMuch: `one in ${time(testMailPauseMs)}`,
    answered: 'they are one',
  },
  {
    what: 'passwords checked: each of two lanes, of clients that were right before and of others',
    howMuch: turns(hashTurnLimits),
    answered: tooMany,
  },
  { what: 'new passwords, hashed in a third lane', howMuch: turns(hashTurnLimits), answered: tooMany },
  {
    what: 'returns from an identity provider, which is asked about each',
    howMuch: turns(returnTurnLimits),
    answered: tooMany,
  },
  {
    what: 'changes of the password of one account',
    howMuch: `${passwordChangeLimits.perAccount} in ${passwordChangeLimits.windowSeconds} s`,
    answered: '429',
  },
  {
    what: 'wrong passwords',
    howMuch: `${attemptLimits.perAddress} of an address, ${attemptLimits.perAddressAndAccount} of an address for one account, in ${attemptLimits.windowSeconds} s`,
    answered: '429',
  },
  {
    what: 'addresses that are wrong about one account; those that were right before and open sessions do not wait',
    howMuch: `after ${slowDownLimits.freeClients}, waits from ${slowDownLimits.firstWaitSeconds} to ${slowDownLimits.longestWaitSeconds} s`,
    answered: '429',
  },
  {
    what: 'wrong codes of a second factor, of all sessions of an account',
    howMuch: `${factorAttemptLimits.perAccount} in ${factorAttemptLimits.windowSeconds} s`,
    answered: '429',
  },
  {
    what: 'passkeys that an address asks for, of whoever has not signed in',
    howMuch: `${passkeyOptionLimits.perAddress} in ${passkeyOptionLimits.windowSeconds} s`,
    answered: '429',
  },
  {
    what: 'passkeys of an account',
    howMuch: String(maxPasskeys),
    answered: '400',
  },
  {
    what: 'a password',
    howMuch: `${minPasswordCharacters} characters to ${number(maxPasswordBytes)} bytes`,
    answered: '400',
  },
  {
    what: 'a session',
    howMuch: `${time(idleMs)} unused, ${time(absoluteMs)} in all`,
    answered: 'sign in again',
  },
  {
    what: 'sessions of an account',
    howMuch: String(maxSessions),
    answered: 'the one that was used longest ago ends',
  },
  {
    what: 'tokens, sessions and accounts that a process keeps in memory',
    howMuch: `${number(maxKeptCallers)} of each for ${time(keptCallerMs)}, and ${provenMs} ms at most once they have changed`,
    answered: 'the database is asked at each request',
  },
  {
    what: 'requests that wait for changes, and streams of them',
    howMuch: `${followLimits.ofCaller} of a caller, ${followLimits.ofAll} in all`,
    answered: tooMany,
  },
  { what: 'how long one waits for changes', howMuch: time(maxWaitSeconds * 1000), answered: '400' },
  {
    what: 'parts of pages that follow by themselves',
    howMuch: `${liveLimits.streamsPerSession} of a session, ${liveLimits.streams} of all who are signed in, ${liveLimits.streamsOfStrangers} of strangers`,
    answered: tooMany,
  },
  {
    what: 'looks at the database for those parts, each shared by all who follow the same',
    howMuch: `${liveLimits.looksAtATime} at a time`,
    answered: 'they wait',
  },
  {
    what: 'one statement of a list or search',
    howMuch: `${databaseListTimeout.default.text} s`,
    answered: '503 with `Retry-After`; cancelled when its asker leaves',
    parameter: databaseListTimeout.name,
  },
  {
    what: 'lists and searches',
    howMuch: `half as many as the others have connections, at a time; ${maxWaitingLookupsPerCaller} of a caller, ${maxWaitingLookups} in all wait`,
    answered: tooMany,
    parameter: databasePoolSize.name,
  },
  {
    what: 'traces',
    howMuch: `${number(maxWaitingSpans)} spans of a process wait to be sent`,
    answered: 'the span is lost, and counted',
    parameter: 'traces.ratio',
  },
  {
    what: 'page of the history of the administration',
    howMuch: `${historyPageSize} entries`,
    answered: 'cursor',
  },
];

const signing: Limit[] = [
  { what: 'a PDF', howMuch: bytes(maxPdfBytes), answered: '413' },
  { what: 'a registration as JSON', howMuch: bytes(maxRegistrationBytes), answered: '413' },
  { what: 'any other JSON', howMuch: bytes(maxJsonBytes), answered: '413' },
  { what: 'PDFs that arrive', howMuch: turns(arrivingUploads), answered: tooMany },
  {
    what: 'an upload that waits in memory while it arrives',
    howMuch: `${bytes(keptInMemoryBytes)} of each file, ${bytes(keptInMemoryBytes * arrivingUploads.atATime)} for one of all that arrive`,
    answered: 'waits on disk',
  },
  { what: 'PDFs in memory', howMuch: turns(pdfsInMemory), answered: tooMany },
  {
    what: 'PDFs kept in memory for the next who asks',
    howMuch: `${bytes(maxKeptBytes)}, ${time(keptDocumentMs)}`,
    answered: 'those that were read first make room',
  },
  { what: 'PDFs read out of JSON', howMuch: turns(jsonPdfsInMemory), answered: tooMany },
  {
    what: 'PDFs inspected',
    howMuch: turns({ atATime: inspectionLimits.processes, ...inspectionTurns }),
    answered: tooMany,
  },
  {
    what: 'the inspection of one PDF',
    howMuch: `${time(inspectionLimits.timeoutMs)}, ${time(inspectionLimits.maxCpuMs)} of processor time and ${time(cpuMsPerMebibyte)} for each MiB, ${bytes(inspectionLimits.maxResidentBytes)} of memory`,
    answered: '400 `pdf_too_complex`',
  },
  {
    what: 'the comparison of a deposit with the registered document',
    howMuch: `${number(maxComparedValues)} values, ${time(maxComparisonCpuMs)} of processor time, ${bytes(maxDecodedBytes)} of a stream that was encoded anew`,
    answered: 'taken, found `not-comparable`',
  },
  {
    what: 'judging the signatures of a deposit',
    howMuch: `${number(maxMaterial)} certificates, lists and answers, ${number(maxVerifications)} of them verified, ${number(maxSteps)} steps towards an anchor, ${time(maxJudgingCpuMs)} of processor time`,
    answered: 'taken, judged `indeterminate`',
  },
  {
    what: 'proofs in the security store of a deposit (`DSS`)',
    howMuch: `${number(maxStoredProofs)}, of ${bytes(maxStoredProofBytes)} each, ${bytes(maxStoredProofsBytes)} together`,
    answered: 'taken, judged without the rest; `indeterminate` where that is missing',
  },
  { what: 'versions of the signed document', howMuch: `${maxVersionsPerRound} a round`, answered: '409' },
  {
    what: 'dates that replace others',
    howMuch: `${maxDateChangesPerRound} a round`,
    answered: '409',
  },
  {
    what: 'mails at once about failing calls to one account',
    howMuch: `one in ${time(alertPauseMs)}`,
    answered: 'they wait',
  },
  { what: 'calls asked for again', howMuch: `${maxRedeliveriesPerRound} a round`, answered: '409' },
  {
    what: 'what a record shows',
    howMuch: `the newest ${shownAtOnce.events} events, ${shownAtOnce.deposits} deposits, ${shownAtOnce.deliveries} deliveries with ${newestAttempts} attempts each, ${shownAtOnce.amendments} amendments`,
    answered: 'the rest has pages of its own',
  },
  { what: 'signatories, and watchers', howMuch: number(maxPeople), answered: '400' },
  { what: 'a text of the metadata', howMuch: `${number(maxSigningText)} characters`, answered: '400' },
  {
    what: 'page of a list',
    howMuch: `${maxSigningPage} records, ${bytes(maxPageBytes)} of people`,
    answered: '400; ends early, with `next`',
  },
  { what: 'words of a search', howMuch: `${maxSearchWords} different ones`, answered: '400' },
  {
    what: 'records sent, erased, called about or exported at once by ticks',
    howMuch: number(maxAtOnce),
    answered: 'a page that says so',
  },
  {
    what: 'records of one operation',
    howMuch: number(maxRecords),
    answered: '413',
  },
  {
    what: 'operations under way',
    howMuch: `${operationLimits.underWay}, ${operationLimits.underWayPerCaller} of one caller`,
    answered: tooMany,
  },
  { what: 'evidence packages', howMuch: turns(evidenceLimits), answered: tooMany },
  {
    what: 'entries of the history on a certificate',
    howMuch: `the newest ${number(maxCertificateEvents)}, and of those what has ${bytes(maxCertificateBytes)} of details`,
    answered: '`history.json` of the package has all',
  },
  { what: 'lists as CSV, and reports of operations', howMuch: turns(tableLimits), answered: tooMany },
  { what: 'signed documents as a ZIP', howMuch: turns(archiveLimits), answered: tooMany },
  {
    what: 'signed documents of one ZIP, and records of its `list.csv`',
    howMuch: `${number(archived.documents)}, ${number(archived.records)}`,
    answered: '413',
  },
  {
    what: 'templates, and signatories of one',
    howMuch: `${number(maxTemplates)}, ${number(maxRoles)}`,
    answered: 'the form, with what is wrong',
  },
  {
    what: 'tries of a call to the signing application',
    howMuch: time(giveUpAfterMs),
    answered: 'delivery `failed`',
  },
  {
    what: 'an answer kept for its `Idempotency-Key`',
    howMuch: time(keptMs),
    answered: 'the key is free again',
  },
  {
    what: 'tokens that are records, and names in a scope',
    howMuch: `${maxTokens}, ${maxScopeNames}`,
    answered: 'the form, with what is wrong',
  },
  {
    what: 'a token of the configuration',
    howMuch: `${minTokenLength} characters, ${minTokenVariety} different ones at least`,
    answered: 'the start is refused',
    parameter: 'appli.public.tokens',
  },
];

const {
  quotaUserBytes,
  quotaUserVideos,
  videoMaxUploadSize,
  mediaMinFree,
  encodeConcurrency,
  encodeRunningPerOwner,
  encodeQueuedPerOwner,
  encodeThreads,
} = declareParameters('');

const video: Limit[] = [
  { what: 'pages of changes', howMuch: turns(changePageTurns), answered: tooMany },
  {
    what: 'mails at once about encodings, and about the platform, to one account',
    howMuch: `one in ${time(encodingPauseMs)}, one in ${time(operationPauseMs)}`,
    answered: 'they wait',
  },
  {
    what: 'a source',
    howMuch: videoMaxUploadSize.default.text,
    answered: '413',
    parameter: videoMaxUploadSize.name,
  },
  {
    what: 'all sources of an owner',
    howMuch: 'no limit',
    answered: '413',
    parameter: quotaUserBytes.name,
  },
  { what: 'videos of an owner', howMuch: 'no limit', answered: '403', parameter: quotaUserVideos.name },
  {
    what: 'an upload that may be sent again under its `Idempotency-Key`',
    howMuch: time(creationsKeptMs),
    answered: 'the key is free again',
  },
  {
    what: 'uploads in pieces under way',
    howMuch: `${uploadLimits.ofOne} of one user and ${uploadLimits.largestOfOne} times the largest source, ${number(uploadLimits.ofAll)} in all`,
    answered: tooMany,
  },
  { what: 'parts that one of them is joined of', howMuch: number(uploadLimits.parts), answered: '400' },
  {
    what: 'one of them of which nothing comes',
    howMuch: time(uploadLimits.expiresAfterMs),
    answered: '410, then 404',
  },
  { what: 'a file that is kept in a folder', howMuch: bytes(maxFileBytes), answered: '413' },
  { what: 'subtitles among them', howMuch: bytes(maxSubtitleBytes), answered: '400' },
  { what: 'lines of them that a form corrects', howMuch: number(linesAtOnce), answered: 'in pages' },
  { what: 'the form of these lines', howMuch: bytes(maxLinesBytes), answered: '413' },
  {
    what: 'cues that a transcript and a trimmed video show',
    howMuch: number(mostCues),
    answered: 'the first',
  },
  { what: 'pieces that play of a video', howMuch: number(mostPieces), answered: '400' },
  { what: 'an image that is kept', howMuch: bytes(maxFileBytes), answered: '413' },
  { what: 'pixels of it', howMuch: number(mostImagePixels), answered: '400' },
  {
    what: 'free space of the media folder',
    howMuch: `${mediaMinFree.default.text} must be left, ${bytes(fullBelowBytes)} in any case`,
    answered: '507',
    parameter: mediaMinFree.name,
  },
  { what: 'texts of an upload', howMuch: bytes(maxFieldBytes), answered: '413' },
  { what: 'lines that are imported', howMuch: bytes(maxImportBytes), answered: '413' },
  { what: 'one line of them', howMuch: bytes(maxLineBytes), answered: 'told as a problem of the line' },
  {
    what: 'the report of an import',
    howMuch: `the first ${number(mostTold.problems)} problems and ${number(mostTold.changes)} changes`,
    answered: 'the others are counted',
  },
  { what: 'any other body', howMuch: bytes(maxBodyBytes), answered: '413' },
  { what: 'a text without another limit', howMuch: `${number(maxTextLength)} characters`, answered: '400' },
  { what: 'a slug', howMuch: `${maxSlugLength} characters of the title`, answered: 'cut at a word' },
  {
    what: 'what a source may hold',
    howMuch: `${number(sourceLimits.sidePixels)} pixels a side, ${number(sourceLimits.pixels)} a picture, ${sourceLimits.framesPerSecond} pictures a second, ${sourceLimits.streams} streams (of sounds the first and ${mostFurtherSounds} more are played), ${time(sourceLimits.durationSeconds * 1000)}`,
    answered: '400',
  },
  { what: 'uploads examined', howMuch: turns(probeTurnLimits), answered: tooMany },
  {
    what: 'the examination of one upload (ffprobe)',
    howMuch: `${time(probeTimeLimitMs)}, ${bytes(probeMemoryMiB * 2 ** 20)} of addresses`,
    answered: '400',
  },
  { what: 'images decoded and made smaller', howMuch: turns(imageTurnLimits), answered: tooMany },
  {
    what: 'decoding one image (ffmpeg)',
    howMuch: `${time(imageTimeLimitMs)}, ${bytes(imageMemoryMiB * 2 ** 20)} of addresses`,
    answered: '400',
  },
  {
    what: 'encodings',
    howMuch: `${encodeConcurrency.default.text} at a time in a process; owners take turns`,
    answered: 'they wait',
    parameter: encodeConcurrency.name,
  },
  {
    what: 'encodings of one owner at work',
    howMuch: 'as many as may be',
    answered: 'the others of this owner wait',
    parameter: encodeRunningPerOwner.name,
  },
  {
    what: 'encodings of one owner that wait',
    howMuch: 'as many as are asked for',
    answered: '429, with `Retry-After`',
    parameter: encodeQueuedPerOwner.name,
  },
  {
    what: 'one encoding (ffmpeg)',
    howMuch: `${timesDuration} times the duration, ${time(shortestLimitMs)} to ${time(longestLimitMs)}; ${bytes(encodeMemoryMiB(2) * 2 ** 20)} of addresses with two threads; more of both with renditions beyond full HD`,
    answered: 'failed, not tried again',
    parameter: encodeThreads.name,
  },
  {
    what: 'reading the times of a source, before it is encoded (ffprobe)',
    howMuch: `${time(timelineTimeLimitMs)}, ${bytes(probeMemoryMiB * 2 ** 20)} of addresses`,
    answered: 'failed, not tried again',
  },
  {
    what: 'pictures made to fill the gaps of a source',
    howMuch: number(mostFillingPictures),
    answered: 'encoded at a lower rate',
  },
  {
    what: 'tries of an encoding whose worker died',
    howMuch: number(maxAttempts),
    answered: 'failed',
  },
  { what: 'words of a search', howMuch: `${maxVideoSearchWords} different ones`, answered: '400' },
  {
    what: 'page of a list',
    howMuch: `${number(maxPageSize)} objects; ${bytes(maxAnswerBytes)} of long texts, ${bytes(maxShownBytes)} on a page in the browser`,
    answered: 'as many as may be; ends early, with `next`',
  },
  {
    what: 'records of the Dublin Core export in memory',
    howMuch: bytes(maxBatchBytes),
    answered: 'read in batches',
  },
  {
    what: 'changes that are kept to be followed',
    howMuch: `those of ${keptChanges.days} days, the newest ${number(keptChanges.most)} at most`,
    answered: '410 to whoever has not read as far; the newest of those that are gone stays for who has',
  },
  {
    what: 'page of changes',
    howMuch: `${maxChangesPage} of them; ${number(lookedThrough)} are looked through for those that a caller may know of`,
    answered: '400; ends early, with its cursor',
  },
  { what: 'exports of objects', howMuch: turns(exportLimits), answered: tooMany },
  { what: 'imports of objects', howMuch: turns(importLimits), answered: tooMany },
  {
    what: 'exports and imports in the background',
    howMuch: `${runLimits.underWay}, ${runLimits.underWayPerCaller} of one caller; ${runLimits.atATime} at a time in a process`,
    answered: tooMany,
  },
  {
    what: 'objects that are removed in the background',
    howMuch: `${deletionLimits.underWay}, ${deletionLimits.underWayPerCaller} of one caller, with the one that is asked for`,
    answered: tooMany,
  },
  {
    what: 'lines that are imported in the background',
    howMuch: `${bytes(runLimits.importBytes)} of an upload in pieces, ${bytes(maxImportBytes)} of a body`,
    answered: '413',
  },
  {
    what: 'results of exports in the background',
    howMuch: `the newest ${runLimits.resultsKeptPerCaller} of one caller, for ${runLimits.resultKeptMs / 3_600_000} h`,
    answered: 'they are forgotten',
  },
  {
    what: 'records of one answer to a harvester (OAI-PMH)',
    howMuch: `${number(oaiPage.records)}, or ${bytes(oaiPage.bytes)} of long texts`,
    answered: 'ends early, with a token',
  },
  {
    what: 'changed records that one request of a harvester follows up',
    howMuch: `${number(sealedAtOnce)} of each kind`,
    answered: 'the list goes on, or 503',
  },
  { what: 'requests that do so', howMuch: turns(sealTurnLimits), answered: '503 with `Retry-After`' },
  { what: 'a harvest that stands still', howMuch: time(resumptionHoldsMs), answered: '`badResumptionToken`' },
  { what: 'long lists and exports on their way', howMuch: turns(longAnswerLimits), answered: tooMany },
  { what: 'a reader of those that takes nothing', howMuch: time(idleReaderMs), answered: 'connection cut' },
  {
    what: 'files on their way from a bucket through a process',
    howMuch: turns(mediaStreamLimits),
    answered: tooMany,
  },
  { what: 'a reader of those that takes nothing', howMuch: time(idleReaderMs), answered: 'connection cut' },
  {
    what: 'a signed address of a media file',
    howMuch: time(signedForMs),
    answered: '403; the page of the video renews it',
  },
  {
    what: 'wrong passwords of videos',
    howMuch: `${attemptLimits.perAddress} of an address, ${attemptLimits.perAddressAndAccount} of an address for one video, in ${attemptLimits.windowSeconds} s`,
    answered: '429',
  },
  {
    what: 'a password of a video that was said',
    howMuch: time(passwordHoldsMs),
    answered: 'asked again',
  },
  {
    what: 'renditions of a video',
    howMuch: String(mostRungs),
    answered: 'of more sizes the largest five and the lowest are made',
  },
  {
    what: 'share links of a video',
    howMuch: `${shareLinkLimits.perVideo}, ended ones counted`,
    answered: '400',
  },
  {
    what: 'channels and videos that somebody follows and keeps',
    howMuch: `${myListLimits.items} of an account, and of a device`,
    answered: '409',
  },
  {
    what: 'webhooks',
    howMuch: `${webhookLimits.perMaker} of whoever makes them, ${webhookLimits.inAll} in all; ${maxPatterns} events of each`,
    answered: '403',
  },
  {
    what: 'deliveries of a webhook: in their turn',
    howMuch: '1 at a time; what waits is in the feed of changes',
    answered: 'they wait; changes that are not kept any more are counted as missed',
  },
  {
    what: 'deliveries of a webhook: asked for, tests too',
    howMuch: `${webhookLimits.asked} wait`,
    answered: '429',
  },
  {
    what: 'a call to a webhook',
    howMuch: `${time(telling.timeoutMs)}; ${bytes(keptBytes)} of the headers and of the body of the answer`,
    answered: `tried again for ${time(giveUpAfterMs)}, then the webhook is switched off; the rest is not read`,
  },
  {
    what: 'deliveries of a webhook that are kept',
    howMuch: `the newest ${number(telling.keptDeliveries)}, the newest ${keptAttempts} attempts of each`,
    answered: 'older ones are forgotten',
  },
  {
    what: 'views of videos that count',
    howMuch: `${number(viewLimits.ofCaller)} of a caller, ${number(viewLimits.callers)} callers, in ${time(viewLimits.onceInMs)}; ${number(viewLimits.waiting)} wait to be written`,
    answered: 'the video is shown, and not counted',
  },
];

/** Everything that a caller can use up, by service. */
export const budgetTables: LimitTables = { both, signing, video };
