import type { Qualification } from './qualifiers-of.ts';

/** What a trusted list says (ETSI TS 119 612 v2.3.1; clauses below are of it), as plain values. */
export interface TrustedList {
  /** Country of its scheme, in capitals: `FR`; `EU` of the list of lists (§5.3.10). */
  territory: string;
  /** Counts up with each issue (§5.3.2). */
  sequence: number;
  issuedAt: Date;
  /** When the next issue is due; null: the list is closed (§5.3.15). */
  nextUpdate: Date | null;
  /** Of the list of lists: where the others are, and who may sign them. */
  pointers: ListPointer[];
  /** Authorities for certificates and time stamps; other services are left out. */
  services: TrustService[];
}

/** Where another list is (§5.3.13). */
export interface ListPointer {
  territory: string;
  location: string;
  /** Certificates that may sign it; DER. */
  signers: Uint8Array<ArrayBuffer>[];
}

/** A service of a provider (§5.5), with all that its list ever said of it. */
export interface TrustService {
  /** Name of the provider, and of the service; in English where the list has that. */
  provider: string;
  name: string;
  /** Certificates that stand for it; DER. */
  certificates: Uint8Array<ArrayBuffer>[];
  /** The newest first. */
  periods: ServicePeriod[];
}

/** How a service stood from an instant on. */
export interface ServicePeriod {
  /** URI (§5.5.1): `…/Svctype/CA/QC`. */
  type: string;
  /** URI (§5.5.4): `…/Svcstatus/granted`. */
  status: string;
  since: Date;
  /** What else the service is for, as URIs (§5.5.9.4): `…/SvcInfoExt/ForeSignatures`. */
  purposes: string[];
  qualifications: Qualification[];
}

/** Of one country, or of the list of lists (`EU`): what its list says, or why it cannot be used. */
export type FollowedList = { territory: string } & ({ list: TrustedList } | { problem: string });
