import type { Texts } from '@campus/service';
import { personActor } from '../../../data/history.ts';
import { maxPeople } from '../../../wire/inputs.ts';
import { requireContentType } from '../../answer/negotiate.ts';
import { refuseWithdrawn } from '../../answer/send-file.ts';
import { noteLetIn } from '../../receive/ask-again.ts';
import { type Parts, withMultipart } from '../../receive/receive-multipart.ts';
import type { Uploads } from '../../receive/uploads.ts';
import { type ActionDeps, recipientOf, type Visit } from '../session/reader.ts';

/** As many signatories as a registration may have, each with six fields; the longest text is a list of mail addresses. */
const textLimits = { count: 6 * maxPeople + 20, maxBytes: 256 * 1024, maxAllBytes: 4 * 1024 * 1024 };

/** A form that no page of ours has sent. */
class ForeignFormError extends Error {
  // What has a code is not taken for a broken body.
  readonly code = 'foreign_form';
}

/** What a form with a PDF works with. */
export interface FormDeps extends ActionDeps {
  uploads: Uploads;
}

/** Such a form as it has come; `formText` reads its texts, which no parser of Express has put into the request. */
export interface ReceivedForm extends Parts {
  body: Texts;
}

export type FormVisit = FormDeps & Visit;

/**
 * Receives a form with a PDF (`doc`) and lends it to `use`. The CSRF field stands first in the form: without
 * it the form is refused (403) before its file is written anywhere.
 *
 * @throws InputError  everything that can be wrong with a body
 * @throws BudgetSpentError; SigningError, `right_withdrawn`
 */
export async function withForm(visit: FormVisit, use: (form: ReceivedForm) => Promise<void>): Promise<void> {
  const { sessions, uploads, request, response, reader } = visit;
  requireContentType(request, ['multipart/form-data']);
  noteLetIn(request, () => refuseWithdrawn(recipientOf(visit).stillMay));
  const caller = personActor(reader.account);
  const refuse = (texts: Texts) => {
    const fields = Object.fromEntries(
      Object.entries(texts).map(([name, given]) => [name, given.length === 1 ? given[0] : given]),
    );
    return sessions.holdsCsrf(request, fields) ? undefined : new ForeignFormError('not one of our forms');
  };
  try {
    await withMultipart(request, { uploads, caller, refuse, textLimits }, (parts) =>
      use({ ...parts, body: parts.texts }),
    );
  } catch (error) {
    if (!(error instanceof ForeignFormError)) throw error;
    sessions.sendForeignForm(request, response);
  }
}
