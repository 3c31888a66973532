import * as ui from '@campus/pages';
import { attributes, type Html, html } from '@campus/pages/html';
import { type Engine, idOf } from '@campus/rest';
import { itemsOf, type ListItem } from '../../../data/my-list.ts';
import { myListLimits } from '../../../videos/my-list.ts';
import { addresses } from '../../addresses.ts';
import type { Services } from '../../resources/services.ts';
import type { OpenVisit } from '../sign-in/open-sessions.ts';
import { myListWords } from './my-list-words.ts';

/** Follows or keeps what a page shows, or does so no more. */
export async function findListButton(
  visit: { engine: Engine<Services> } & OpenVisit,
  item: ListItem,
): Promise<Html> {
  const { account } = visit.reader;
  const items = account === undefined ? [] : await itemsOf(visit.engine.services.db.pool, account.id);
  const isListed = items.some((one) => nameOf(one) === nameOf(item));
  return listButton(visit, { items: [item], isListed, at: 'page' });
}

/**
 * A form for whoever has signed in; for others a button that `my-list.js` works.
 *
 * @param button.at  on the page of what it is about, at its entry in the list, or at those that are not shown
 */
export function listButton(
  { reader: { account, language }, csrf }: Pick<OpenVisit, 'reader' | 'csrf'>,
  button: { items: readonly ListItem[]; isListed: boolean; at: 'page' | 'entry' | 'missing' },
): Html {
  const { items, isListed, at } = button;
  const say = myListWords[language];
  const names = items.map(nameOf).join(',');
  const kinds = { channels: [say.follow, say.unfollow], videos: [say.keep, say.drop] } as const;
  const [add, remove] =
    at === 'missing' || items[0] === undefined ? [say.putBack, say.forget] : kinds[items[0].kind];
  const shared = { class: 'plain', 'aria-describedby': at === 'entry' && names };
  if (account === undefined)
    return html`<button${attributes({
      ...{ ...shared, type: 'button', 'data-list-items': names, 'data-add': add },
      ...{
        'data-remove': remove,
        'data-most': myListLimits.items,
        'data-full': say.full(myListLimits.items),
      },
    })}>${isListed ? remove : add}</button>`;
  return html`<form method="post" action="${addresses.myList}">${csrf()}${ui.hiddenField('items', names)}${ui.hiddenField('at', at)}
<button${attributes({ ...shared, name: 'do', value: isListed ? 'remove' : 'add' })}>${isListed ? remove : add}</button></form>`;
}

/** As addresses, forms and devices have it. */
export function nameOf({ kind, id }: ListItem): string {
  return `${kind}-${id}`;
}

/** Of such names between commas; others are none, and so are those beyond the limit. */
export function itemsIn(text: string): ListItem[] {
  const names = new Set(text.split(',').slice(0, myListLimits.items));
  return [...names].flatMap((name) => {
    const [, kind, digits = ''] = /^(channels|videos)-([1-9]\d*)$/.exec(name) ?? [];
    const id = idOf(digits);
    return id === null ? [] : [{ kind: kind as ListItem['kind'], id }];
  });
}
