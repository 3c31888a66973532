import type { Language, Problems } from '@campus/pages';
import * as rest from '@campus/rest';
import { UploadError } from '@campus/service';
import { StorageError } from '../../../storage/storage-error.ts';
import { QuotaError } from '../../../videos/quotas.ts';

/** Why a form was not obeyed. */
interface FormFault {
  status: number;
  /** By field; what is about none of them stands at `form`. */
  problems: Problems;
  /** By name. */
  headers: Readonly<Record<string, string>>;
}

/**
 * What is wrong with a form, in the sentences of the API, at its fields; undefined: nothing that its sender could mend.
 *
 * @param options.fileField  where it stands what is wrong with a file as a whole
 */
export function formFault(
  error: unknown,
  options: {
    engine: { explain: rest.Explain };
    language: Language;
    fileField?: string | undefined;
  },
): FormFault | undefined {
  const { engine, language, fileField } = options;
  const isOurs = error instanceof rest.InvalidInput || error instanceof rest.Refusal;
  const expected = isOurs ? error : engine.explain(error);
  if (expected === undefined) return undefined;
  if (expected instanceof rest.InvalidInput) {
    const problems = Object.entries(expected.problems).map(
      ([name, messages]) => [name, messages.map((message) => rest.say(message, language))] as const,
    );
    return { status: 400, problems: Object.fromEntries(problems), headers: {} };
  }
  const isOfFile =
    error instanceof UploadError || error instanceof StorageError || error instanceof QuotaError;
  const at = isOfFile && fileField !== undefined ? fileField : 'form';
  const { status, headers } = expected;
  return { status, problems: { [at]: [expected.sentence(language)] }, headers };
}
