import type { Translated } from '@campus/pages';
import type { KnownRequest } from '../engine.ts';
import { noSuchObject, Refusal } from '../errors.ts';
import { addressWith } from '../pages/addresses.ts';
import { objectHeading } from '../pages/heading.ts';
import { pageWords } from '../pages/page-words.ts';
import type { Resource } from '../resource.ts';
import { requirePermission } from '../rights.ts';
import type { Operation } from '../route.ts';
import { nameOf } from '../show-rows.ts';
import { InUseError, type Row } from '../store.ts';

/** DELETE removes an object: 204, or 409 with how many others still refer to it. A person is asked first. */
export function destroy<Services>(
  resource: Resource<Services>,
  pluralOf: (table: string) => Translated,
): Operation<Services> {
  const { rights, name } = resource;
  const may: Operation<Services>['may'] = (caller) => rights.may(caller, 'destroy');
  return {
    may,
    changes: true,
    finds: 'own',
    async act(known, row) {
      try {
        await removeObject(resource, known, row);
      } catch (error) {
        if (!(error instanceof InUseError)) throw error;
        throw new Refusal('in_use', {
          values: { model: lowerCase(name), count: error.count, users: pluralOf(error.by) },
          cause: error,
        });
      }
      return { status: 204, headers: {}, body: undefined };
    },
    question: {
      may,
      changes: false,
      finds: 'own',
      async act({ request, language, caller }, row) {
        requirePermission(rights.mayRemove?.(caller, row));
        const say = pageWords[language];
        const called = nameOf(resource, row, language);
        const address = addressWith(request, {});
        const { title, breadcrumbs } = objectHeading(resource, row, language);
        return {
          title: say.confirmTitle(called),
          sentence: say.confirmSentence({ kind: name[language], name: called }),
          button: say.delete,
          isDangerous: true,
          back: address,
          breadcrumbs: [...breadcrumbs, { text: title, href: address }],
        };
      },
    },
  };
}

/**
 * Removes an object whose row was found for whoever may change it.
 *
 * @throws Refusal; InUseError  others still refer to it
 */
export async function removeObject<Services>(
  resource: Resource<Services>,
  { engine, caller }: Pick<KnownRequest<Services>, 'engine' | 'caller'>,
  row: Row,
): Promise<void> {
  const { rights, hooks } = resource;
  requirePermission(rights.mayRemove?.(caller, row));
  const removed = await (hooks?.remove === undefined
    ? engine.storeOf(resource.table).remove(Number(row.id), caller)
    : hooks.remove(row, { services: engine.services, caller }));
  if (!removed) throw noSuchObject(resource);
}

function lowerCase({ en, fr }: Translated): Translated {
  return { en: en.toLowerCase(), fr: fr.toLowerCase() };
}
