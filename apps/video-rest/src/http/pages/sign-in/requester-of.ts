import type { Asker } from '@campus/database';
import { askerOf } from '@campus/rest';
import type { Request, Response } from 'express';
import type { People } from './open-people.ts';

/** For whom a page looks something up, behind `requireAccount`. */
export function askerFor(people: Pick<People, 'accountOf'>, request: Request, response: Response): Asker {
  const caller = people.accountOf(request);
  if (caller === undefined) throw new Error('requireAccount comes first');
  return askerOf({ caller, response });
}
