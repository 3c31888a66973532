import { createSecretKey, randomBytes } from 'node:crypto';
import { settleInstanceKey } from '@campus/database';
import type { CookieOptions, Request, Response } from 'express';
import type { Database } from '../../../data/open-database.ts';
import { videoAddress } from '../../addresses.ts';
import { isSigned, signatureFor } from '../../signature.ts';

const cookieName = 'videopassword';

/** This long a password holds that somebody has said: a day of lectures. */
export const passwordHoldsMs = 12 * 60 * 60_000;

/** A video with a password. */
interface LockedVideo {
  id: number;
  slug: string;
  passwordHash: string;
}

/**
 * Remembers in the browser itself that somebody has said the password of a video: a cookie for the page of that video
 * alone, signed with the hash of the password, so that another password ends it.
 */
export interface PasswordCookies {
  keep(request: Request, response: Response, video: LockedVideo): void;
  /** Whether the password that the video has now was said in this browser, and not too long ago. */
  holds(request: Request, video: { id: number; passwordHash: string | null }): boolean;
}

/**
 * Opens the cookies with the key that all processes of the instance share; it is made when there is none.
 *
 * @param options.isSecure  the public address has TLS, whatever a request says of itself
 */
export async function openPasswordCookies(
  db: Pick<Database, 'pool'>,
  { isSecure, now }: { isSecure: boolean; now: () => Date },
): Promise<PasswordCookies> {
  const key = createSecretKey(
    await settleInstanceKey(db, { name: 'video-passwords', proposal: randomBytes(32) }),
  );
  return {
    keep(request, response, video) {
      const expiresAt = new Date(now().getTime() + passwordHoldsMs);
      const options: CookieOptions = {
        path: videoAddress(video),
        httpOnly: true,
        sameSite: 'lax',
        secure: isSecure || request.secure,
        maxAge: passwordHoldsMs,
      };
      response.cookie(cookieName, signatureFor(scopeOf(video), { key, expiresAt }), options);
    },
    holds({ cookies }, { id, passwordHash }) {
      const signature: unknown = cookies[cookieName];
      if (passwordHash === null || typeof signature !== 'string') return false;
      return isSigned(scopeOf({ id, passwordHash }), { signature, key, now: now() });
    },
  };
}

function scopeOf({ id, passwordHash }: Pick<LockedVideo, 'id' | 'passwordHash'>): string {
  return `password of video ${id}\n${passwordHash}`;
}
