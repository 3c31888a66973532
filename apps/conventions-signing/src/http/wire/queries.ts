import { foldedWords, maxSearchWords } from '../../signing/fold-text.ts';
import { metadataTexts, ownTexts } from '../../signing/registered-texts.ts';
import { deliveryStates, signableStates } from '../../signing/signable.ts';
import { z } from './schema.ts';

/** The query parameters of each route: they validate what comes in, and the OpenAPI documents are made from them. */

const defaultPageSize = 50;
export const maxPageSize = 200;

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

/** `GET /api/conventions`, `GET /api/avenants` */
export const listQuery = z.strictObject({
  state: z
    .enum(signableStates)
    .optional()
    .openapi({ description: 'Erased ones are shown only when asked for' }),
  q: searched.optional().openapi({
    description: `Words that all occur in ${[...new Set(searchedTexts)].join(', ')} or an identifier of the signing application; at most ${maxSearchWords} different ones. Where none of them has three letters or digits in a row, or two beside another sign, a page may end early, even empty: \`next\` goes on looking.`,
  }),
  waiting_for: searched
    .optional()
    .openapi({ description: 'Mail address of somebody whose turn it is to sign' }),
  failed: z
    .enum(['true', 'false'])
    .transform((value) => value === 'true')
    .optional()
    .openapi({ description: 'Whether the call of the current round was given up or has failed so far' }),
  page_size: pageSize,
  before: countingNumber.optional().openapi({ description: 'Ids below this one; `next` carries it' }),
});

/** `GET /api/avenants` */
export const amendmentListQuery = listQuery.extend({
  convention: countingNumber.optional().openapi({ description: 'Id of the agreement that they change' }),
});

/** `GET …/history` */
export const historyQuery = z.strictObject({
  page_size: pageSize,
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'must be what `next` or `historyBefore` carries')
    .optional()
    .openapi({ description: 'Events before this one; `next` and `historyBefore` carry it' }),
});

/** `GET /api/deliveries` */
export const deliveriesQuery = z.strictObject({
  state: z.enum(deliveryStates).optional(),
  page_size: pageSize,
  before: z
    .uuid('must be the id of a delivery')
    .optional()
    .openapi({ description: 'After this delivery; `next` carries it' }),
});

/** `GET …/signed-pdf` */
export const versionQuery = z.strictObject({
  version: countingNumber.optional().openapi({ description: 'Of any round; absent: the newest that counts' }),
});
