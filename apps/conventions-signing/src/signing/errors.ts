import { codedInputError } from '../domain/input-problem.ts';

/** The closed list of what can go wrong in the signing room. `src/http/problems.ts` gives each a status. */
export type SigningErrorCode =
  | 'signable_not_found'
  | 'signed_document_not_found'
  | 'not_in_signing'
  | 'signed_outside'
  | 'round_refused'
  | 'superseded_document'
  | 'not_a_draft'
  | 'already_signed'
  | 'changed_meanwhile'
  | 'precondition_failed'
  | 'not_restorable'
  | 'reason_required'
  | 'nobody_awaited'
  | 'reminded_today'
  | 'due_passed'
  | 'amendments_left'
  | 'reference_taken'
  | 'out_of_scope'
  | 'delivery_not_found'
  | 'delivery_not_current'
  | 'operation_not_found'
  | 'too_many_records'
  | 'right_withdrawn'
  | 'unknown_signatory'
  | 'duplicate_date_entry'
  | 'too_many_versions'
  | 'too_many_date_changes'
  | 'too_many_redeliveries'
  | 'not_a_pdf'
  | 'encrypted_pdf'
  | 'pdf_too_complex'
  | 'idempotency_key_reused';

/** An expected failure of a use case; nothing has changed when it is thrown. */
export class SigningError extends codedInputError<SigningErrorCode>() {}
