import type { Request } from 'express';

/** One field of a posted form as it was typed, of a repeated one the last; empty when absent. */
export function formText(request: Request, name: string): string {
  const body: Readonly<Record<string, unknown>> = request.body ?? {};
  const given = body[name];
  const value = Array.isArray(given) ? given.at(-1) : given;
  return typeof value === 'string' ? value : '';
}

/** Whether a check box of a posted form was ticked. */
export function isTicked(request: Request, name: string): boolean {
  return formText(request, name) === 'true';
}
