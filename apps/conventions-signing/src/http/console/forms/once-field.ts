import { randomUUID } from 'node:crypto';
import { formText } from '@campus/accounts';
import { hiddenField } from '@campus/pages';
import type { Request } from 'express';
import { personActor } from '../../../data/history.ts';
import type { RequestKey } from '../../../data/idempotent-answers.ts';
import { isUuid } from '../../asked/uuid-in.ts';

/** The hidden field of a form that is obeyed once, however often it is sent: a double click, "back" and again. */
export function onceField() {
  return hiddenField('once', randomUUID());
}

/** What such a field holds; undefined when the form has none. */
export function onceIn(form: Pick<Request, 'body'>): string | undefined {
  const once = formText(form, 'once');
  return isUuid(once) ? once : undefined;
}

/**
 * What the form's use case runs under; undefined when the form has no such field.
 *
 * @param options.form   what was received; absent: the request holds it
 * @param options.about  sets apart the records of a form about several
 */
export function requestKeyOf(
  request: Request,
  account: { username: string },
  { form = request, about = '' }: { form?: Pick<Request, 'body'>; about?: string } = {},
): RequestKey | undefined {
  const once = onceIn(form);
  if (once === undefined) return undefined;
  const path = `${request.baseUrl}${request.path}`.replace(/\/$/, '');
  return { actor: personActor(account), route: `POST ${path}${about}`, key: once };
}
