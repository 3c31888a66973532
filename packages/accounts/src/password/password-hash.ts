/**
 * Passwords as they are stored: scrypt with its parameters and salt in one text,
 * `$scrypt$ln=17,r=8,p=1$<salt>$<hash>` in base64url, so that a later choice of cost leaves older hashes valid.
 * Refuses to know users, and who waits for whom: see `hashLanes`.
 */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { type ScryptCost, todaysCost } from './scrypt-cost.ts';

const saltBytes = 16;
const hashBytes = 32;

/**
 * The text to store for a password, which has no NUL, another at each call, at once; requests take their turn in
 * `hashNewPassword`.
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  return stored(salt, await derive(password, salt, todaysCost));
}

/** What to store where something stays closed until a password is set: of no password that anybody knows. */
export function hashOfNoPassword(): string {
  return stored(randomBytes(saltBytes), randomBytes(hashBytes));
}

function stored(salt: Buffer, hash: Buffer): string {
  const { log2Cost, blockSize, parallelization } = todaysCost;
  const parameters = `ln=${log2Cost},r=${blockSize},p=${parallelization}`;
  return `$scrypt$${parameters}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/**
 * Whether a password is the one of a stored hash.
 *
 * Without a hash (no such user, or one who has no password) the answer is no, after the same work, so that the time it
 * takes does not tell who exists.
 *
 * @throws Error when the stored text is none of ours
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  if (stored === null) {
    await derive(password, randomBytes(saltBytes), todaysCost);
    return false;
  }
  const { salt, hash, cost } = parse(stored);
  const isSame = timingSafeEqual(await derive(password, salt, cost), hash);
  // HMAC fills a short key with zero bytes (RFC 2104 §2), so NULs after a password leave its hash as it is.
  return isSame && !password.includes('\0');
}

function parse(stored: string): { salt: Buffer; hash: Buffer; cost: ScryptCost } {
  const parts = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]{22})\$([\w-]{43})$/.exec(stored);
  if (parts === null) throw new Error('a stored password hash cannot be read');
  const [, log2Cost, blockSize, parallelization, salt = '', hash = ''] = parts;
  return {
    salt: Buffer.from(salt, 'base64url'),
    hash: Buffer.from(hash, 'base64url'),
    cost: {
      log2Cost: Number(log2Cost),
      blockSize: Number(blockSize),
      parallelization: Number(parallelization),
    },
  };
}

function derive(password: string, salt: Buffer, cost: ScryptCost): Promise<Buffer> {
  // RFC 8265: the same password may be typed composed or decomposed, depending on the keyboard.
  const text = password.normalize('NFC');
  const [N, r, p] = [2 ** cost.log2Cost, cost.blockSize, cost.parallelization];
  // What scrypt takes; Node allows 32 MiB by default.
  const options: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p + 2) };
  return new Promise<Buffer>((resolve, reject) => {
    scrypt(text, salt, hashBytes, options, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
