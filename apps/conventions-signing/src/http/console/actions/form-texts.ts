import type { Request } from 'express';

/** One field of a form as it was typed, without blanks around it; of a repeated one the last; empty when absent. */
export function formText({ body }: Pick<Request, 'body'>, name: string): string {
  return formTexts({ body }, name).at(-1) ?? '';
}

/** A field that may occur several times. */
export function formTexts({ body }: Pick<Request, 'body'>, name: string): string[] {
  const fields: Readonly<Record<string, unknown>> = body ?? {};
  return [fields[name]].flat().flatMap((value) => (typeof value === 'string' ? [value.trim()] : []));
}
