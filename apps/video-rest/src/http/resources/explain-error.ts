import { whyDatabaseIsAway, whyNoSpace } from '@campus/database';
import { InvalidInput, Refusal } from '@campus/rest';
import { BudgetSpentError, budgetMessages, HostError, UploadError } from '@campus/service';
import { AccountError, type AccountErrorCode } from '../../accounts/account-error.ts';
import { AuthenticationError } from '../../accounts/authentication-error.ts';
import { MediaRefusal } from '../../ffmpeg/media-refusal.ts';
import { MediaToolsError } from '../../ffmpeg/open-media-tools.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { explainUpload, noSpace } from './explain-upload.ts';

const challenge = 'Basic realm="api"';

/** The errors of our rooms as answers: the one place where codes meet statuses. */
export function explainError(error: unknown): Refusal | InvalidInput | undefined {
  if (error instanceof AuthenticationError) return explainAuthentication(error);
  if (error instanceof AccountError) return explainAccount(error);
  if (error instanceof MediaRefusal)
    return new InvalidInput({ video: [{ text: error.text, values: error.values }] });
  if (error instanceof MediaToolsError) return toolsMissing(error);
  if (error instanceof UploadError) return explainUpload(error);
  if (error instanceof StorageError && error.code !== 'unusable') return noSpace(error);
  if (error instanceof HostError)
    return new Refusal('malformed_request', { values: { reason: error.message }, cause: error });
  if (error instanceof BudgetSpentError) return budgetSpent(error);
  const full = whyNoSpace(error);
  if (full !== undefined) return diskFull(full, error);
  const reason = whyDatabaseIsAway(error);
  return reason === undefined ? undefined : databaseAway(reason, error);
}

function budgetSpent(error: BudgetSpentError): Refusal {
  const { status, budget, retryAfterSeconds: wait } = error;
  return new Refusal(
    { status, text: budgetMessages[budget] },
    { values: { wait }, headers: { 'Retry-After': String(wait) }, cause: error },
  );
}

/** Of the database, or of `data.dir`; RFC 4918 §11.5. */
function diskFull(reason: string, cause: unknown): Refusal {
  const text = {
    en: 'There is no space left to store this. Nothing was changed; tell the operator.',
    fr: "Il n'y a plus de place pour enregistrer cela. Rien n'a été modifié\u00a0; prévenez l'exploitant.",
  };
  return new Refusal({ status: 507, text }, { reason: `a disk is full: ${reason}`, cause });
}

/** It often is for the seconds of a restart. */
function databaseAway(reason: string, cause: unknown): Refusal {
  const text = {
    en: 'The database cannot be reached at the moment. Try again in a few seconds.',
    fr: "La base de données n'est pas joignable pour le moment. Réessayez dans quelques secondes.",
  };
  return new Refusal(
    { status: 503, text },
    { headers: { 'Retry-After': '5' }, reason: `the database is away: ${reason}`, cause },
  );
}

/** As at an upload, which ffprobe is to look at. */
function toolsMissing(cause: MediaToolsError): Refusal {
  const text = {
    en: 'Videos cannot be examined at the moment; tell the operator.',
    fr: "Les vidéos ne peuvent pas être examinées pour le moment ; prévenez l'exploitant.",
  };
  return new Refusal(
    { status: 503, text },
    { headers: { 'Retry-After': '60' }, reason: cause.message, cause },
  );
}

function explainAuthentication(error: AuthenticationError): Refusal {
  const { code, text, retryAfterSeconds } = error;
  if (code !== 'throttled' && code !== 'busy') {
    return new Refusal({ status: 401, text }, { headers: { 'WWW-Authenticate': challenge }, cause: error });
  }
  const wait = String(retryAfterSeconds ?? 1);
  return new Refusal(
    { status: code === 'busy' ? 503 : 429, text },
    { values: { wait }, headers: { 'Retry-After': wait }, cause: error },
  );
}

function explainAccount(error: AccountError): Refusal | undefined {
  const status = accountStatus[error.code];
  if (status === undefined) return undefined;
  return new Refusal({ status, text: error.text }, { values: error.values, cause: error });
}

const accountStatus: Partial<Record<AccountErrorCode, number>> = { last_superuser: 409, user_not_found: 404 };
