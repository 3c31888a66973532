import type { Language } from '@campus/pages';
import type { ListedToken } from '../../../data/tokens.ts';
import { actorName } from '../../said/actor-text.ts';

/** Who has made a token: a user name, or whose command line it was. */
export function makerText({ createdBy }: Pick<ListedToken, 'createdBy'>, language: Language): string {
  return actorName(createdBy, { actors: { names: new Map(), tokens: new Map() }, language });
}
