import type { Request } from 'express';
import type { Database } from '../../data/open-database.ts';
import { findId, findState } from '../../data/signables.ts';
import type { SignableKind, SignableRef } from '../../domain/signable.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import { refIn } from '../asked/ref-in.ts';

/** Refuses an unknown record before a body is read; the use case decides again under its lock. */
export async function knownRefIn(db: Database, request: Request, kind: SignableKind): Promise<SignableRef> {
  const ref = refIn(request, kind);
  if ((await findState(db, ref)) === null) throw signableNotFound(ref);
  return ref;
}

/** The record that the path names, with its id in the database. */
export async function knownIn(db: Database, request: Request, kind: SignableKind) {
  const ref = refIn(request, kind);
  const id = await findId(db.prisma, ref);
  if (id === null) throw signableNotFound(ref);
  return { ref, id };
}
