import type { Request } from 'express';

/** One field of a posted form as it was typed; of a repeated one the last; empty when absent. */
export function formText(request: Pick<Request, 'body'>, name: string): string {
  return formTexts(request, name).at(-1) ?? '';
}

/** All values of a field that may occur several times, as they were typed. */
export function formTexts({ body }: Pick<Request, 'body'>, name: string): string[] {
  const fields: Readonly<Record<string, unknown>> = body ?? {};
  const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return [given].flat().filter((value) => typeof value === 'string');
}

/** Whether a check box (`checkbox` of `@campus/pages`) was ticked. */
export function isTicked(request: Pick<Request, 'body'>, name: string): boolean {
  return formText(request, name) === 'true';
}
