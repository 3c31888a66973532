import { callerOf } from '@campus/auth';
import type { Request } from 'express';
import type { KnownToken } from '../../data/tokens.ts';
import type { Scope } from '../../domain/scope.ts';

/** Who asks for something to be done or shown, and what they see; behind `requireBearer`. */
export function askingOf(request: Request): { actor: string; scope: Scope } {
  return { actor: callerOf(request).fingerprint, scope: scopeOf(request) };
}

/** What the token of a program lets it see, behind `requireBearer`; one of the configuration everything. */
export function scopeOf(request: Request): Scope {
  const known = callerOf(request).known as KnownToken | undefined;
  return known === undefined ? 'everything' : known.scope;
}
