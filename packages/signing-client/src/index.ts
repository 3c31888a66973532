export { ApiError, answerOf, type FollowOptions } from '@campus/client-core';
export type {
  Change,
  Listed,
  ListPath,
  ListQuery,
  ManagementApi,
  NewRecord,
  SigningRecord,
  VendorApi,
} from './api.ts';
export {
  type ClientOptions,
  createSigningClient,
  createVendorApi,
  type SigningClient,
} from './signing-client.ts';
export { verifyWebhook, type WebhookCall, WebhookRefused } from './webhook-call.ts';
