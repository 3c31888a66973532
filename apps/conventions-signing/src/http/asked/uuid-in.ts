import type { Request } from 'express';
import { SigningError } from '../../signing/errors.ts';

const noSuch = {
  delivery: ['delivery_not_found', 'the id in the path is not the id of a delivery'],
  operation: ['operation_not_found', 'the id in the path is not the id of an operation'],
} as const;

/**
 * The id of what the path names.
 *
 * @throws SigningError  `delivery_not_found` or `operation_not_found` when none can have it
 */
export function uuidIn(request: Request, of: keyof typeof noSuch): string {
  const id = String(request.params.id);
  if (isUuid(id)) return id;
  const [code, message] = noSuch[of];
  throw new SigningError(code, message);
}

/** Whether a text is a UUID as it is written (RFC 9562 §4). */
export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
