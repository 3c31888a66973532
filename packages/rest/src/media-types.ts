/** What bodies and answers travel as. */
export const mediaTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  page: 'text/html',
  xml: 'text/xml',
  events: 'text/event-stream',
} as const;

/** Of the bodies that are read. */
export const bodyTypes: readonly string[] = [mediaTypes.json, mediaTypes.form, mediaTypes.multipart];

/** How an answer is shown: as JSON, as a page for people, or as XML that the operation writes itself. */
export type Format = 'json' | 'page' | 'xml';
