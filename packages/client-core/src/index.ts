export { ApiError, answerOf } from './answer-of.ts';
export { apiSettings } from './api-settings.ts';
export { type FollowOptions, followChanges } from './follow-changes.ts';
export { type GivenHeaders, headerOf } from './header-of.ts';
export { itemsOf, type ListedAt, type ListPathIn, type ListQueryAt } from './pages.ts';
export { pause } from './pause.ts';
