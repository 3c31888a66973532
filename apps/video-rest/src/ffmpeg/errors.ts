import { OperatorError } from '@campus/config';
import { sourceLimits } from './source-limits.ts';

/** Why a file is refused as a source. */
export type MediaRefusalCode =
  | 'not_media'
  | 'no_duration'
  | 'too_long'
  | 'too_large_picture'
  | 'too_many_frames'
  | 'too_many_streams'
  | 'codec_not_accepted'
  | 'probe_timed_out'
  | 'probe_out_of_memory';

/** A file that is no acceptable source. The message is for the person who sent it and names no path. */
export class MediaRefusal extends Error {
  readonly code: MediaRefusalCode;

  constructor(code: MediaRefusalCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'MediaRefusal';
    this.code = code;
  }
}

export function codecNotAccepted(codec: string, cause?: unknown): MediaRefusal {
  const message = `The codec ${codec} is not accepted. Convert the file, as to MP4 with H.264 and AAC.`;
  return new MediaRefusal('codec_not_accepted', message, { cause });
}

export function tooManyPixels(width: number, height: number, cause?: unknown): MediaRefusal {
  const most = (sourceLimits.pixels / 1e6).toFixed(1);
  const message = `The pictures are ${width} x ${height} pixels; at most ${most} million in all are accepted.`;
  return new MediaRefusal('too_large_picture', message, { cause });
}

/** How an encoding goes wrong through its source or its machine; `ended_from_outside`: somebody else ended ffmpeg. */
export type EncodingFailureCode =
  | 'source_refused'
  | 'tool_missing'
  | 'ended_from_outside'
  | 'ffmpeg_failed'
  | 'time_limit'
  | 'memory_limit'
  | 'incomplete_output';

/** An encoding that gave no usable result. The message holds ffmpeg's own words, without any path. */
export class EncodingFailure extends Error {
  readonly code: EncodingFailureCode;

  constructor(code: EncodingFailureCode, message: string, { cause }: { cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'EncodingFailure';
    this.code = code;
  }
}

/** A tool that was there at the start and is not any more, in words for the owner of a video. */
export function toolMissing(tool: 'ffmpeg' | 'ffprobe', cause: unknown): EncodingFailure {
  const message = `${tool} is missing on the machine that encodes, or does not run there.`;
  return new EncodingFailure('tool_missing', message, { cause });
}

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
