import * as ui from '@campus/pages';
import type { Html } from '@campus/pages/html';
import type { Request } from 'express';
import type { Account } from '../account.ts';
import { type FormHandlers, type Reader, type Visit, type VisitDeps, visitsWith } from '../session/visit.ts';

/** The tokens of a service: what is asked for a new one, and what is said of one that is to end. */
export interface TokenPages<Typed, Token, Deps extends VisitDeps<Account>> {
  addresses: {
    list: string;
    /** Of the list, which says what has just been done; `repeated`: a form that was obeyed already. */
    after(done: 'revoked' | 'repeated'): string;
  };
  /** What the form of a new token holds at first. */
  untyped(request: Request): Typed;
  typedIn(request: Request): Typed;
  /** Whether the form asks for other choices only. */
  isSearch?(request: Request): boolean;
  form(visit: Deps & Visit<Account>, typed: Typed, problems: ui.Problems): ui.Page | Promise<ui.Page>;
  problemsOf(typed: Typed, reader: Reader<Account>): ui.Problems;
  /** Makes the token, and shows it, the only time that anything does: the answer itself, and no redirect. */
  make(visit: Deps & Visit<Account>, typed: Typed): Promise<ui.Page>;
  /** What a refusal of `make` is about; undefined: it is none. */
  problemsIn(error: unknown, language: ui.Language): ui.Problems | undefined;
  /** The token that the address names. @throws when there is none */
  find(deps: Deps, request: Request): Promise<Token>;
  /** The question before a program is locked out. */
  revocation(
    token: Token,
    language: ui.Language,
  ): { title: string; breadcrumbs: ui.Link[]; content: Html; action: string; button: string };
  revoke(visit: Deps & Visit<Account>, token: Token): Promise<void>;
}

/** Their pages, whatever the service. */
interface TokenVisit extends VisitDeps<Account>, Visit<Account> {
  tokens: TokenPages<unknown, unknown, VisitDeps<Account>>;
}

/** The pages that make a token, and revoke one; a service has the list of its tokens beside them. */
export function tokenRoutes<Typed, Token, Deps extends VisitDeps<Account>>(
  deps: Deps,
  tokens: TokenPages<Typed, Token, Deps>,
): { add: FormHandlers; revoke: FormHandlers } {
  const { readForm } = deps.sessions;
  const run = visitsWith({ ...deps, tokens: tokens as TokenVisit['tokens'] });
  return {
    add: {
      get: run((visit) => showForm(visit, visit.tokens.untyped(visit.request))),
      post: [...readForm, run(make)],
    },
    revoke: { get: run(askToRevoke), post: [...readForm, run(revoke)] },
  };
}

async function showForm(visit: TokenVisit, typed: unknown, problems: ui.Problems = {}): Promise<void> {
  visit.answer(await visit.tokens.form(visit, typed, problems), ui.hasProblems(problems) ? 400 : 200);
}

async function make(visit: TokenVisit): Promise<void> {
  const { sessions, tokens, request, response, reader, answer } = visit;
  const typed = tokens.typedIn(request);
  if (tokens.isSearch?.(request)) return showForm(visit, typed);
  const problems = tokens.problemsOf(typed, reader);
  if (ui.hasProblems(problems)) return showForm(visit, typed, problems);
  if (!(await sessions.isFirst(request))) return response.redirect(303, tokens.addresses.after('repeated'));
  let page: ui.Page;
  try {
    page = await tokens.make(visit, typed);
  } catch (error) {
    const refused = tokens.problemsIn(error, reader.language);
    if (refused === undefined) throw error;
    return showForm(visit, typed, refused);
  }
  answer(page);
}

async function askToRevoke(visit: TokenVisit): Promise<void> {
  const { tokens, request, reader, csrf, answer } = visit;
  const { language } = reader;
  const asked = tokens.revocation(await tokens.find(visit, request), language);
  const back = tokens.addresses.list;
  answer(ui.confirmPage({ ...asked, csrf: csrf(), isDangerous: true, back, language }));
}

async function revoke(visit: TokenVisit): Promise<void> {
  const { tokens, request, response } = visit;
  // Whoever has revoked it first, it is.
  await tokens.revoke(visit, await tokens.find(visit, request));
  response.redirect(303, tokens.addresses.after('revoked'));
}

/** Whether a token is let in, or why not. */
export function tokenStateAt(
  now: Date,
  { revokedAt, expiresAt }: { revokedAt: Date | null; expiresAt: Date | null },
): 'active' | 'expired' | 'revoked' {
  if (revokedAt !== null) return 'revoked';
  return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}
