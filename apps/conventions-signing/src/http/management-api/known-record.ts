import { hash } from 'node:crypto';
import { tagBeforeEncoding } from '@campus/service';
import type { Request } from 'express';
import type { Database } from '../../data/open-database.ts';
import { findId, findState, seenIn } from '../../data/signables.ts';
import type { SignableKind, SignableRef } from '../../domain/signable.ts';
import { signableNotFound } from '../../signing/conditions.ts';
import type { Seen } from '../../signing/enter-signing.ts';
import { showRecord } from '../../wire/show.ts';
import { refIn } from '../asked/ref-in.ts';
import { InputError } from '../receive/input-error.ts';
import { scopeOf } from '../scope/scope.ts';

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

/** The strong entity tag of a record, as it is shown in JSON. */
export function tagOf(shown: string): string {
  return `"${hash('sha256', shown, 'base64url')}"`;
}

/**
 * What `If-Match` names (RFC 9110 §13.1.1); undefined when it was not sent. A weak tag is taken and never matches; the tag
 * of a compressed answer names the same record.
 *
 * @throws InputError  `invalid_header`
 */
export function matchIn(request: Request): Seen['match'] {
  const given = request.get('If-Match');
  if (given === undefined) return undefined;
  const tags = given.split(',').map((tag) => tag.trim());
  if (given.length > maxLength || !tags.every((tag) => entityTag.test(tag))) {
    const message = 'If-Match must be *, or entity tags as GET of the record gives one in ETag';
    throw new InputError('invalid_header', message);
  }
  const scope = scopeOf(request);
  return {
    tags: tags.map(tagBeforeEncoding),
    tagOf: (record) => tagOf(JSON.stringify(showRecord(seenIn(scope, record)))),
  };
}

const maxLength = 1000;
const entityTag = /^(\*|(W\/)?"[\x21\x23-\x7e]*")$/;
