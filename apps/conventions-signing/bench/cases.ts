import { type BenchCase, type Contestant, requestBytes } from '@campus/bench';
import { formatContractDate } from '../src/signing/contract-date.ts';
import { firstSignatoryOf, type NumberRange, numberIn, records } from './records.ts';
import { managementToken, publicToken } from './tokens.ts';

/** Every case, in the order in which they are measured. */
export function benchCases({ deposited }: { deposited: Uint8Array }): BenchCase[] {
  return [
    read('metadata', {
      // A stride that shares no factor with the count: every record, and never the neighbour.
      path: (n) => ofNumber(numberIn(records.all, n * 7919), '/metadata'),
      aim: 0.5,
    }),
    read('combined', { path: (n) => ofNumber(numberIn(records.with200Kilobytes, n)), aim: 1.3 }),
    read('combined-5mb', { path: (n) => ofNumber(numberIn(records.with5Megabytes, n)) }),
    read('pdf', { path: (n) => ofNumber(numberIn(records.with200Kilobytes, n), '/pdf'), aim: 2 }),
    read('pdf-5mb', { path: (n) => ofNumber(numberIn(records.with5Megabytes, n), '/pdf') }),
    list('list', records.all.count + 1),
    list('list-50000', records.all.count + 1 - 50_000),
    list('list-99900', records.all.count + 1 - 99_900),
    { name: 'dates', writes: true, request: dates },
    { name: 'deposit', writes: true, aim: 0.7, request: depositOf(deposited) },
  ];
}

function read(name: string, { path, aim }: { path: (n: number) => string; aim?: number }): BenchCase {
  return {
    name,
    sameAnswer: true,
    ...(aim === undefined ? {} : { aim }),
    request: (n) => requestBytes({ path: path(n), authorization: `Bearer ${publicToken}` }),
  };
}

/** The page of 50 agreements below a number. */
function list(name: string, before: number): BenchCase {
  const request = requestBytes({
    path: `/api/conventions?before=${before}`,
    authorization: `Bearer ${managementToken}`,
  });
  return { name, request: () => request };
}

/** One signatory's date, another one each time: the same again would change nothing. */
function dates(n: number, contestant: Contestant): Buffer {
  const number = numberIn(written[contestant], n);
  const signatureDate = formatContractDate(new Date(Date.UTC(2026, 0, 1) + n));
  const entries = [{ mail: firstSignatoryOf(number), order: 1, signatureDate }];
  return requestBytes({
    method: 'PATCH',
    path: ofNumber(number, '/dates'),
    authorization: `Bearer ${publicToken}`,
    type: 'application/json',
    body: Buffer.from(JSON.stringify(entries)),
  });
}

/** A PDF that was never deposited before: a comment after its end counts. */
function depositOf(pdf: Uint8Array): BenchCase['request'] {
  const boundary = 'the-boundary-of-the-benchmark';
  const partHead = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="doc"; filename="signed.pdf"\r\n` +
      'Content-Type: application/pdf\r\n\r\n',
  );
  return (n, contestant) => {
    const tail = Buffer.from(`\n% ${String(n).padStart(12, '0')}\n\r\n--${boundary}--\r\n`);
    return requestBytes({
      method: 'POST',
      path: ofNumber(numberIn(written[contestant], n), '/pdf'),
      authorization: `Bearer ${publicToken}`,
      type: `multipart/form-data; boundary=${boundary}`,
      body: Buffer.concat([partHead, pdf, tail]),
    });
  };
}

const written: Record<Contestant, NumberRange> = {
  service: records.writtenByService,
  bare: records.writtenByBare,
};

function ofNumber(number: number, rest = ''): string {
  return `/public/api/conventions/${number}${rest}`;
}
