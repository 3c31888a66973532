import type { Other } from './signature-case.ts';

/** Where others judge otherwise, and why it is judged here as it is; `docs/signatures.md` has the same. */
export interface ExplainedDifference {
  others: readonly Other[];
  /** What they do. */
  what: string;
  why: string;
  cases: readonly string[];
}

const sha3 = ['SHA3-256', 'SHA3-384', 'SHA3-512'];
const oddSpellings = ['with what cannot be seen', 'in full width'];
const spellings = ['in another case', 'with doubled blanks', 'with blanks at its ends'];
const named = (how: string) => [
  `signature by an excluded name ${how}`,
  `signature by a permitted name ${how}`,
];
const documentPurposes = ['documents', 'documents, as Adobe has it', 'documents, as Microsoft has it'];

export const explainedDifferences: readonly ExplainedDifference[] = [
  {
    others: ['openssl', 'nss'],
    what: 'accept SHA-1 in signatures',
    why: 'It is relied on until August 2012 alone: since then two documents of one hash have been made.',
    cases: [
      'signature by RSA with SHA-1',
      'signature by ECDSA with SHA-1',
      'signature by RSA that names the kind of the key alone, over a digest by SHA-1',
      'signature by RSA-PSS with all defaults',
    ],
  },
  {
    others: ['openssl'],
    what: 'accepts MD5, and SHA-1 in lists, answers and time stamps: how strong a hash is it asks of certificates alone',
    why: 'A list, an answer or a stamp is worth no more than its hash.',
    cases: [
      'signature by RSA with MD5',
      'signature with a list that is signed by SHA-1',
      'signature with an answer that is signed by SHA-1',
      'time stamp by ECDSA with SHA-1',
      'time stamp over a hash by SHA-1',
      'time stamp over a hash by MD5',
    ],
  },
  {
    others: ['nss'],
    what: 'accepts certificates that are signed by SHA-1, and keys of RSA of 1024 bits',
    why: 'The first are from August 2012 on, the second from 2011 on not to be relied on (ETSI TS 119 312).',
    cases: [
      'signature whose certificate is signed by ECDSA with SHA-1',
      'signature whose certificate is signed by RSA with SHA-1',
      'signature whose certificate is signed by RSA-PSS with SHA-1, a mask by SHA-1 and 20 bytes of salt',
      'signature below an authority that is certified by SHA-1',
      'signature by a key of 1024 bits',
      'signature below an authority with a key of 1024 bits',
    ],
  },
  {
    others: ['openssl'],
    what: 'knows SHA-3',
    why: 'ISO/TS 32001 has it for PDF 2.0 alone: it is unknown here (`GENERIC`), not false.',
    cases: [
      ...sha3.flatMap((hash) => [`signature by RSA with ${hash}`, `signature by ECDSA with ${hash}`]),
      'time stamp over a hash by SHA3-256',
    ],
  },
  {
    others: ['openssl'],
    what: 'accepts any curve of 224 bits and more',
    why: 'Accepted are those of ETSI TS 119 312: P-256, P-384, P-521 and Brainpool’s of 256 bits and more (`r1`).',
    cases: [
      'signature by ECDSA on brainpoolP256t1 with SHA-256',
      'signature by ECDSA on secp256k1 with SHA-256',
      'signature by ECDSA on secp224r1 with SHA-256',
    ],
  },
  {
    others: ['nss'],
    what: 'does not know SHA-224, Brainpool’s curves, keys for RSA-PSS alone, nor RSA-PSS without attributes',
    why: 'They are sound, and some products sign so.',
    cases: [
      'signature by RSA with SHA-224',
      'signature by ECDSA with SHA-224',
      'signature by RSA-PSS with SHA-224',
      'signature by ECDSA on brainpoolP256r1 with SHA-256',
      'signature by ECDSA on brainpoolP384r1 with SHA-384',
      'signature by ECDSA on brainpoolP512r1 with SHA-512',
      'signature by RSA-PSS and a key for these parameters alone',
      'signature by RSA-PSS and a key that asks for less salt',
      'signature by RSA-PSS without attributes',
    ],
  },
  {
    others: ['openssl'],
    what: 'goes by the key where the signature names an algorithm of another kind',
    why: 'What a signature says of itself has to be true: it is of a kind that is unknown here.',
    cases: ['signature by ECDSA that says to be by RSA'],
  },
  {
    others: ['nss'],
    what: 'accepts a signature by PKCS #1 v1.5 of a key that is for RSA-PSS alone',
    why: 'RFC 4055 §1.2: such a key is for nothing else.',
    cases: ['signature by RSA of before and a key for RSA-PSS alone'],
  },
  {
    others: ['nss'],
    what: 'does not ask for the content type among the attributes',
    why: 'RFC 5652 §5.3, §11.1: once, and right.',
    cases: [
      'signature without the type of what is signed',
      'signature twice with the type of what is signed',
    ],
  },
  {
    others: ['openssl', 'nss'],
    what: 'do not ask which certificate the signature names (openssl does by `-cades`, and refuses those that name none)',
    why: 'RFC 5035 §3: one that names another is not of this certificate.',
    cases: ['signature that names another certificate', 'signature that names its certificate by nothing'],
  },
  {
    others: ['openssl'],
    what: 'takes the first issuer of the right name and goes no other way (where certificates do not name the key)',
    why: 'All ways up are tried, the first that holds counts.',
    cases: [
      'signature whose issuer comes along twice, once with another key',
      'signature with an authority that was issued in its own name below one that may have none',
    ],
  },
  {
    others: ['openssl', 'nss'],
    what: 'refuse names of an authority that was issued in its own name: NSS holds them against what the one above permits, openssl goes no other way',
    why: 'RFC 5280 §6.1.3 (b): those are not asked, unless they sign themselves.',
    cases: ['signature below an authority in its own name that is not permitted'],
  },
  {
    others: ['openssl', 'nss'],
    what: 'ask for the dates of anchors',
    why: 'RFC 5280 §6.1: an anchor is trusted as it is, until the institution or the list takes it back.',
    cases: ['signature below an anchor that has expired', 'signature below an anchor that is not yet valid'],
  },
  {
    others: ['nss'],
    what: 'asks for a way above an anchor that signs itself',
    why: 'The same.',
    cases: ['signature by the anchor itself'],
  },
  {
    others: ['openssl'],
    what: 'asks for decisive extensions of anchors',
    why: 'The same.',
    cases: ['signature below an anchor with a decisive extension that nobody knows'],
  },
  {
    others: ['openssl', 'nss'],
    what: 'accept a certificate with an extension twice',
    why: 'RFC 5280 §4.2 forbids it: nobody could tell which is meant.',
    cases: ['signature with an extension twice'],
  },
  {
    others: ['nss'],
    what: 'compares names by their bytes, strings of other types aside',
    why: 'RFC 5280 §7.1: without case, any blanks as one.',
    cases: [
      'signature whose issuer is written in another case than it writes itself',
      ...spellings.flatMap(named),
    ],
  },
  {
    others: ['openssl', 'nss'],
    what: 'tell names apart that differ in what cannot be seen, or in the form of a letter',
    why: 'RFC 4518 §2, which RFC 5280 §7.1 goes by: they are the same.',
    cases: oddSpellings.flatMap(named),
  },
  {
    others: ['nss'],
    what: 'takes a name that is shorter than the permitted one for permitted',
    why: 'RFC 5280 §7.1: it is within when it begins with all of it.',
    cases: ['signature by a name above the permitted one'],
  },
  {
    others: ['nss'],
    what: 'compares mailboxes without case',
    why: 'RFC 5280 §7.5: what stands before the host goes by case.',
    cases: ['permitted', 'excluded'].map(
      (how) => `signature by an address of mail that is ${how} by a mailbox, its own part in another case`,
    ),
  },
  {
    others: ['nss'],
    what: 'does not hold addresses of mail beyond ASCII against what is excluded',
    why: 'RFC 9598 §6 does: they are addresses of mail.',
    cases: ['signature by an excluded address of mail beyond ASCII'],
  },
  {
    others: ['openssl', 'nss'],
    what: 'hold addresses of the web against what an authority may certify',
    why: 'Names of signers are of people: of hosts, mail and directories alone it is asked, and what is constrained otherwise is refused (RFC 5280 §4.2.1.10).',
    cases: [
      'signature by an address of the web where some are permitted',
      'signature by an address of the web where others are excluded',
    ],
  },
  {
    others: ['openssl', 'nss'],
    what: 'ask for the purpose of mail, and know none for documents',
    why: 'Refused are certificates for services alone (web servers, time stamps, answers about revocation); RFC 9336 has a purpose for documents, and products sign by the others.',
    cases: [
      ...[...documentPurposes, 'anything', 'people who log in', 'programs', 'what nobody has heard of'].map(
        (what) => `signature by a certificate for ${what}`,
      ),
      'signature by a certificate that is decisively for documents',
      'signature below an authority for documents',
      'signature below an authority for people who log in',
    ],
  },
  {
    others: ['openssl'],
    what: 'takes for revoked what is revoked from a later day on',
    why: 'Until that day it is good.',
    cases: ['signature that is revoked from a day on that is to come'],
  },
  {
    others: ['openssl'],
    what: 'asks for news of a certificate that says to be never revoked',
    why: 'RFC 9608: nobody need ask; of an authority it is asked nevertheless.',
    cases: ['signature that says never to be revoked'],
  },
  {
    others: ['openssl'],
    what: 'believes news that name no next ones for ever',
    why: 'For a day: newer ones are always there then (RFC 6960 §2.4).',
    cases: [
      'signature with a list of a month ago that names no next one',
      'signature with an answer of a month ago that names no next one',
    ],
  },
  {
    others: ['openssl'],
    what: 'reads lists about certificates of several authorities',
    why: 'They are not read here: what they tell is not known (`TRY_LATER`).',
    cases: ['signature with a list for others'],
  },
  {
    others: ['openssl'],
    what: 'asks for a responder that is valid today',
    why: 'An archived answer was signed while its responder was valid.',
    cases: ['signature with an answer by a responder that has expired since'],
  },
  {
    others: ['openssl'],
    what: 'does not ask what the key of a responder is for',
    why: 'RFC 5280 §4.2.1.3: a key for something else signs nothing.',
    cases: ['signature with an answer by a responder whose key is for something else'],
  },
  {
    others: ['openssl'],
    what: 'refuses time stamps by RSA-PSS',
    why: 'It verifies them as PKCS #7, which did not have it; RFC 5652 has.',
    cases: [
      'SHA-256, a mask by SHA-256 and 32',
      'SHA-256, a mask by SHA-1 and 20',
      'SHA-512, a mask by SHA-512 and 64',
    ].map((how) => `time stamp by RSA-PSS with ${how} bytes of salt`),
  },
  {
    others: ['openssl'],
    what: 'refuses time stamps by a key that may encrypt too',
    why: 'RFC 3161 asks for the purpose alone.',
    cases: ['time stamp by a key for signatures and encryption'],
  },
  {
    others: ['openssl'],
    what: 'accepts a time stamp of tomorrow, and one that says something decisive that nobody knows',
    why: 'The first contradicts the deposit, the second may mean anything.',
    cases: ['time stamp of a time to come', 'time stamp with something decisive in it that nobody knows'],
  },
];
