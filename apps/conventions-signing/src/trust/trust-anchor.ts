/**
 * Whom an institution trusts: what every origin of anchors says in one form, a folder of certificates as a trusted list.
 */
import type { Qualification } from './qualifiers-of.ts';

/** One certificate in one state of one service; a service that had several has an entry for each. */
export interface TrustAnchor {
  /** DER. */
  certificate: Uint8Array;
  /** Type of the service, as an address (ETSI TS 119 612 §5.5.1); null: trusted for whatever it certifies. */
  service: string | null;
  /** As an address (§5.5.4); null: without any question. */
  status: string | null;
  /** From when on the status holds, until the next entry of this certificate and service; null: from ever. */
  since: Date | null;
  /** What certificates of the service are for, as addresses (§5.5.9.4): `…/SvcInfoExt/ForeSignatures`; none: anything. */
  purposes: readonly string[];
  /** What the list says of those of its certificates that meet criteria, beside what they say of themselves (§5.5.9.2). */
  qualifications: readonly Qualification[];
  /** Where it comes from, for people: the name of a file, of a list. */
  source: string;
}

/** All that are trusted at one time. */
export interface TrustAnchors {
  /** Changes when any of them changes. */
  version: string;
  anchors: readonly TrustAnchor[];
}

/** What somebody is trusted for: to say who signs, or when it was. */
export type TrustPurpose = 'signatures' | 'time-stamps';

const services = {
  qualified: 'http://uri.etsi.org/TrstSvc/Svctype/CA/QC',
  authorities: 'http://uri.etsi.org/TrstSvc/Svctype/CA/',
  timeStamps: 'http://uri.etsi.org/TrstSvc/Svctype/TSA',
};

const accepted = new Set(
  [
    'granted',
    'recognisedatnationallevel',
    // Before July 2016 (Directive 1999/93/EC).
    'undersupervision',
    'supervisionincessation',
    'accredited',
  ].map((status) => `http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}`),
);

/** Whether a service of this type vouches for what is asked. */
export function serves({ service }: Pick<TrustAnchor, 'service'>, purpose: TrustPurpose): boolean {
  if (service === null || service.startsWith(services.authorities)) return true;
  return purpose === 'time-stamps' && service.startsWith(services.timeStamps);
}

/** Those of the entries that held at this time: of each service the last one before it, when its status is accepted. */
export function heldAt(entries: readonly TrustAnchor[], time: Date): TrustAnchor[] {
  const began = entries.filter(({ since }) => since === null || since <= time);
  const isLast = (one: TrustAnchor) =>
    !began.some(
      (other) =>
        other.service === one.service &&
        other.source === one.source &&
        Number(other.since) > Number(one.since),
    );
  return began.filter((one) => isLast(one) && (one.status === null || accepted.has(one.status)));
}

/** Whether one of them issues qualified certificates, by a list. */
export function isQualifiedService({ service, status }: TrustAnchor): boolean {
  return service === services.qualified && status !== null;
}
