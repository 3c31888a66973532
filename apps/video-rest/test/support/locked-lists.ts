/** Tables that whoever calls with a token is found without. */
export const lockedTables = ['videos', 'video_types', 'broadcasters'];

/** Lists that read them. */
export const lockedLists = [
  '/rest/videos/',
  '/rest/videos/?search=anything',
  '/rest/videos/?is_draft=true&ordering=title',
  '/rest/videos/?page=last',
  '/rest/types/',
  '/rest/broadcasters/?search=anything',
  '/rest/dublincore/',
];
