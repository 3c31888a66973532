import { searchButtonName, withQuery } from '@campus/pages';
import type { Request } from 'express';
import type { Caller } from '../caller.ts';
import { Refusal } from '../errors.ts';
import { asksBefore, formNames } from '../pages/page-form.ts';
import { type Body, readBody } from '../read-body.ts';
import { roomFor } from '../room-for.ts';
import type { Operation } from '../route.ts';
import type { Authenticated } from './authenticate.ts';

export interface Permitted<Services> extends Authenticated<Services> {
  operation: Operation<Services>;
  /** What came with a session, from a page of ours. */
  form: Body | undefined;
}

/**
 * Does the method exist here, and may the caller use it? What changes anything must not be made by a page of another
 * site; what comes with a session alone is read at once, since only its body tells that a page of ours sent it.
 *
 * @throws Refusal  405, 403; for the body of a session as `readBody`
 */
export async function permit<Services>(known: Authenticated<Services>): Promise<Permitted<Services>> {
  const { request, route, caller, base, format } = known;
  const asks = format === 'page' && route.kind === 'object' && asksBefore('DELETE', { request, caller });
  const method = asks ? 'DELETE' : known.method;
  const operation = route.operationOf(method, { caller, format });
  if (operation === undefined) throw new Refusal('method_not_allowed', { values: { method } });
  if (!operation.may(caller)) throw new Refusal('permission_denied');
  if (asks) {
    // A look never removes anything: what cannot be asked about is not there.
    if (operation.question === undefined) throw new Refusal('method_not_allowed', { values: { method } });
    return { ...known, operation: operation.question, form: undefined };
  }
  if (!operation.changes) return { ...known, operation, form: undefined };
  refuseCrossSite(request, caller, base);
  if (caller.scheme !== 'session') return { ...known, operation, form: undefined };
  if (operation.readsBody === true) {
    if (!known.engine.sessions.holdsCsrf(request)) throw new Refusal('csrf');
    return { ...known, operation, form: undefined };
  }
  // Of an object that is changed nothing is known yet: its own hook judges what has come.
  const isCreation = route.kind === 'list';
  const form = await readBody(known, route.takes, isCreation ? () => roomFor(known, null) : undefined);
  try {
    return { ...known, ...(await operationOfForm(known, { operation, form })), form };
  } catch (error) {
    await form.dispose();
    throw error;
  }
}

/** What a form asks for that has been sent to a page: it may only want to come back, or be sent a second time. */
async function operationOfForm<Services>(
  known: Authenticated<Services>,
  { operation, form }: { operation: Operation<Services>; form: Body },
): Promise<{ method: string; operation: Operation<Services> }> {
  const { route, engine, request, caller, format, method } = known;
  if (form.members.has(searchButtonName)) {
    // It is to come back with other choices in it.
    const looks = route.operationOf(route.looksBy, { caller, format });
    if (looks === undefined) throw new Refusal('method_not_allowed', { values: { method: route.looksBy } });
    return { method: route.looksBy, operation: looks };
  }
  if (
    operation.repeated === undefined ||
    !form.isForm ||
    (await engine.sessions.isFirst(request, Object.fromEntries(form.members)))
  )
    return { method, operation };
  const back = await operation.repeated(known);
  return { method, operation: leadingTo(withQuery(back, { [formNames.done]: 'repeated' })) };
}

/** Nothing is done, and a page says so. */
function leadingTo<Services>(address: string): Operation<Services> {
  return {
    may: () => true,
    changes: false,
    act: async () => ({ status: 303, headers: { Location: address }, body: undefined }),
  };
}

/**
 * Refuses a change that a page of another site sends with credentials which the browser added by itself
 * (Basic). A token is never added by a browser.
 *
 * `Sec-Fetch-Site` and `Origin` are set by browsers and cannot be set by pages; a program sends neither.
 *
 * @throws Refusal  403
 */
function refuseCrossSite(request: Request, caller: Caller, base: string): void {
  if (caller.scheme === 'token') return;
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isForeign = site !== undefined && site !== 'same-origin' && site !== 'none';
  const ownOrigins = [new URL(base).origin, `${request.protocol}://${request.host}`];
  const hasForeignOrigin = origin !== undefined && !ownOrigins.includes(origin);
  if (isForeign || hasForeignOrigin) throw new Refusal('cross_site');
}
