import type { SignableKind, SignableRef } from '../domain/signable.ts';

/** The contract's words for the kinds: in paths, and as the names under which the console's lists send what is ticked. */
export const segments = { agreement: 'conventions', amendment: 'avenants' } as const;

/** Where the two APIs are mounted. */
export const apiPaths = {
  /** What signing applications see without a token: the reference of their API, and the problems. */
  public: '/public',
  publicApi: '/public/api',
  api: '/api',
} as const;

/** What there is one of. */
export const apiAddresses = {
  publicReference: `${apiPaths.public}/swagger-ui.html`,
  problems: `${apiPaths.public}/problems`,
  /** What happened, to be followed. */
  changes: `${apiPaths.api}/changes`,
  /** The calls to the signing application. */
  deliveries: `${apiPaths.api}/deliveries`,
  /** What is done to many records at once. */
  operations: `${apiPaths.api}/operations`,
} as const;

/** Where an error code is explained; the `type` of a problem document. */
export const problemAddress = (code: string) => `${apiAddresses.problems}#${code}`;

/** A kind as signing applications see it, and one record of it. */
const publicApiListAddress = (kind: SignableKind) => `${apiPaths.publicApi}/${segments[kind]}`;
export const publicApiAddress = ({ kind, number }: SignableRef) => `${publicApiListAddress(kind)}/${number}`;

/** One operation. */
export const apiOperationAddress = (id: string) => `${apiAddresses.operations}/${id}`;

/** A kind as the institution's application sees it, and one record of it. */
export const apiListAddress = (kind: SignableKind) => `${apiPaths.api}/${segments[kind]}`;
export const apiAddress = ({ kind, number }: SignableRef) => `${apiListAddress(kind)}/${number}`;
