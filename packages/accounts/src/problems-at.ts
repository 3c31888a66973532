import type { Language, Problems } from '@campus/pages';

/** A class of expected failures that people are told about, see `translatedError`. */
export type Refusals<Code extends string = string> = new (
  ...args: never[]
) => { readonly code: Code; sentence(language: Language): string };

/** For a form: at which fields stands what it is refused for. Other errors, and codes without a field, are undefined. */
export function problemsAt<Code extends string>(
  refusals: Refusals<Code>,
  fields: Partial<Record<NoInfer<Code>, string>>,
) {
  return (error: unknown, language: Language): Problems | undefined => {
    if (!(error instanceof refusals)) return undefined;
    const field = fields[error.code];
    return field === undefined ? undefined : { [field]: [error.sentence(language)] };
  };
}
