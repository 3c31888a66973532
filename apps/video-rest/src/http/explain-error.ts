import { AccountRuleError } from '@campus/accounts';
import { whyUnavailable } from '@campus/database';
import { translated } from '@campus/pages';
import { InvalidInput, Refusal } from '@campus/rest';
import { BudgetSpentError, budgetMessages, HostError, UploadError } from '@campus/service';
import { AccountError } from '../accounts/account-error.ts';
import { AuthenticationError } from '../accounts/authenticate.ts';
import { MediaRefusal } from '../ffmpeg/media-refusal.ts';
import { MediaToolsError } from '../ffmpeg/open-media-tools.ts';
import { FileRefusal } from '../library/file-refusal.ts';
import { StorageError } from '../storage/storage-error.ts';
import { UploadStop } from '../uploads/upload-error.ts';
import { QuotaError } from '../videos/quotas.ts';
import { VideoError } from '../videos/video-error.ts';
import { WebhookError } from '../webhooks/webhook-error.ts';
import { type AnsweredByCode, answers, fieldMessages, refusals } from './refusals.ts';

/** The errors of our rooms as answers; undefined: a bug. */
export function explainError(error: unknown): Refusal | InvalidInput | undefined {
  if (error instanceof MediaRefusal) return wrongField('video', error);
  if (error instanceof FileRefusal) return wrongField('file', error);
  if (error instanceof QuotaError && error.isHandover) return wrongField('owner', error);
  if (error instanceof AccountRuleError) return wrongField(error.subject, error);
  if (
    error instanceof AccountError ||
    error instanceof AuthenticationError ||
    error instanceof QuotaError ||
    error instanceof UploadStop ||
    error instanceof VideoError ||
    error instanceof WebhookError
  )
    return explainByCode(error);
  if (error instanceof MediaToolsError) {
    const reason = error.message;
    return new Refusal(refusals.media_tools_missing, {
      headers: { 'Retry-After': '60' },
      reason,
      cause: error,
    });
  }
  if (error instanceof UploadError) return explainUpload(error);
  if (error instanceof StorageError) return explainStorage(error);
  if (error instanceof HostError)
    return new Refusal('malformed_request', { values: { reason: error.message }, cause: error });
  if (error instanceof BudgetSpentError) return budgetSpent(error, { cause: error });
  return explainUnavailable(error);
}

function explainUnavailable(error: unknown): Refusal | undefined {
  const missing = whyUnavailable(error);
  if (missing === undefined) return undefined;
  const { cause, reason, retryAfterSeconds } = missing;
  const why = { reason, cause: error };
  if (cause === 'means') return budgetSpent(new BudgetSpentError('all', { retryAfterSeconds }), why);
  if (cause === 'space') return new Refusal(refusals.disk_full, why);
  const headers = { 'Retry-After': String(retryAfterSeconds) };
  return new Refusal(refusals.database_away, { headers, ...why });
}

/** Of errors that are thrown more than once. */
const told = new WeakMap<AnsweredByCode, Refusal | InvalidInput>();

function explainByCode(error: AnsweredByCode): Refusal | InvalidInput {
  const known = told.get(error);
  if (known !== undefined) return known;
  const made = tellByCode(error);
  told.set(error, made);
  return made;
}

function tellByCode(error: AnsweredByCode): Refusal | InvalidInput {
  const { code, text, values } = error;
  const answer = answers[code];
  if (typeof answer === 'string') return wrongField(answer, error);
  const wait = code === 'owner_has_enough' ? 60 : error.retryAfterSeconds;
  const headers = {
    ...(answer === 401 && { 'WWW-Authenticate': 'Basic realm="api"' }),
    ...(wait !== undefined && { 'Retry-After': String(wait) }),
  };
  return new Refusal({ status: answer, ...text }, { values, headers, cause: error });
}

function wrongField(name: string, { text, values }: Pick<AnsweredByCode, 'text' | 'values'>): InvalidInput {
  return new InvalidInput({ [name]: [{ text, values }] });
}

function explainStorage(error: StorageError): Refusal | undefined {
  switch (error.code) {
    case 'disk_full':
    case 'store_full':
    case 'too_little_space':
      return new Refusal(refusals.media_folder_full, { cause: error });
    case 'upload_lost':
      return new Refusal(refusals.upload_lost, { cause: error });
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

const budgetTexts = translated(budgetMessages);

function budgetSpent(error: BudgetSpentError, why: { reason?: string; cause: unknown }): Refusal {
  const { status, budget, retryAfterSeconds: wait } = error;
  return new Refusal(
    { status, ...budgetTexts[budget] },
    { values: { wait }, headers: { 'Retry-After': String(wait) }, ...why },
  );
}

/** Why a multipart body was not taken, as an answer. */
function explainUpload(error: UploadError): Refusal | InvalidInput {
  const { code, message, maxBytes, part } = error;
  switch (code) {
    case 'too_large':
    case 'texts_too_large':
      return new Refusal('too_large', { values: { limit: showBytes(maxBytes) }, cause: error });
    case 'encoded':
      return new Refusal('unsupported_media_type', {
        values: { type: 'multipart/form-data (Content-Encoding)' },
        cause: error,
      });
    case 'unexpected_file':
      return new InvalidInput({ [part ?? '']: [{ text: fieldMessages.unexpected_file }] });
    case 'malformed':
    case 'parts_refused':
    case 'client_gone': {
      const reason = part === undefined ? message : `${message} (${part})`;
      return new Refusal('multipart_parse_error', { values: { reason }, cause: error });
    }
  }
}

const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];

/** `20 GiB`, `1.5 MiB`; exact bytes where a unit would round. */
function showBytes(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  const amount = bytes / 2 ** (10 * power);
  return Number.isInteger(amount * 10) ? `${amount} ${units[power]}` : `${bytes} bytes`;
}
