import { showContext } from '../engine.ts';
import { readPageForm } from '../pages/page-form.ts';
import { type Body, readBody } from '../read-body.ts';
import { roomFor } from '../room-for.ts';
import type { Found } from './find.ts';

export interface Read<Services> extends Found<Services> {
  body: Body;
}

const nothing: Body = { isForm: false, members: new Map(), file: undefined, dispose: async () => {} };

/**
 * What does the request bring? Of an operation that takes nothing no body is read.
 *
 * @throws Refusal, InvalidInput
 */
export async function read<Services>(found: Found<Services>): Promise<Read<Services>> {
  const { route, operation, form, row } = found;
  const { takes: fields, changes } = operation;
  if (fields === undefined || !changes) return { ...found, body: nothing };
  const body =
    form === undefined
      ? await readBody(found, route.takes, () => roomFor(found, row))
      : readPageForm(form, { fields, row, context: showContext(found) });
  return { ...found, body };
}
