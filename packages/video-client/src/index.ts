export { ApiError, answerOf } from './answer-of.ts';
export type { Api, Change, Encoding, Run, Video } from './api.ts';
export type { FollowOptions } from './follow-changes.ts';
export type { ImportOptions } from './import-lines.ts';
export type { Listed, ListPath, ListQuery } from './pages.ts';
export type { NewVideo, SendOptions, UploadOptions, UploadSource } from './upload.ts';
export { verifyWebhook, type WebhookEvent, WebhookRefused } from './verify-webhook.ts';
export { createVideoClient, type VideoClient, type VideoClientOptions } from './video-client.ts';
export { EncodingFailed, type WaitOptions } from './wait-for-encoding.ts';
