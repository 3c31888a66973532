import { randomUUID } from 'node:crypto';
import { formText } from '@campus/accounts';
import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Request } from 'express';
import { personActor } from '../../../data/history.ts';
import type { RequestKey } from '../../../data/idempotent-answers.ts';
import { signableStates } from '../../../domain/signable.ts';
import type { Standing } from '../../../signing/change-record.ts';
import { parseNumber } from '../../asked/ref-in.ts';
import { isUuid } from '../../asked/uuid-in.ts';
import type { Reader } from '../session/reader.ts';

/** The hidden field of a form that says what it was made for, so that it does nothing once the record has moved on. */
export function standingField(standing: Standing) {
  return ui.hiddenField('standing', standingText(standing));
}

/** `signing.2.17`: state, round and registered document. */
export function standingText({ state, round, documentId }: Standing): string {
  return `${state}.${round}.${documentId ?? ''}`;
}

/** The standing that a form was made for; undefined when a text is none. */
export function parseStanding(text: string): Standing | undefined {
  const [named, counted = '', document = '', ...more] = text.split('.');
  const state = signableStates.find((one) => one === named && one !== 'erased');
  const round = counted === '0' ? 0 : parseNumber(counted);
  const documentId = parseNumber(document);
  if (state === undefined || round === undefined || documentId === undefined || more.length > 0)
    return undefined;
  return { state, round, documentId };
}

/** The hidden field of a form that is obeyed once, however often it is sent: a double click, "back" and again. */
export function onceField() {
  return ui.hiddenField('once', randomUUID());
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

/** A page that was open for longer asks as if it had just been made. */
const longestOpenMs = 24 * 3_600_000;

/** The hidden field of a form about many calls: what was asked for since the page was made is not asked for twice. */
export function askedField({ now }: Reader): Html {
  return ui.hiddenField('asked', now.toISOString());
}

/** When the page was made whose form this is. */
export function askedIn({ request, reader: { now } }: { request: Request; reader: Reader }): Date {
  const asked = new Date(formText(request, 'asked'));
  const age = now.getTime() - asked.getTime();
  return age >= 0 && age < longestOpenMs ? asked : now;
}
