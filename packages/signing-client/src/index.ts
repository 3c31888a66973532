export { ApiError, answerOf } from './answer-of.ts';
export type { Change, ManagementApi, NewRecord, SigningRecord, VendorApi } from './api.ts';
export type { FollowOptions } from './follow-changes.ts';
export type { Listed, ListPath, ListQuery } from './pages.ts';
export {
  type ClientOptions,
  createSigningClient,
  createVendorApi,
  type SigningClient,
} from './signing-client.ts';
export { verifyWebhook, type WebhookCall, WebhookRefused } from './webhook-call.ts';
