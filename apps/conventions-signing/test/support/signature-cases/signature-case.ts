/** One row of the table of signatures, and who makes them. */
import type { Verdict } from '../../../src/trust/indications.ts';
import type { StampOptions } from '../test-cms.ts';
import {
  type CertificateOptions,
  createPki,
  generalNames,
  issueCertificate,
  revocationList,
  type TestPki,
  type TestSigner,
  unknownCriticalExtension,
} from '../test-pki.ts';

/** A signature that is to be made over whatever holds it, and what comes along with it. */
export interface Planned {
  by: TestSigner;
  cms: StampOptions;
  lists: Uint8Array[];
  /** About the signer alone; lists are not asked then of it. */
  answers?: Uint8Array[];
  certificates?: TestSigner[];
  issuer: TestSigner;
  anchor: TestSigner;
}

export type Expected = 'passed' | `${Verdict['status']} ${NonNullable<Verdict['subIndication']>}`;

/** Who judges beside us: OpenSSL, and Mozilla's NSS, by which Poppler's pdfsig verifies. */
export type Other = 'openssl' | 'nss';

export interface SignatureCase {
  /** Begins with its kind. */
  name: string;
  kind: 'signature' | 'time stamp';
  /** Who can be asked the same. */
  asked: readonly Other[];
  expected: Expected;
  plan: (cast: Cast) => Promise<Planned>;
}

export type Row = [name: string, expected: Expected, plan: SignatureCase['plan']];

/** The rows of one topic. */
export function casesOf(
  { kind, asked }: Pick<SignatureCase, 'kind' | 'asked'>,
  rows: readonly Row[],
): SignatureCase[] {
  return rows.map(([name, expected, plan]) => ({ name: `${kind} ${name}`, kind, asked, expected, plan }));
}

export interface Cast extends TestPki {
  /** Somebody whose key of RSA others take too. */
  rsa: TestSigner;
  /** Somebody whom nobody trusts, one of the root's name, and one of the authority's. */
  stranger: TestSigner;
  namesake: TestSigner;
  otherAuthority: TestSigner;
  namesakeOfAuthority: TestSigner;
  /** Roots with something odd about them. */
  expiredRoot: TestSigner;
  laterRoot: TestSigner;
  flatRoot: TestSigner;
  mutedRoot: TestSigner;
  oddRoot: TestSigner;
  narrowRoot: TestSigner;
  /** By somebody whom the institution's authority certifies. */
  signedBy(options?: CertificateOptions, cms?: StampOptions): Promise<Planned>;
  /** By somebody below authorities of its own, from the root down. */
  below(
    levels: CertificateOptions[],
    options?: CertificateOptions,
    more?: Partial<Planned>,
  ): Promise<Planned>;
}

export async function createCast(): Promise<Cast> {
  const pki = await createPki();
  const rsa = await issueCertificate({ algorithm: 'RSA' });
  const ofRoot = await revocationList({ issuer: pki.root });
  const root = (options: CertificateOptions) =>
    issueCertificate({ name: 'Odd root', authority: true, ...options });
  const ofAuthority = await revocationList({ issuer: pki.authority });
  return {
    ...pki,
    rsa,
    stranger: await root({ name: 'Stranger' }),
    namesake: await root({ name: 'Root' }),
    otherAuthority: await root({ name: 'Authority', issuer: pki.root }),
    namesakeOfAuthority: await root({ name: 'Authority' }),
    expiredRoot: await root({ validTo: new Date('2026-11-21T20:00:00Z') }),
    laterRoot: await root({ validFrom: new Date('2026-11-26T00:00:00Z') }),
    flatRoot: await root({ authority: { pathLength: 0 } }),
    mutedRoot: await root({ keyUsage: ['cRLSign'] }),
    oddRoot: await root({ extensions: [unknownCriticalExtension()] }),
    narrowRoot: await root({ permitted: [generalNames.directory({ O: 'Good' })] }),
    async signedBy(options = {}, cms = {}) {
      return {
        by: await issueCertificate({ issuer: pki.authority, ...options }),
        cms: { chain: [pki.authority.certificate], ...cms },
        lists: [ofRoot, ofAuthority],
        issuer: pki.authority,
        anchor: pki.root,
      };
    },
    async below(levels, options = {}, more = {}) {
      const top = more.anchor ?? pki.root;
      const made: TestSigner[] = [];
      const lists = [top === pki.root ? ofRoot : await revocationList({ issuer: top })];
      for (const [level, one] of levels.entries()) {
        const issuer = made.at(-1) ?? top;
        made.push(await issueCertificate({ name: `Level ${level}`, issuer, authority: true, ...one }));
        lists.push(await revocationList({ issuer: made.at(-1) ?? top }));
      }
      const issuer = made.at(-1) ?? top;
      const { cms, ...rest } = more;
      return {
        by: await issueCertificate({ issuer, ...options }),
        cms: { chain: made.map(({ certificate }) => certificate), ...cms },
        lists,
        issuer,
        anchor: top,
        ...rest,
      };
    },
  };
}
