/** How the bucket is reached. */
export interface ObjectStoreSettings {
  /** Absent: that of AWS for the region. */
  endpoint?: string | undefined;
  /** Where clients reach it, who are led there then; absent: they are not. */
  publicEndpoint?: string | undefined;
  region: string;
  bucket: string;
  /** What the operator has named it with; absent: MEDIA_S3_BUCKET. */
  named?: string | undefined;
  /** In front of every name: empty, or with a slash at its end. */
  prefix: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket stands in the path, not in the name of the host. */
  isPathStyle: boolean;
}
