/** What a mail tells of, as it is stored until it is sent. */
export type MailContent =
  | ({ kind: 'encodings' | 'digest' } & EndedEncodings)
  | ({ kind: 'operation' } & OperatorNews);

/** What became of the encodings of somebody's videos. */
export interface EndedEncodings {
  encoded: number;
  failed: number;
  /** The newest of them, those that failed first. */
  videos: { slug: string; title: string; hasFailed: boolean }[];
}

/** What somebody has to look after. */
export interface OperatorNews {
  /** Names of the workers that were lost. */
  lostWorkers: string[];
  /** Webhooks that were switched off, since nobody took their events: by number and host. */
  webhooks?: { id: number; host: string }[];
  /** Whether so little is free that uploads and encodings are refused. */
  isShortOfSpace: boolean;
}
