import { cursorForm, maxWaitSeconds } from '@campus/feed';
import { nextDay, startOfDay } from '@campus/pages';
import type { DeliveryFilter } from '../data/deliveries.ts';
import { newestFirst, parseCursor, type SignableOrder, signableOrders } from '../data/signable-order.ts';
import { metadataTexts, ownTexts } from '../domain/registered-texts.ts';
import { departmentName } from '../domain/scope.ts';
import { deliveryStates, signableStates } from '../domain/signable.ts';
import { foldedWords, maxSearchWords } from '../signing/fold-text.ts';
import { judgementStatuses } from '../trust/indications.ts';
import { z } from './schema.ts';

/** The query parameters of each route: they validate what comes in, and the OpenAPI documents are made from them. */

const defaultPageSize = 50;
export const maxPageSize = 200;

/** They stand in an address. */
const maxIds = 1000;

/** PostgreSQL's integer. */
const maxInteger = 2_147_483_647;

const countingNumber = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'must be a whole number from 1')
  .transform(Number)
  .refine((number) => number <= maxInteger, `must be at most ${maxInteger}`)
  .openapi({ type: 'integer', minimum: 1 });

const text = z
  .string()
  .max(1000)
  .refine((value) => !/\p{Cc}/u.test(value), 'must not contain control characters');

const searched = text.refine(
  (value) => foldedWords(value).length <= maxSearchWords,
  `must hold at most ${maxSearchWords} different words`,
);

/** The offset of a place may be named, where its `+` is not read as a space: `%2B`. */
const instant = z.iso
  .datetime({
    offset: true,
    error: 'must be an instant such as 2026-11-21T14:05:09.120Z or 2026-11-21T15:05:09%2B01:00',
  })
  .transform((text) => new Date(text))
  .openapi({ type: 'string', format: 'date-time' });

const cursor = z
  .string()
  .max(12_000)
  .transform((text, context) => {
    const place = parseCursor(text);
    if (place !== undefined) return place;
    context.addIssue({ code: 'custom', message: 'must be what `next` carries, or an id' });
    return z.NEVER;
  })
  .openapi({ type: 'string' });

const pageSize = countingNumber
  .refine((size) => size <= maxPageSize, `must be at most ${maxPageSize}`)
  .default(defaultPageSize)
  .openapi({ type: 'integer', minimum: 1, maximum: maxPageSize, default: defaultPageSize });

const searchedTexts = [
  ...Object.values(metadataTexts).map(({ searchedAs }) => searchedAs),
  'names',
  'mails',
  ...Object.values(ownTexts).map(({ searchedAs }) => searchedAs),
].filter((text) => text !== null);

/** Whose page is asked for: somebody whose turn it is to sign. */
export const personQuery = z.strictObject({ waiting_for: searched.optional() });

/** What lists of both kinds ask for, in the API and on the pages. */
export const listQuery = z.strictObject({
  state: z
    .enum(signableStates)
    .optional()
    .openapi({ description: 'Erased ones are shown only when asked for' }),
  q: searched.optional().openapi({
    description: `Words that all occur in ${[...new Set(searchedTexts)].join(', ')} or an identifier of the signing application; at most ${maxSearchWords} different ones. Where none of them has three letters or digits in a row, or two beside another sign, a page may end early, even empty: \`next\` goes on looking.`,
    examples: ['martin industries'],
  }),
  waiting_for: searched.optional().openapi({
    description: 'Mail address of somebody whose turn it is to sign',
    examples: ['ada.martin@example.org'],
  }),
  findings: z.enum(judgementStatuses).optional().openapi({
    description: 'What the signatures in the newest signed document that counts were judged',
  }),
  failed: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .openapi({ description: 'Whether the call of the current round was given up or has failed so far' }),
  waiting_days: countingNumber
    .refine((days) => days <= 3650, 'must be at most 3650')
    .optional()
    .openapi({
      type: 'integer',
      minimum: 1,
      maximum: 3650,
      description: 'Where somebody is waited for, and has been for more than so many days',
    }),
  department: text
    .min(1, 'must not be empty')
    .transform(departmentName)
    .optional()
    .openapi({ type: 'string', description: 'Of this department; capitals count', examples: ['Physics'] }),
  ids: z
    .string()
    .regex(/^[1-9]\d{0,8}(?:,[1-9]\d{0,8})*$/, 'must be ids with commas between them, such as 7,12')
    .transform((text) => text.split(',').map(Number))
    .refine((ids) => ids.length <= maxIds, `must be at most ${maxIds} ids`)
    .optional()
    .openapi({ type: 'string', description: `Only these, at most ${maxIds}`, examples: ['7,12'] }),
  overdue: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .openapi({ description: 'Whether they are in signing and their due date has passed' }),
  updated_since: instant
    .optional()
    .openapi({ description: 'Something happened to them then or later: any event of the history' }),
  signed_since: instant.optional().openapi({
    description: 'They became signed then or later, inside of the tool or outside, and still are',
  }),
  sort: z
    .enum([...signableOrders, ...signableOrders.map((by) => `-${by}` as const)])
    .optional()
    .openapi({
      description:
        'What orders the list; `-` stands for descending, and `-number` is what it is without. `updated`: when something happened last; `signed`: when they became signed; `sent`: when the round that counts began; `due`: those without a due date come last. Not with `q`, which goes from the newest.',
    }),
  page_size: pageSize,
  before: cursor.optional().openapi({
    description:
      'What `next` carries: where the page before has ended, for the same `sort`. In the order of numbers an id will do',
  }),
});

/** What a list is ordered by; by default the highest number first. */
export function orderOf(sort: z.output<typeof listQuery>['sort']): SignableOrder {
  if (sort === undefined) return newestFirst;
  return { by: sort.replace(/^-/, '') as SignableOrder['by'], isDescending: sort.startsWith('-') };
}

/** When `waiting_days` ago was. */
export function daysAgo(days: number | undefined): Date | undefined {
  return days === undefined ? undefined : new Date(Date.now() - days * 24 * 3_600_000);
}

/** `GET /api/conventions` and `GET /api/avenants` */
export const listQueries = {
  agreement: listQuery,
  amendment: listQuery.extend({
    convention: countingNumber.optional().openapi({ description: 'Id of the agreement that they change' }),
  }),
};

const page = { page_size: true, before: true } as const;

/** `GET /api/conventions.csv` and `.zip`, and the same of amendments: all pages. */
export const wholeListQueries = {
  agreement: listQueries.agreement.omit(page),
  amendment: listQueries.amendment.omit(page),
};

/** `GET …/history` */
export const historyQuery = z.strictObject({
  page_size: pageSize,
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'must be what `next` or `historyBefore` carries')
    .optional()
    .openapi({
      description: 'Events before this one; `next` and `historyBefore` carry it',
      examples: ['1042'],
    }),
});

/** Why calls fail, see `Cause`. */
export const failureCause = z
  .string()
  .regex(
    /^(?:\d{3}|no_answer|other|[A-Z][A-Z0-9_]{0,60})$/,
    'must be an HTTP status such as 503, no_answer, an error code such as ECONNREFUSED, or other',
  )
  .openapi({ type: 'string' });

/** Those with which time begins and ends are of no calendar. */
const promisedOn = z.iso
  .date('must be a day, YYYY-MM-DD')
  .refine((day) => day > '0001-01-01' && day < '9999-12-31', 'must be a day of the years 1 to 9999');

/** `GET /api/deliveries` */
export const deliveriesQuery = z.strictObject({
  state: z.enum(deliveryStates).optional(),
  cause: failureCause.optional().openapi({
    description:
      'Why the last attempt failed, of those that were given up or wait again: the HTTP status, `no_answer` (in time), the code of the network such as `ECONNREFUSED`, or `other`',
    examples: ['ECONNREFUSED'],
  }),
  from: promisedOn
    .optional()
    .openapi({ description: 'Promised on this day or later, in the time zone of the service' }),
  until: promisedOn.optional().openapi({ description: 'Promised on this day or before' }),
  page_size: pageSize,
  before: z
    .uuid('must be the id of a delivery')
    .optional()
    .openapi({ description: 'After this delivery; `next` carries it' }),
});

/** `GET /api/operations` */
export const operationsQuery = z.strictObject({
  page_size: pageSize,
  before: z
    .uuid('must be the id of an operation')
    .optional()
    .openapi({ description: 'After this operation; `next` carries it' }),
});

/** `GET /api/deliveries.csv`: all pages. */
export const wholeDeliveriesQuery = deliveriesQuery.omit(page);

/** `GET /api/operations.csv`: all pages. */
export const wholeOperationsQuery = operationsQuery.omit(page);

/** The page of a delivery */
export const attemptQuery = z.strictObject({ before: countingNumber.optional() });

/** `GET …/signed-pdf` */
export const versionQuery = z.strictObject({
  version: countingNumber.optional().openapi({ description: 'Of any round; absent: the newest that counts' }),
});

/** A cursor that came back. */
export const cursorText = z.string().regex(cursorForm, 'must be a cursor of this feed, or now');

/** `GET /api/changes` */
export const changesQuery = z.strictObject({
  after: cursorText.or(z.literal('now')).optional().openapi({
    type: 'string',
    description:
      'The cursor of an earlier answer or change; `now`: an empty page with the cursor of the newest entry; absent: from the oldest entry',
  }),
  wait: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .refine((seconds) => seconds <= maxWaitSeconds, `must be at most ${maxWaitSeconds}`)
    .default(0)
    .openapi({
      type: 'integer',
      minimum: 0,
      maximum: maxWaitSeconds,
      default: 0,
      description: 'Seconds to wait for the next change when there is none; the answer comes with it',
    }),
  page_size: pageSize,
});

type Asked = Omit<z.output<typeof wholeDeliveriesQuery>, 'state'>;

/** What a list of calls is restricted to beside their state; days are those of a calendar, both of them included. */
export function deliveryFilterOf(
  { cause, from, until }: Asked,
  timeZone: string,
): Pick<DeliveryFilter, 'cause' | 'from' | 'until'> {
  return {
    cause,
    from: from === undefined ? undefined : startOfDay(from, timeZone),
    until: until === undefined ? undefined : startOfDay(nextDay(until), timeZone),
  };
}
