import { InvalidInput, Refusal } from '@campus/rest';
import type { UploadError } from '@campus/service';
import { fieldMessages } from '../refusals.ts';

/** Why a multipart body was not taken, as an answer. */
export function explainUpload(error: UploadError): Refusal | InvalidInput {
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
