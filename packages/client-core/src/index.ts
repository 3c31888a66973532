export { ApiError, answerOf } from './answer-of.ts';
export { bodySerializer } from './body-serializer.ts';
export { fetchWithin } from './fetch-within.ts';
export { type FollowOptions, followChanges } from './follow-changes.ts';
export { itemsOf, type ListedAt, type ListPathIn, type ListQueryAt } from './pages.ts';
export { pause } from './pause.ts';
