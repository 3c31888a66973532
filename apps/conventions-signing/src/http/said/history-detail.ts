import { z } from 'zod';
import { parseContractDate } from '../../domain/contract-date.ts';

const contractDate = z.string().transform((text) => parseContractDate(text));

const dates = z.object({ signatureDate: contractDate.nullable(), submissionDate: contractDate.nullable() });

/** What a round held when it was ended; see `SetAside` of the signing room. */
const setAside = z.object({
  round: z.int(),
  reference: z.string().nullable(),
  dates: z.array(dates.extend({ mail: z.string(), order: z.int() })),
  deposits: z.array(z.int()),
  refusal: z.object({ mail: z.string(), order: z.int(), date: contractDate, reason: z.string() }).optional(),
  cancelledDeliveries: z.array(z.string()),
});

const detail = z
  .object({
    round: z.int(),
    version: z.int(),
    order: z.int(),
    mail: z.string(),
    ...dates.shape,
    /** When somebody refused. */
    date: contractDate,
    replaced: dates,
    note: z.string(),
    reason: z.string(),
    due: z.iso.date().nullable(),
    reference: z.string().nullable(),
    error: z.string(),
    failure: z.unknown(),
    attempts: z.int(),
    setAside: setAside.nullable(),
  })
  .partial();

export type HistoryDetail = z.output<typeof detail>;

/** What is known of an event beside its name; nothing once the record was erased. */
export function historyDetail(value: unknown): HistoryDetail {
  return detail.parse(value);
}
