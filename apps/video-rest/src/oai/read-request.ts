/** Requests of OAI-PMH 2.0, as the protocol has them. @see https://www.openarchives.org/OAI/openarchivesprotocol.html */

import { codedError } from '@campus/config';

/** The arguments of each verb; a resumption token stands alone, in the place of all others. */
const verbs = {
  Identify: {},
  ListMetadataFormats: { identifier: 'optional' },
  ListSets: { resumptionToken: 'instead' },
  GetRecord: { identifier: 'required', metadataPrefix: 'required' },
  ListIdentifiers: {
    metadataPrefix: 'required',
    from: 'optional',
    until: 'optional',
    set: 'optional',
    resumptionToken: 'instead',
  },
  ListRecords: {
    metadataPrefix: 'required',
    from: 'optional',
    until: 'optional',
    set: 'optional',
    resumptionToken: 'instead',
  },
} as const satisfies Record<string, Partial<Record<ArgumentName, 'required' | 'optional' | 'instead'>>>;

type ArgumentName = 'identifier' | 'metadataPrefix' | 'from' | 'until' | 'set' | 'resumptionToken';

export type Verb = keyof typeof verbs;

/** A request whose form is right: what it names need not exist. */
export interface OaiRequest {
  verb: Verb;
  arguments: Partial<Record<ArgumentName, string>>;
}

const day = /^(?!0000)\d{4}-\d\d-\d\d$/;
const second = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

/** What an argument may look like, by the schema of the protocol, so that an answer can repeat it; and how that is told. */
const forms: Record<ArgumentName, { isRight: (value: string) => boolean; is: string }> = {
  identifier: {
    isRight: (value) => /^[a-z][a-z\d+.-]*:(?:[\w.!~*'();/?:@&=+$,-]|%[\da-f]{2})+$/i.test(value),
    is: 'a URI, such as oai:videos.example.org:42',
  },
  metadataPrefix: { isRight: (value) => /^[\w.!~*'()-]+$/.test(value), is: 'the prefix of a format: oai_dc' },
  from: { isRight: isDatestamp, is: 'a day, 2026-03-14, or a second, 2026-03-14T12:00:00Z' },
  until: { isRight: isDatestamp, is: 'a day, 2026-03-14, or a second, 2026-03-14T12:00:00Z' },
  set: {
    isRight: (value) => /^[\w.!~*'()-]+(?::[\w.!~*'()-]+)*$/.test(value),
    is: 'a set of ListSets, such as channel:7',
  },
  resumptionToken: { isRight: (value) => value !== '', is: 'a token of an answer before' },
};

/**
 * Reads a request from the pairs of its query and of its form, in any order.
 *
 * @throws OaiError  `badVerb`, `badArgument`: arguments that are unknown, missing, repeated, or of another form
 */
export function readOaiRequest(pairs: readonly (readonly [name: string, value: string])[]): OaiRequest {
  const [verb, ...others] = pairs.filter(([name]) => name === 'verb').map(([, value]) => value);
  if (verb === undefined || others.length > 0 || !isVerb(verb))
    throw new OaiError('badVerb', `Give one verb of ${Object.keys(verbs).join(', ')}.`);
  const known: Partial<Record<string, 'required' | 'optional' | 'instead'>> = verbs[verb];
  const given: OaiRequest['arguments'] = {};
  for (const [name, value] of pairs) {
    if (name === 'verb') continue;
    if (!isArgument(name) || known[name] === undefined)
      throw new OaiError('badArgument', `${verb} takes no argument ${name}.`);
    if (given[name] !== undefined) throw new OaiError('badArgument', `Give ${name} once.`);
    if (!forms[name].isRight(value)) throw new OaiError('badArgument', `${name} must be ${forms[name].is}.`);
    given[name] = value;
  }
  if (given.resumptionToken !== undefined) {
    if (Object.keys(given).length > 1)
      throw new OaiError('badArgument', 'A resumptionToken stands alone: leave the other arguments out.');
    return { verb, arguments: given };
  }
  for (const [name, need] of Object.entries(known))
    if (need === 'required' && given[name as ArgumentName] === undefined)
      throw new OaiError('badArgument', `${verb} needs the argument ${name}.`);
  boundsOf(given);
  return { verb, arguments: given };
}

/**
 * The instants between which datestamps are to be: not before the first, and before the second. Null: no bound.
 *
 * @throws OaiError  `badArgument` when one is a day and the other a second, or there is nothing between them
 */
export function boundsOf({ from, until }: Pick<OaiRequest['arguments'], 'from' | 'until'>): {
  from: Date | null;
  until: Date | null;
} {
  if (from !== undefined && until !== undefined) {
    if (from.length !== until.length)
      throw new OaiError('badArgument', 'Give both of from and until as a day, or both as a second.');
    if (from > until) throw new OaiError('badArgument', 'from must not be after until.');
  }
  // What has the datestamp `until` belongs to the range, and so does all of its day or second.
  const granuleMs = until !== undefined && day.test(until) ? 86_400_000 : 1000;
  return {
    from: from === undefined ? null : new Date(from),
    until: until === undefined ? null : new Date(Date.parse(until) + granuleMs),
  };
}

function isDatestamp(text: string): boolean {
  if (!day.test(text) && !second.test(text)) return false;
  const instant = new Date(text);
  // 31 February is the 3rd of March to JavaScript, and 24:00:00 the day after.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.replace('Z', ''));
}

function isVerb(text: string): text is Verb {
  return Object.hasOwn(verbs, text);
}

function isArgument(name: string): name is ArgumentName {
  return Object.hasOwn(forms, name);
}

/** What is wrong with a request, as the protocol tells harvesters (OAI-PMH 2.0 §3.6); the message is for people. */
export class OaiError extends codedError<
  | 'badVerb'
  | 'badArgument'
  | 'badResumptionToken'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'
>() {}
