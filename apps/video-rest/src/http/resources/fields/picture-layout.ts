import type { Pair } from '@campus/pages';
import * as rest from '@campus/rest';
import type { Layout } from '../../../ffmpeg/composition.ts';

const layouts = rest.namedChoices({
  first: ['First picture alone', 'Première image seule'],
  composed: ['Second picture in a corner', 'Seconde image dans un coin'],
} satisfies Record<Layout, Pair>);

/** What becomes of a second stream of pictures in a source. */
export function pictureLayout(): rest.DeclaredField<unknown> {
  const label = ['Slides and camera', 'Diapositives et caméra'] as const;
  return (name) => {
    const field = rest.choice({ label, ...layouts, default: 'first' })(name);
    const description =
      'What is shown of a source with two streams of pictures; a change takes effect with the next encoding';
    return { ...field, schema: { ...field.schema, description } };
  };
}
