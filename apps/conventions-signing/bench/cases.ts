import { type BenchCase, type Contestant, requestBytes } from '@campus/bench';
import { formatContractDate } from '../src/domain/contract-date.ts';
import { type BenchRecords, firstSignatoryOf, type NumberRange, numberIn } from './records.ts';
import { managementToken, publicToken } from './tokens.ts';

/** Every case, in the order in which they are measured. */
export function benchCases({
  records,
  of200Kilobytes: pdf,
}: {
  records: BenchRecords;
  of200Kilobytes: Uint8Array;
}): BenchCase[] {
  const { all, onlyRead, with200Kilobytes, with5Megabytes } = records;
  const written = { service: records.writtenByService, bare: records.writtenByBare };
  const drafts = { service: records.sentByService, bare: records.sentByBare };
  const write = { writes: true, aim: 0.5 } as const;
  return [
    read('metadata', {
      // A stride that shares no factor with the count: every record, and never the neighbour.
      path: (n) => ofNumber(numberIn(all, n * 7919), '/metadata'),
      aim: 0.75,
      statements: 1,
    }),
    {
      name: 'unauthorized',
      aim: 0.6,
      statements: 0,
      status: 401,
      request: () =>
        requestBytes({ path: ofNumber(1, '/metadata'), authorization: `Bearer ${publicToken}-of-nobody` }),
    },
    read('combined', { path: (n) => ofNumber(numberIn(with200Kilobytes, n)), aim: 2, statements: 1 }),
    read('combined-5mb', { path: (n) => ofNumber(numberIn(with5Megabytes, n)), statements: 8 }),
    read('pdf', { path: (n) => ofNumber(numberIn(with200Kilobytes, n), '/pdf'), aim: 3, statements: 1 }),
    read('pdf-5mb', { path: (n) => ofNumber(numberIn(with5Megabytes, n), '/pdf'), statements: 8 }),
    { ...list('list', all.count + 1), aim: 0.7 },
    list('list-50000', all.count / 2 + 1),
    list('list-99900', 101),
    {
      name: 'agreement',
      sameAnswer: true,
      aim: 0.75,
      statements: 1,
      request: (n) =>
        requestBytes({
          path: `/api/conventions/${numberIn(onlyRead, n * 7919)}`,
          authorization: `Bearer ${managementToken}`,
        }),
    },
    { name: 'dates', ...write, statements: 4, request: datesOf(written) },
    { name: 'register', ...write, statements: 4, request: registrationOf(pdf) },
    { name: 'deposit', ...write, statements: 9, request: depositOf(pdf, { written }) },
    {
      // The bare server reads the PDF as the service does: what is left is the rest.
      name: 'deposit-inspected',
      ...write,
      aim: 0.75,
      statements: 9,
      request: depositOf(pdf, { written, query: '?inspected' }),
    },
    // The last: its jobs stay in the queue.
    { name: 'send', ...write, statements: 4, request: sendingOf(drafts) },
  ];
}

/** A range for each server, which writes to its own. */
type OwnRanges = Record<Contestant, NumberRange>;

function read(
  name: string,
  { path, ...counts }: Pick<BenchCase, 'aim' | 'statements'> & { path: (n: number) => string },
): BenchCase {
  return {
    name,
    sameAnswer: true,
    ...counts,
    request: (n) => requestBytes({ path: path(n), authorization: `Bearer ${publicToken}` }),
  };
}

/** The page of 50 agreements below a number. */
function list(name: string, before: number): BenchCase {
  const request = requestBytes({
    path: `/api/conventions?before=${before}`,
    authorization: `Bearer ${managementToken}`,
  });
  return { name, sameAnswer: true, statements: 1, request: () => request };
}

/** One signatory's date, another one each time: the same again would change nothing. */
function datesOf(written: OwnRanges): BenchCase['request'] {
  return (n, contestant) => {
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
  };
}

/** A draft for signature, another one each time. */
function sendingOf(drafts: OwnRanges): BenchCase['request'] {
  return (n, contestant) =>
    requestBytes({
      method: 'POST',
      path: `/api/conventions/${numberIn(drafts[contestant], n)}/signature`,
      authorization: `Bearer ${managementToken}`,
    });
}

/** An agreement with two signatories and its PDF. */
function registrationOf(pdf: Uint8Array): BenchCase['request'] {
  return (n) => {
    const metadata = JSON.stringify({
      title: `Convention de stage ${n}`,
      companyname: 'Exemple Industries',
      school: 'Faculté des sciences',
      workflowId: 'standard',
      signatory: [
        { name: 'Lovelace', givenname: 'Ada', mail: firstSignatoryOf(n), phone: '+33123456789', order: 1 },
        { name: 'Babbage', givenname: 'Charles', mail: 'charles@company.example', order: 2 },
      ],
      watchers: [{ mail: 'secretariat@university.example' }],
    });
    return requestBytes({
      method: 'POST',
      path: '/api/conventions',
      authorization: `Bearer ${managementToken}`,
      ...multipart(['; name="metadata"', metadata], ['; name="doc"; filename="agreement.pdf"', pdf]),
    });
  };
}

/** A PDF that was never deposited before: a comment after its end counts. */
function depositOf(
  pdf: Uint8Array,
  { written, query = '' }: { written: OwnRanges; query?: string },
): BenchCase['request'] {
  return (n, contestant) => {
    const signed = Buffer.concat([pdf, Buffer.from(`\n% ${String(n).padStart(12, '0')}\n`)]);
    return requestBytes({
      method: 'POST',
      path: ofNumber(numberIn(written[contestant], n), `/pdf${query}`),
      authorization: `Bearer ${publicToken}`,
      ...multipart(['; name="doc"; filename="signed.pdf"', signed]),
    });
  };
}

/** Parts with what follows `form-data` in their heads. */
function multipart(...parts: [disposition: string, content: string | Uint8Array][]) {
  const pieces = parts.flatMap(([disposition, content]) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data${disposition}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ]);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]),
  };
}

const boundary = 'the-boundary-of-the-benchmark';

function ofNumber(number: number, rest = ''): string {
  return `/public/api/conventions/${number}${rest}`;
}
