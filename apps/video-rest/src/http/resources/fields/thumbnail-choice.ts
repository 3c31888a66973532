import * as rest from '@campus/rest';

/** Which of the pictures that the encoder has taken out of the video is its poster, while it has no image of its own. */
export function thumbnailChoice(): rest.DeclaredField<unknown> {
  const label = ['Picture of the video', 'Image de la vidéo'] as const;
  return (name) => {
    const field = rest.integer({ label, column: 'thumbnailChoice', min: 1, max: 3, default: 1 })(name);
    const description =
      'Which of `playback.thumbnails` is the poster, from 1, while `thumbnail` is null; the first where there is none of this number';
    return { ...field, schema: { ...field.schema, description } };
  };
}
