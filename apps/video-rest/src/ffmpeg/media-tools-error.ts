import { OperatorError } from '@campus/config';

/** What stands between this machine and encoding. */
export type MediaToolsErrorCode = 'tool_not_found' | 'tool_does_not_run' | 'tool_lacks_parts';

/** ffmpeg or ffprobe cannot be used. The message is for the operator and tells the mend. */
export class MediaToolsError extends OperatorError {
  readonly code: MediaToolsErrorCode;

  constructor(code: MediaToolsErrorCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.code = code;
  }
}
