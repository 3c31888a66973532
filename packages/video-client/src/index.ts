export { ApiError, answerOf, type FollowOptions } from '@campus/client-core';
export type { Api, Change, Encoding, Listed, ListPath, ListQuery, Run, Video } from './api.ts';
export type { ImportOptions } from './import-lines.ts';
export type { NewVideo, SendOptions, UploadOptions, UploadSource } from './upload.ts';
export { verifyWebhook, type WebhookEvent, WebhookRefused } from './verify-webhook.ts';
export { createVideoClient, type VideoClient, type VideoClientOptions } from './video-client.ts';
export { EncodingFailed, type WaitOptions } from './wait-for-encoding.ts';
