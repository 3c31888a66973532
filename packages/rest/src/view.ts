import type { Translated } from '@campus/pages';
import type { Request, RequestHandler, Response } from 'express';
import type { Engine, KnownRequest } from './engine.ts';
import { root } from './hyperlink.ts';
import { mediaTypes } from './media-types.ts';
import { ok, type Question } from './outcome.ts';
import { apiLink } from './pages/heading.ts';
import { pageWords } from './pages/page-words.ts';
import { run } from './pipeline/run.ts';
import type { Operation, ViewRoute, Work } from './route.ts';

type Json = Record<string, unknown>;

/**
 * What the OpenAPI document says of a method at an address beside the resources. It adds what every address may answer, and
 * what one may that takes a body.
 */
export interface Described {
  operationId: string;
  /** The heading that it stands under: a resource, or one of those that the document is given. */
  tag: string;
  summary: string;
  parameters?: readonly Json[];
  requestBody?: Json;
  /** When it has done what it is to do: 200, unless it says otherwise. */
  answers: {
    status?: number;
    description: string;
    headers?: Json;
    schema?: Json;
    /** Where the schema has none. */
    example?: unknown;
    /** The media type; JSON, or what the view renders, when absent. */
    type?: string;
    /** The schemas by their media types, where there are several. */
    content?: Json;
  };
  /** Why it may not, by status: see `refer` and `detail`. */
  refusals?: Readonly<Record<number, Json>>;
}

/** The pattern by which the router of the API has the address of a path: `/rest/uploads/{id}/`. */
export function patternOf(path: string): string {
  return path.slice(root.length).replaceAll(/\{(\w+)\}/g, ':$1');
}

/** An address beside the resources that answers GET alone. */
export interface View<Services> {
  /** The whole path, with a slash at its end. */
  path: string;
  /** For OPTIONS. */
  name: string;
  /** Absent: it is not in the OpenAPI document. */
  described?: Described;
  /** For people; the name when absent. */
  title?: Translated;
  description?: Translated;
  /** Where its page leads besides. */
  links?: readonly { text: Translated; href: string }[];
  /** JSON unless it says XML, which `get` writes itself. */
  renders?: typeof mediaTypes.json | typeof mediaTypes.xml;
  /**
   * Says that the GET changes something, so that HEAD must not. A person is asked with this sentence first, and a
   * browser acts by POST alone.
   */
  asks?(view: KnownRequest<Services>): Promise<Pick<Question, 'sentence' | 'back'>>;
  /** Gives what to answer in JSON. */
  get(view: KnownRequest<Services>): Promise<unknown> | unknown;
}

/** Answers GET at an address beside the resources, with the same checks in the same order. */
export function view<Services>(engine: Engine<Services>, declared: View<Services>): RequestHandler {
  const route = viewRoute(declared);
  return (request, response) => run({ engine, route, request, response, key: '' });
}

function viewRoute<Services>(declared: View<Services>): ViewRoute<Services> {
  const { name, title = { en: name, fr: name }, description, links, asks, get } = declared;
  const renders = declared.renders ?? mediaTypes.json;
  const options: Operation<Services> = {
    may: () => true,
    changes: false,
    act: async () =>
      ok({
        name,
        description: '',
        renders: renders === mediaTypes.json ? [renders, mediaTypes.page] : [renders],
        parses: [],
      }),
  };
  const acts: Operation<Services> = {
    may: () => true,
    changes: asks !== undefined,
    act: async (work) => ok(await get(work)),
    ...(asks === undefined ? {} : { repeated: async (known) => (await asks(known)).back }),
  };
  const question: Operation<Services> | undefined = asks && {
    may: () => true,
    changes: false,
    act: async (work: Work<Services>) => ({
      ...(await asks(work)),
      title: title[work.language],
      button: pageWords[work.language].goOn,
      isDangerous: false,
      breadcrumbs: [apiLink(work.language)],
    }),
  };
  const methods = question === undefined ? ['GET', 'HEAD', 'OPTIONS'] : ['GET', 'OPTIONS'];
  return {
    kind: 'view',
    title,
    description,
    links,
    isXml: renders === mediaTypes.xml,
    isStream: false,
    allow: methods.join(', '),
    takes: [],
    looksBy: 'GET',
    operationOf(method, { caller, format }) {
      if (method === 'OPTIONS') return options;
      if (question === undefined || caller.scheme !== 'session')
        return methods.includes(method) ? acts : undefined;
      if (method === 'POST') return acts;
      return method === 'GET' && format === 'page' ? question : undefined;
    },
  };
}

/** An address beside the resources, by its methods. */
export interface OwnRoute<Services> {
  /** The whole path, with a slash at its end and what varies in braces. */
  path: string;
  title: Translated;
  description?: Translated;
  /** It answers as server-sent events too, which it writes itself. */
  isStream?: boolean;
  /** One that is not described is not in the OpenAPI document. */
  methods: Readonly<Record<string, Operation<Services> & { described?: Described }>>;
}

/** Answers at such an address, with the same checks in the same order. @returns what answers a request there */
export function ownRoute<Services>(
  engine: Engine<Services>,
  { title, description, isStream = false, methods }: OwnRoute<Services>,
): (request: Request, response: Response) => Promise<void> {
  const route: ViewRoute<Services> = {
    kind: 'view',
    title,
    description,
    isXml: false,
    isStream,
    allow: Object.keys(methods).join(', '),
    takes: [],
    looksBy: 'GET',
    operationOf: (method) => methods[method],
  };
  return (request, response) => run({ engine, route, request, response, key: '' });
}
