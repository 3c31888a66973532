export {
  asksForStream,
  checkEveryMs,
  type FeedRequest,
  lastEventId,
  listChanges,
  streamChanges,
} from './answer-changes.ts';
export {
  type Cursors,
  cursorForm,
  isOpenCursor,
  openCursors,
  type Place,
  placeIn,
  sealedCursors,
} from './cursors.ts';
export {
  createFollowers,
  type Followers,
  followLimits,
  maxWaitSeconds,
  type Page,
  type PageAsked,
} from './followers.ts';
export { keepDoing } from './keep-doing.ts';
