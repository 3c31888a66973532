import type { Translated } from '@campus/pages';
import { type DeclaredField, link } from '@campus/rest';
import { images } from './images.ts';

/** An image that an object shows; null: none, also once the image is removed. */
export function shownImage(label: Translated): DeclaredField<unknown> {
  return link(() => images, { label, nullable: true, default: null });
}
