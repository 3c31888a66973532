import { paths } from '../../addresses.ts';

/** The list of videos for those who manage them. */
export const managedVideosAddress = `${paths.video}/`;

/** The page that adds a video. */
export const addVideoAddress = `${paths.video}/add/`;

/** The page of one video; what belongs to it follows, such as `live/`. */
export function videoPageAddress({ slug }: { slug: string }): string {
  return `${paths.video}/${slug}/`;
}
