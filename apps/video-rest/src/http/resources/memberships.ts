import type { Translated } from '@campus/pages';
import { type DeclaredAction, Refusal, text, texts } from '@campus/rest';
import type { Database } from '../../data/open-database.ts';
import { isStaff } from '../../domain/ownership.ts';
import type { Services } from './services.ts';

/** One side of a membership, by the names that clients know: users by user name, access groups by code name. */
interface Side {
  field: string;
  label: Translated;
  /** A name that one of them may have. */
  example: string;
}

/**
 * An action for staff that puts one into several, or takes it out of them. It answers the one; names among the
 * several that nobody has, or can have, are passed over.
 */
export function membership(
  name: Translated,
  action: {
    one: Side & { model: string; find: (db: Database, name: string) => Promise<number | undefined> };
    several: Side;
    change: (db: Database, one: string, several: readonly string[]) => Promise<void>;
  },
): DeclaredAction<Services, undefined> {
  const { one, several, change } = action;
  return {
    name,
    isBeside: true,
    methods: {
      POST: {
        may: isStaff,
        takes: {
          [one.field]: text({ label: one.label, column: 'one', required: true, example: one.example }),
          [several.field]: texts({
            label: several.label,
            example: [several.example],
            column: 'several',
            required: true,
            default: undefined,
            maxItems: 1000,
            blank: true,
          }),
        },
        answers: 'object',
        async act({ services, values }) {
          const id = await one.find(services.db, String(values.one));
          if (id === undefined) throw new Refusal('no_such_object', { values: { model: one.model } });
          await change(services.db, String(values.one), values.several as string[]);
          return id;
        },
      },
    },
  };
}
