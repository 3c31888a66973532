/** What a session holds, and for how long. */
import { createHash } from 'node:crypto';
import 'express-session';
import type { PasswordAccount } from '../account.ts';

/** After this long without a request, and this long after the sign-in, somebody has to sign in again. */
export const idleMs = 2 * 60 * 60_000;
export const absoluteMs = 12 * 60 * 60_000;

/** Of one account at once: recorders of many rooms share one. */
export const maxSessions = 100;

/** For this long somebody may take to give a second factor, and a passkey to sign what it is given. */
export const pendingMs = 10 * 60_000;
export const challengeMs = 5 * 60_000;

/** For this long after the password was asked for again, factors may be changed, and sessions ended. */
export const provedMs = 10 * 60_000;

/** What somebody whose password was right still has to do: give a second factor, or set one up. */
export interface PendingSignIn {
  id: number;
  stamp: string;
  needs: 'proof' | 'setup';
  /** Where the sign-in leads. */
  next?: string;
  since: number;
}

/** What a passkey signs for. */
export type ChallengePurpose = 'sign-in' | 'add' | 'prove';

/** Of what a browser calls itself. */
export const maxAgentCharacters = 400;

declare module 'express-session' {
  interface SessionData {
    /** Who has signed in. */
    account?: {
      id: number;
      stamp: string;
      signedInAt: number;
      /** Their session at the identity provider, hashed. */
      there?: string;
      /** What the browser calls itself; absent in sessions of older versions. */
      agent?: string;
      /** By more than a password: a second factor, a passkey, or an identity provider, which has its own. */
      isProved?: boolean;
    };
    /** Whose password was right, and who is not signed in yet. */
    pending?: PendingSignIn;
    /** When the password, or a passkey, was last asked for again, in milliseconds. */
    provedAt?: number;
    /** What a passkey is to sign next. */
    challenge?: { value: string; purpose: ChallengePurpose; madeAt: number };
  }
}

/** Who has signed in. */
export interface SessionOwner {
  id: number;
  stamp: string;
  isProved?: boolean;
}

/** Somebody is signed in with a browser. */
export interface OpenSession {
  /** Tells sessions of an account apart, and lets nobody in. */
  name: string;
  /** What the browser calls itself; undefined: nothing. */
  agent: string | undefined;
  signedInAt: Date;
  lastUsedAt: Date;
}

/** A sign-in that is not too long ago. */
export function inTime<Account extends { signedInAt: number }>(
  account: Account | null | undefined,
  now: Date,
): Account | undefined {
  return account && now.getTime() - account.signedInAt <= absoluteMs ? account : undefined;
}

/** Changes with the password, and with nothing else. */
export function stampOf({ passwordHash }: Pick<PasswordAccount, 'passwordHash'>): string {
  return hashed(passwordHash ?? '').slice(0, 22);
}

export function hashed(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
