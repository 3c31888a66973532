import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** What goes wrong with what an authenticator says, on purpose. */
export interface Twist {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** Whether it has asked for PIN or finger; default true. */
  isVerified?: boolean;
  /** Default: one more than before. */
  counter?: number;
  type?: string;
  /** How it says that it can be reached; default a list. */
  transports?: unknown;
  /** Signs with another key. */
  hasOtherKey?: boolean;
}

/** A passkey in software (WebAuthn §6), ES256, that does as it is told. */
export interface SoftwarePasskey {
  id: string;
  /** What `startRegistration` would give, as text. */
  register(challenge: string, twist?: Twist): string;
  /** What `startAuthentication` would give, as text. */
  sign(challenge: string, twist?: Twist): string;
}

const userPresent = 0x01;
const userVerified = 0x04;
const hasCredential = 0x40;

export function softwarePasskey({ origin, rpId }: { origin: string; rpId: string }): SoftwarePasskey {
  const id = randomBytes(16);
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = own.publicKey.export({ format: 'jwk' });
  const publicKey = cborMap([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  let counter = 0;

  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authenticatorData = (flags: number, twist: Twist) => {
    counter = twist.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const verified = twist.isVerified === false ? 0 : userVerified;
    return Buffer.concat([sha256(twist.rpId ?? rpId), Buffer.of(flags | userPresent | verified), count]);
  };
  const answer = (response: Record<string, unknown>) => {
    const text = id.toString('base64url');
    return JSON.stringify({
      id: text,
      rawId: text,
      type: 'public-key',
      clientExtensionResults: {},
      response,
    });
  };

  return {
    id: id.toString('base64url'),
    register(challenge, twist = {}) {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const data = Buffer.concat([
        authenticatorData(hasCredential, twist),
        Buffer.alloc(16),
        length,
        id,
        publicKey,
      ]);
      const attestation = cborMap([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', data],
      ]);
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, twist).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: twist.transports ?? ['internal'],
      });
    },
    sign(challenge, twist = {}) {
      const data = authenticatorData(0, twist);
      const client = clientData('webauthn.get', challenge, twist);
      const key = (twist.hasOtherKey ? other : own).privateKey;
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), key);
      return answer({
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: signature.toString('base64url'),
      });
    },
  };
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest();
}

type CborValue = number | string | Buffer | ReadonlyMap<string, never>;

/** A map in CBOR (RFC 8949), of what stands in one here. */
function cborMap(entries: [key: CborValue, value: CborValue][]): Buffer {
  return Buffer.concat([cborHead(5, entries.length), ...entries.flat().map(cbor)]);
}

function cbor(value: CborValue): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'object' && !Buffer.isBuffer(value)) return cborHead(5, 0);
  const bytes = Buffer.from(value);
  return Buffer.concat([cborHead(typeof value === 'string' ? 3 : 2, bytes.length), bytes]);
}

function cborHead(type: number, count: number): Buffer {
  if (count < 24) return Buffer.of((type << 5) | count);
  return count < 256
    ? Buffer.of((type << 5) | 24, count)
    : Buffer.of((type << 5) | 25, count >> 8, count & 255);
}
