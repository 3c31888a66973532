/**
 * Time stamps of the history (RFC 3161): an authority says that it has seen something at an instant. What it gave is
 * checked before it is kept; `openssl ts` can check it again without us.
 */
import { createHash, randomBytes } from 'node:crypto';
import { fromBER, Integer, Null, OctetString, Sequence } from 'asn1js';
import * as pkijs from 'pkijs';
import type { TimeStamp } from '../data/stamps.ts';
import { certificateFacts } from '../pdf/certificate-facts.ts';
import { namingOf } from '../trust/certificate-naming.ts';
import { hashesOf, readCms } from '../trust/cms-signature.ts';
import { verifyCms } from '../trust/verify-cms.ts';

/** An answer of an authority that is no time stamp of what it was asked for. */
export class TimeStampError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(`the time stamp ${message}`, options);
    this.name = 'TimeStampError';
  }
}

const sha256Id = '2.16.840.1.101.3.4.2.1';
const extendedKeyUsage = '2.5.29.37';
/** RFC 3161 §2.3 */
const timeStamping = '1.3.6.1.5.5.7.3.8';
/** RFC 3161 §2.4.2: granted, and granted with changes. */
const granted = [0, 1];

/** A question to an authority, as DER; the nonce comes back in the answer to it alone. */
export function timeStampRequest(message: string): { request: Uint8Array; nonce: Buffer } {
  // Its first bit is no sign, and its first byte no padding.
  const nonce = randomBytes(8);
  nonce.writeUInt8((nonce.readUInt8(0) & 0x3f) | 0x40, 0);
  const digest = new Uint8Array(createHash('sha256').update(message).digest());
  const request = new pkijs.TimeStampReq({
    version: 1,
    messageImprint: new pkijs.MessageImprint({
      hashAlgorithm: new pkijs.AlgorithmIdentifier({ algorithmId: sha256Id, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: digest.buffer }),
    }),
    nonce: new Integer({ valueHex: new Uint8Array(nonce).buffer }),
    certReq: true,
  });
  return { request: new Uint8Array(request.toSchema().toBER()), nonce };
}

/**
 * The time stamp in the answer to a question.
 *
 * @throws TimeStampError
 */
export function readAnswer(
  answer: Uint8Array,
  { message, nonce }: { message: string; nonce: Buffer },
): TimeStamp {
  const token = tokenIn(answer);
  const stamp = readTimeStamp(token, message);
  if (!nonce.equals(nonceOf(token))) throw new TimeStampError('answers another question');
  // RFC 3161 §2.4.2; `openssl ts` asks for it.
  if (readable(() => namingOf(readCms(token))) !== 'named')
    throw new TimeStampError('does not name the certificate of its authority');
  return stamp;
}

/**
 * What a token says, of this message: its signature holds, and its certificate may sign time stamps. Whether the
 * authority is to be trusted is for whoever reads it.
 *
 * @throws TimeStampError
 */
export function readTimeStamp(token: Uint8Array, message: string): TimeStamp {
  const cms = readable(() => readCms(token));
  const { timeStamp, certificate } = cms;
  if (timeStamp === undefined) throw new TimeStampError('is none: it holds something else');
  if (certificate === undefined) throw new TimeStampError('comes without the certificate of its authority');
  if (!mayStamp(certificate))
    throw new TimeStampError('is signed by a certificate that is not for time stamps');
  if (readable(() => verifyCms(cms, [Buffer.from(message)])) !== 'valid')
    throw new TimeStampError('is of something else, or its signature does not hold');
  if (hashesOf(cms).includes('sha1'))
    throw new TimeStampError('rests on SHA-1, which proves nothing any more');
  return { token, at: timeStamp.genTime, authority: certificateFacts(certificate).subject };
}

/** As it came: encoded again it may differ. */
function tokenIn(answer: Uint8Array): Uint8Array {
  const { status } = readable(() => pkijs.TimeStampResp.fromBER(new Uint8Array(answer)));
  if (!granted.includes(status.status)) {
    const words = (status.statusStrings ?? []).map(({ valueBlock }) => valueBlock.value).join(', ');
    throw new TimeStampError(`is refused with status ${status.status}${words === '' ? '' : `: ${words}`}`);
  }
  const { result } = fromBER(new Uint8Array(answer));
  const token = result instanceof Sequence ? result.valueBlock.value[1] : undefined;
  if (token === undefined) throw new TimeStampError('is missing in the answer');
  return Uint8Array.from(token.valueBeforeDecodeView);
}

function nonceOf(token: Uint8Array): Uint8Array {
  const { timeStamp } = readCms(token);
  return timeStamp?.nonce?.valueBlock.valueHexView ?? new Uint8Array();
}

function mayStamp({ extensions = [] }: pkijs.Certificate): boolean {
  const usage: unknown = extensions.find(({ extnID }) => extnID === extendedKeyUsage)?.parsedValue;
  return usage instanceof pkijs.ExtKeyUsage && usage.keyPurposes.includes(timeStamping);
}

function readable<Result>(read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw new TimeStampError('cannot be read', { cause });
  }
}
