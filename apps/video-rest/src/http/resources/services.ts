import * as rest from '@campus/rest';
import type { VideoConfiguration } from '../../config.ts';
import type { UploadDeps } from '../../uploads/upload-deps.ts';
import type { WebhookSecrets } from '../../webhooks/webhook-secrets.ts';
import type { MediaUrls } from '../media/media-urls.ts';

/** What the resources work with. */
export interface Services extends UploadDeps {
  media: MediaUrls;
  webhookSecrets: WebhookSecrets;
  /** What it says for all records of Dublin Core, and where webhooks may lead. */
  configuration: Pick<
    VideoConfiguration,
    'titleEtb' | 'defaultDcCoverage' | 'defaultDcRights' | 'webhookNetworks'
  >;
}

/** Declares a resource of this service. */
export const defineResource = rest.resourcesFor<Services>();
