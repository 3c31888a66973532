/** Signatures made for tests, and what is judged of them. */
import type { Judgement } from '../../src/trust/judgement.ts';
import { versioned } from '../../src/trust/known-anchors.ts';
import type { TrustAnchor } from '../../src/trust/trust-anchor.ts';
import { type Proofs, withProofs } from './archived-pdfs.ts';
import { validPdf } from './pdfs.ts';
import { sharedInspector } from './shared-inspector.ts';
import { type SigningOptions, signedPdf } from './signed-pdfs.ts';
import {
  createPki,
  encoded,
  ocspResponse,
  revocationList,
  type StatusOptions,
  type TestPki,
  type TestSigner,
} from './test-pki.ts';

/** One day after `signedPdf` signs by default. */
export const usualNow = new Date('2026-11-22T09:00:00Z');

/** Somebody as an anchor of a folder. */
export function anchorOf(
  signer: Pick<TestSigner, 'certificate'>,
  service: Partial<TrustAnchor> = {},
): TrustAnchor {
  return {
    certificate: encoded(signer),
    service: null,
    status: null,
    since: null,
    purposes: [],
    qualifications: [],
    source: 'root.pem',
    ...service,
  };
}

export interface JudgedParts {
  pki: TestPki;
  unsigned: Uint8Array;
  /** The document, signed by the signer of the institution as products do. */
  sign(options?: SigningOptions, by?: TestSigner): Promise<Uint8Array>;
  /** With what is said of the signer and its authority. */
  proven(pdf: Uint8Array, options?: ProvenOptions): Promise<Uint8Array>;
  judge(pdf: Uint8Array, options?: { anchors?: TrustAnchor[]; now?: Date }): Promise<NonNullable<Judgement>>;
}

export interface ProvenOptions extends StatusOptions, Omit<Proofs, 'answers' | 'lists'> {
  signer?: TestSigner;
  /** Revoked then. */
  revokedAt?: Date;
  authorityRevokedAt?: Date;
  /** Another list of the root's, or none. */
  ofAuthority?: Uint8Array[];
  more?: Pick<Proofs, 'answers' | 'lists'>;
}

export async function prepareJudging(given?: TestPki): Promise<JudgedParts> {
  const pki = given ?? (await createPki());
  const unsigned = await validPdf();
  return {
    pki,
    unsigned,
    sign: (options = {}, by = pki.signer) =>
      signedPdf(unsigned, by, {
        subFilter: 'ETSI.CAdES.detached',
        chain: [pki.authority.certificate],
        room: 16_384,
        ...options,
      }),
    async proven(
      pdf,
      { signer = pki.signer, revokedAt, authorityRevokedAt, ofAuthority, more = {}, ...options } = {},
    ) {
      const { thisUpdate, nextUpdate, ...store } = options;
      const times = {
        ...(thisUpdate === undefined ? {} : { thisUpdate }),
        ...(nextUpdate === undefined ? {} : { nextUpdate }),
      };
      const answer = await ocspResponse({
        ...signer,
        issuer: pki.authority,
        responder: pki.responder,
        ...(revokedAt === undefined ? {} : { revokedAt }),
        ...times,
      });
      const revoked =
        authorityRevokedAt === undefined
          ? []
          : [{ certificate: pki.authority.certificate, at: authorityRevokedAt }];
      const list = await revocationList({ issuer: pki.root, revoked, ...times });
      return withProofs(pdf, {
        ...store,
        answers: [answer, ...(more.answers ?? [])],
        lists: [...(ofAuthority ?? [list]), ...(more.lists ?? [])],
      });
    },
    async judge(pdf, { anchors = [anchorOf(pki.root)], now = usualNow } = {}) {
      const trust = { anchors: versioned(anchors), now };
      const { judgement } = await sharedInspector.inspect(pdf, { trust });
      if (judgement === null) throw new Error('Nobody has judged');
      return judgement;
    },
  };
}
