import * as rest from '@campus/rest';
import type { Layout } from '../../../ffmpeg/composition.ts';

const layouts = rest.namedChoices({
  first: { en: 'First picture alone', fr: 'Première image seule' },
  composed: { en: 'Second picture in a corner', fr: 'Seconde image dans un coin' },
} satisfies Record<Layout, { en: string; fr: string }>);

/** What becomes of a second stream of pictures in a source. */
export function pictureLayout(): rest.DeclaredField<unknown> {
  const label = { en: 'Slides and camera', fr: 'Diapositives et caméra' };
  return (name) => {
    const field = rest.choice({ label, ...layouts, default: 'first' })(name);
    const description =
      'What is shown of a source with two streams of pictures; a change takes effect with the next encoding';
    return { ...field, schema: { ...field.schema, description } };
  };
}
