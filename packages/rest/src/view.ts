import { type Language, languageOf, type Translated } from '@campus/pages';
import type { Request, RequestHandler } from 'express';
import { answer } from './answer.ts';
import { answerHeaders } from './answer-headers.ts';
import { Refusal } from './errors.ts';
import { baseOf, type Engine } from './exchange.ts';
import { findCaller } from './find-caller.ts';
import { root } from './hyperlink.ts';
import { type Format, formatOf, pageType, requireAccepted, wantsPage } from './negotiate.ts';
import { type Outcome, ok } from './outcome.ts';
import { methodOf } from './pages/method-of.ts';
import { pageWords } from './pages/page-words.ts';
import type { Place } from './pages/place.ts';
import type { Question } from './pages/question-page.ts';
import { repeated } from './pages/repeated.ts';
import type { Sight } from './pages/sight.ts';
import { mediaTypes, requireOwnForm } from './read-body.ts';
import { refuseCrossSite } from './refuse-cross-site.ts';

/** What a view is called with. */
export type ViewRequest<Services> = Omit<Sight<Services>, 'method'>;

/** An address beside the resources. */
export interface View<Services> {
  /** For OPTIONS. */
  name: string;
  /** For people; the name when absent. */
  title?: Translated;
  description?: Translated;
  /** Where its page leads besides. */
  links?: readonly { text: Translated; href: string }[];
  /** JSON unless it says XML, which `get` writes itself. */
  renders?: typeof mediaTypes.json | 'text/xml';
  /**
   * Says that the GET changes something, so that HEAD must not. A person is asked with this sentence first, and a
   * browser acts by POST alone.
   */
  asks?(view: ViewRequest<Services>): Promise<Pick<Question, 'sentence' | 'back'>>;
  /** Gives what to answer in JSON. */
  get(view: ViewRequest<Services>): Promise<unknown> | unknown;
}

/** RFC 7303 §9.2: XML goes under two names; RDF has one of its own. */
const xmlTypes = ['text/xml', 'application/xml', 'application/rdf+xml'];

/** Answers GET at an address beside the resources, with the same checks in the same order. */
export function view<Services>(engine: Engine<Services>, declared: View<Services>): RequestHandler {
  const { name, renders = mediaTypes.json, asks, get } = declared;
  return async (request, response) => {
    const language = languageOf(request, engine.language);
    const isRead = asks === undefined;
    const methods = isRead ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'OPTIONS'];
    response.set(answerHeaders({ allow: methods.join(', '), language }));
    const isXml = renders === 'text/xml' && request.method !== 'OPTIONS';
    const format = isXml ? xmlFormat(request) : formatOf(request);
    const caller = await findCaller(request, { engine, format });
    if (caller === undefined) {
      engine.sessions.sendToSignIn(request, response);
      return;
    }
    const isBrowser = caller.scheme === 'session';
    if (isBrowser && !isRead) methods.push('POST');
    const method = methodOf(request, caller);
    const base = baseOf(request, engine);
    const viewed = { request, response, engine, caller, language, base };
    const act = async (): Promise<Outcome | Question> => {
      const isQuestion = isBrowser && !isRead && method === 'GET';
      if (!methods.includes(method) || (isQuestion && format === 'json'))
        throw new Refusal('method_not_allowed', { values: { method } });
      if (method === 'OPTIONS') return ok(describe({ name, renders }));
      if (isQuestion) return { ...(await asks(viewed)), ...questionOf(declared, language) };
      if (!isRead) refuseCrossSite(request, caller, base);
      if (method === 'POST') {
        await requireOwnForm(request, response, { caller, engine });
        if (asks !== undefined && !(await engine.sessions.isFirst(request)))
          return repeated((await asks(viewed)).back);
      }
      return ok(await get(viewed));
    };
    if (isXml) {
      // The answer has been written when this is done.
      await act();
      return;
    }
    await answer({ ...viewed, format, method }, { place: placeOf(declared, language), act });
  };
}

function xmlFormat(request: Request): Format {
  requireAccepted(request, xmlTypes);
  return wantsPage(request) ? 'page' : 'json';
}

function describe({ name, renders }: { name: string; renders: string }): unknown {
  return {
    name,
    description: '',
    renders: renders === mediaTypes.json ? [renders, pageType] : [renders],
    parses: [],
  };
}

function placeOf<Services>(
  { name, title, description, links = [] }: View<Services>,
  language: Language,
): Place<Services> {
  return {
    kind: 'view',
    title: title?.[language] ?? name,
    description: description?.[language],
    links: links.map(({ text, href }) => ({ text: text[language], href })),
  };
}

function questionOf<Services>(
  { name, title }: View<Services>,
  language: Language,
): Pick<Question, 'title' | 'button' | 'isDangerous' | 'breadcrumbs'> {
  const say = pageWords[language];
  return {
    title: title?.[language] ?? name,
    button: say.goOn,
    isDangerous: false,
    breadcrumbs: [{ text: say.api, href: `${root}/` }],
  };
}
