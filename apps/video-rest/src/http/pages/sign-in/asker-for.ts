import type { Asker } from '@campus/database';
import type { Request, Response } from 'express';
import { askerOf } from '../../../rest/asker-of.ts';
import type { People } from './open-people.ts';

/** For whom a page looks something up, behind `requireAccount`. */
export function askerFor(people: Pick<People, 'accountOf'>, request: Request, response: Response): Asker {
  const caller = people.accountOf(request);
  if (caller === undefined) throw new Error('requireAccount comes first');
  return askerOf({ caller, response });
}
