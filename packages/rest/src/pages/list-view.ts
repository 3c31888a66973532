import { type Html, html } from '@campus/pages';
import type { Request, Response } from 'express';
import type { KnownRequest } from '../engine.ts';
import { root } from '../hyperlink.ts';
import { sameAddressWith } from './addresses.ts';
import { formNames } from './page-form.ts';
import { pageWords } from './page-words.ts';

const views = ['json', 'table'] as const;

/** How the rows of a list are shown on a page. */
type ListView = (typeof views)[number];

/** Remembers the last choice. It tells no more than that. */
const cookie = 'list_view';
const keptMs = 365 * 24 * 60 * 60 * 1000;

/** What the address asks for, which is remembered, else what was asked for last. */
export function listViewOf(request: Request, response: Response): ListView {
  const asked = views.find((view) => view === request.query[formNames.view]);
  if (asked !== undefined)
    response.cookie(cookie, asked, {
      httpOnly: true,
      maxAge: keptMs,
      path: root,
      sameSite: 'lax',
      secure: request.secure,
    });
  const isTable = new RegExp(`(?:^|;\\s*)${cookie}=table(?:;|$)`).test(request.headers.cookie ?? '');
  return asked ?? (isTable ? 'table' : 'json');
}

/** Links that show the same list in the other way. */
export function viewSwitch<Services>(view: ListView, { request, language }: KnownRequest<Services>): Html {
  const say = pageWords[language];
  const links = views.map((each) => {
    const href = sameAddressWith(request, formNames.view, each);
    return html`<a href="${href}"${each === view && html` aria-current="true"`}>${say.views[each]}</a>`;
  });
  return html`<nav class="views" aria-label="${say.shownAs}">${links}</nav>`;
}
