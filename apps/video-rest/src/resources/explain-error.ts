import { AccountError, type AccountErrorCode } from '../accounts/account-error.ts';
import { AuthenticationError } from '../accounts/authentication-error.ts';
import { MediaRefusal } from '../encoding/errors.ts';
import { InvalidInput, Refusal } from '../rest/errors.ts';
import { StorageError } from '../storage/storage-error.ts';
import { UploadError } from '../uploads/upload-error.ts';
import { explainUpload, noSpace } from './explain-upload.ts';
import { mediaRefusalMessage } from './media-refusal-message.ts';

const challenge = 'Basic realm="api"';

/** The errors of our rooms as answers: the one place where codes meet statuses. */
export function explainError(error: unknown): Refusal | InvalidInput | undefined {
  if (error instanceof AuthenticationError) return explainAuthentication(error);
  if (error instanceof AccountError) return explainAccount(error);
  if (error instanceof MediaRefusal) return new InvalidInput({ video: [mediaRefusalMessage(error)] });
  if (error instanceof UploadError) return explainUpload(error);
  if (error instanceof StorageError && error.code === 'no_space') return noSpace(error);
  return undefined;
}

function explainAuthentication(error: AuthenticationError): Refusal {
  const { code, text, retryAfterSeconds } = error;
  if (code !== 'throttled') {
    return new Refusal({ status: 401, text }, { headers: { 'WWW-Authenticate': challenge }, cause: error });
  }
  const wait = String(retryAfterSeconds ?? 1);
  return new Refusal(
    { status: 429, text },
    { values: { wait }, headers: { 'Retry-After': wait }, cause: error },
  );
}

function explainAccount(error: AccountError): Refusal | undefined {
  const status = accountStatus[error.code];
  if (status === undefined) return undefined;
  return new Refusal({ status, text: error.text }, { values: error.values, cause: error });
}

const accountStatus: Partial<Record<AccountErrorCode, number>> = { last_superuser: 409, user_not_found: 404 };
