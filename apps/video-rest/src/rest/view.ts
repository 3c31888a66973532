import type { Request, RequestHandler, Response } from 'express';
import { answerHeaders } from './answer-headers.ts';
import type { Caller } from './caller.ts';
import { Refusal } from './errors.ts';
import { baseOf, type Engine } from './exchange.ts';
import { type Language, languageOf } from './language.ts';
import { requireAccepted, requireJson } from './negotiate.ts';
import { mediaTypes } from './read-body.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';

/** What a view is called with. */
export interface ViewRequest<Services> {
  request: Request;
  response: Response;
  engine: Engine<Services>;
  caller: Caller;
  language: Language;
  base: string;
}

/** RFC 7303 §9.2: XML goes under two names; RDF has one of its own. */
const xmlTypes = ['text/xml', 'application/xml', 'application/rdf+xml'];

/**
 * An address beside the resources that answers GET alone, with the same checks in the same order.
 *
 * @param view.name     for OPTIONS
 * @param view.renders  JSON unless it says XML
 * @param view.acts     the GET changes something, so that HEAD must not
 */
export function view<Services>(
  engine: Engine<Services>,
  {
    name,
    renders = mediaTypes.json,
    acts = false,
    get,
  }: {
    name: string;
    renders?: typeof mediaTypes.json | 'text/xml';
    acts?: boolean;
    get: (view: ViewRequest<Services>) => Promise<void> | void;
  },
): RequestHandler {
  const methods = acts ? ['GET', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS'];
  return async (request, response) => {
    const language = languageOf(request, engine.language);
    response.set(answerHeaders({ allow: methods.join(', '), language }));
    const { method } = request;
    if (renders === mediaTypes.json || method === 'OPTIONS') requireJson(request);
    else requireAccepted(request, xmlTypes);
    const caller = await engine.authenticate(request);
    if (!methods.includes(method)) throw new Refusal('method_not_allowed', { values: { method } });
    if (method === 'OPTIONS') {
      response.json({ name, description: '', renders: [renders], parses: [] });
      return;
    }
    const base = baseOf(request, engine);
    if (acts) refuseCrossSite(request, caller, base);
    await get({ request, response, engine, caller, language, base });
  };
}
