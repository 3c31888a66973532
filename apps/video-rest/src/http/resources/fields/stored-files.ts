/** What records know of their files: nobody writes it but the service, and an import. */
import * as rest from '@campus/rest';
import { fieldMessages } from '../../refusals.ts';

/** Names of the files that rows refer to. */
export const storedName = /^[a-z]+-[A-Za-z0-9_-]{1,80}\.[a-z0-9]{1,8}$/;

/** Of a file that somebody keeps. */
export const storedFile = { name: nameField('storedFile') };

/** Of the source of a video. */
export const storedSource = {
  name: nameField('sourceFile'),
  bytes: rest.integer({ column: 'sourceBytes', min: 0, max: Number.MAX_SAFE_INTEGER, ...rest.orNull }),
  codecs: rest.texts({ column: 'sourceCodecs', maxItems: 50, maxLength: 30 }),
  kind: rest.choice({
    column: 'mediaKind',
    required: true,
    ...rest.namedChoices({ video: ['video', 'vidéo'], audio: ['sound', 'son'] }),
  }),
  duration: seconds('durationSeconds'),
};

/** The name that it has in the folder of its row, which is ours: it leads to no other. */
function nameField(column: string): rest.DeclaredField<unknown> {
  const { source: pattern } = storedName;
  return rest.textual(
    { column, required: true, maxLength: 100 },
    {
      type: 'string',
      schema: { pattern },
      refuse: (given) => (storedName.test(given) ? undefined : { text: fieldMessages.not_a_stored_name }),
    },
  );
}

/** A length of time, with fractions. */
function seconds(column: string): rest.DeclaredField<unknown> {
  return rest.declareField(
    { column, required: true },
    {
      type: 'field',
      schema: { type: 'number', minimum: 0 },
      parse(given) {
        const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
        if (typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e9) return value;
        throw new rest.FieldProblem({ code: 'not_a_number' });
      },
    },
  );
}
