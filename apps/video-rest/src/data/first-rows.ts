/** The tables of a new instance that are not empty, with their schema: migrations fill them. */
export const tablesWithFirstRows = [
  'public.name_words',
  'public.renditions',
  'public.row_counts',
  'public.sites',
  'public.video_types',
];
