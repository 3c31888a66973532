import { formTexts } from '@campus/accounts';
import * as ui from '@campus/pages';
import { type Html, html } from '@campus/pages/html';
import type { Request } from 'express';
import { type SignableKind, type SignableRef, signableKinds } from '../../../domain/signable.ts';
import { segments } from '../../../wire/api-addresses.ts';
import { parseNumber } from '../../asked/ref-in.ts';
import { listLink } from '../frame/record-in.ts';
import type { Visit } from '../session/reader.ts';
import { actionWords } from './action-words.ts';

/** A page of a list holds fewer; each record is a transaction of its own while the reader waits. */
export const maxAtOnce = 200;

/** What was ticked in the lists, each once. */
export function selectedIn(request: Request): SignableRef[] {
  return signableKinds.flatMap((kind) =>
    [...new Set(formTexts(request, segments[kind]))].flatMap((text) => parseRef(kind, text) ?? []),
  );
}

/** Whether there is something to do with, and no more than can be done at once; otherwise a page says so. */
export function isFewEnough({ reader, answer }: Visit, refs: SignableRef[], title: string): boolean {
  if (refs.length > 0 && refs.length <= maxAtOnce) return true;
  const say = actionWords[reader.language];
  const problem = refs.length === 0 ? say.nothingSelected : say.tooMany(maxAtOnce);
  answer({ title, main: html`${ui.notice('bad', problem)}<p>${listLinks(reader.language)}</p>` }, 400);
  return false;
}

/** The ways back to both lists. */
export function listLinks(language: ui.Language): Html {
  return html`${signableKinds.map((kind) => html`${ui.buttonLink(listLink(kind, language), { kind: 'plain' })} `)}`;
}

export function parseRef(kind: SignableKind, text: string): SignableRef | undefined {
  const number = parseNumber(text);
  return number === undefined ? undefined : { kind, number };
}

export function isSame(a: SignableRef, b: SignableRef): boolean {
  return a.kind === b.kind && a.number === b.number;
}
