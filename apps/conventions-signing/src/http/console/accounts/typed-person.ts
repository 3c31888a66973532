import { formText } from '@campus/accounts';
import type { Request } from 'express';
import { isRole, type Role } from '../../../accounts/roles.ts';

/** What is typed about a person, right or wrong. */
export interface TypedPerson {
  fullName: string;
  email: string;
  role: string;
}

/** The person of a form, without blanks around what was typed. */
export function typedPersonIn(request: Request): TypedPerson {
  const text = (name: string) => formText(request, name).trim();
  return { fullName: text('fullName'), email: text('email'), role: text('role') };
}

/** The role that was chosen; undefined when it is none. */
export function roleIn({ role }: TypedPerson): Role | undefined {
  return isRole(role) ? role : undefined;
}
