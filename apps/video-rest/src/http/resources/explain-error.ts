import { whyDatabaseIsAway, whyNoSpace } from '@campus/database';
import { InvalidInput, Refusal } from '@campus/rest';
import { BudgetSpentError, budgetMessages, HostError, UploadError, whyShortOfMeans } from '@campus/service';
import { AccountError, type AccountErrorCode } from '../../accounts/account-error.ts';
import { AuthenticationError } from '../../accounts/authentication-error.ts';
import { MediaRefusal } from '../../ffmpeg/media-refusal.ts';
import { MediaToolsError } from '../../ffmpeg/open-media-tools.ts';
import { FileRefusal } from '../../library/file-refusal.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { type UploadErrorCode, UploadStop } from '../../uploads/upload-error.ts';
import { QueueError } from '../../videos/queue-error.ts';
import { QuotaError } from '../../videos/quota-error.ts';
import { RepeatError } from '../../videos/repeat-error.ts';
import { ShareLinkError } from '../../videos/share-link-error.ts';
import { ThemeError } from '../../videos/theme-error.ts';
import { refusals } from '../refusals.ts';
import { explainUpload } from './explain-upload.ts';

const challenge = 'Basic realm="api"';

/** The errors of our rooms as answers: the one place where codes meet statuses. */
export function explainError(error: unknown): Refusal | InvalidInput | undefined {
  if (error instanceof AuthenticationError) return explainAuthentication(error);
  if (error instanceof AccountError) return explainAccount(error);
  if (error instanceof MediaRefusal)
    return new InvalidInput({ video: [{ text: error.text, values: error.values }] });
  if (error instanceof QueueError)
    return new Refusal(
      { status: 429, ...error.text },
      { values: error.values, headers: { 'Retry-After': '60' }, cause: error },
    );
  if (error instanceof ThemeError) {
    const field = error.code === 'titles_meet' ? 'themes' : 'parentId';
    return new InvalidInput({ [field]: [{ text: error.text }] });
  }
  if (error instanceof ShareLinkError)
    return new InvalidInput({ video: [{ text: error.text, values: error.values }] });
  if (error instanceof FileRefusal)
    return new InvalidInput({ file: [{ text: error.text, values: error.values }] });
  if (error instanceof RepeatError) return new Refusal({ status: 422, ...error.text }, { cause: error });
  if (error instanceof QuotaError) {
    const { text, values, isHandover, isOfBytes } = error;
    if (isHandover) return new InvalidInput({ owner: [{ text, values }] });
    return new Refusal({ status: isOfBytes ? 413 : 403, ...text }, { values, cause: error });
  }
  if (error instanceof MediaToolsError) {
    const reason = error.message;
    return new Refusal(refusals.media_tools_missing, {
      headers: { 'Retry-After': '60' },
      reason,
      cause: error,
    });
  }
  if (error instanceof UploadError) return explainUpload(error);
  if (error instanceof UploadStop) {
    const { code, text, values } = error;
    return new Refusal({ status: uploadStatus[code], ...text }, { values, cause: error });
  }
  if (error instanceof StorageError) return explainStorage(error);
  if (error instanceof HostError)
    return new Refusal('malformed_request', { values: { reason: error.message }, cause: error });
  if (error instanceof BudgetSpentError) return budgetSpent(error, { cause: error });
  const short = whyShortOfMeans(error);
  if (short !== undefined) {
    const reason = `the system has no room for more: ${short}`;
    return budgetSpent(new BudgetSpentError('all', { retryAfterSeconds: 5 }), { reason, cause: error });
  }
  const full = whyNoSpace(error);
  if (full !== undefined)
    return new Refusal(refusals.disk_full, { reason: `a disk is full: ${full}`, cause: error });
  const away = whyDatabaseIsAway(error);
  if (away === undefined) return undefined;
  const reason = `the database is away: ${away}`;
  return new Refusal(refusals.database_away, { headers: { 'Retry-After': '5' }, reason, cause: error });
}

function explainStorage(error: StorageError): Refusal | undefined {
  switch (error.code) {
    case 'disk_full':
    case 'too_little_space':
      return new Refusal(refusals.media_folder_full, { cause: error });
    case 'store_away':
    // The start has made sure of it: something else stands in its place.
    case 'unusable': {
      const headers = { 'Retry-After': '5' };
      return new Refusal(refusals.media_store_away, { headers, reason: error.message, cause: error });
    }
    default:
      return undefined;
  }
}

function budgetSpent(error: BudgetSpentError, why: { reason?: string; cause: unknown }): Refusal {
  const { status, budget, retryAfterSeconds: wait } = error;
  return new Refusal(
    { status, ...budgetMessages[budget] },
    { values: { wait }, headers: { 'Retry-After': String(wait) }, ...why },
  );
}

function explainAuthentication(error: AuthenticationError): Refusal {
  const { code, text, retryAfterSeconds } = error;
  if (code !== 'throttled' && code !== 'busy') {
    return new Refusal(
      { status: 401, ...text },
      { headers: { 'WWW-Authenticate': challenge }, cause: error },
    );
  }
  const wait = String(retryAfterSeconds ?? 1);
  return new Refusal(
    { status: code === 'busy' ? 503 : 429, ...text },
    { values: { wait }, headers: { 'Retry-After': wait }, cause: error },
  );
}

function explainAccount(error: AccountError): Refusal | undefined {
  const status = accountStatus[error.code];
  if (status === undefined) return undefined;
  return new Refusal({ status, ...error.text }, { values: error.values, cause: error });
}

const accountStatus: Partial<Record<AccountErrorCode, number>> = { last_superuser: 409, user_not_found: 404 };

/** 409, 413 and 460 as tus has them; RFC 4918 §11.3 for 423, after which clients ask again how far they are. */
const uploadStatus: Record<UploadErrorCode, number> = {
  no_upload: 404,
  expired: 410,
  part_not_whole: 400,
  too_many_parts: 400,
  taken_over: 423,
  other_offset: 409,
  too_many_bytes: 413,
  wrong_checksum: 460,
  cut_off: 400,
  other_range: 400,
  wrong_md5: 400,
  no_type: 400,
};
