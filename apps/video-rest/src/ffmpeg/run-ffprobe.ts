import { inputOf, inputRules } from './containers.ts';
import { type MediaTools, MediaToolsError } from './open-media-tools.ts';
import { runTool } from './run-tool.ts';
import { SourceUnreadable, saysUnreadable } from './source-unreadable.ts';

/** Measured: 10-bit pictures of 4096 x 4096 take 300 MiB, the program and its threads 260. */
export const probeMemoryMiB = 1024;

/** How a run of ffprobe ended that looked at its source. */
interface ProbeEnd {
  /** Or it ended at a limit, when that is neither good nor bad. */
  isWell: boolean;
  isTimedOut: boolean;
  isOutOfMemory: boolean;
  /** It may be that it could not read on; a source that is cut off is told of in the same words. */
  mayBeUnreadable: boolean;
  errorText: string;
}

/**
 * Asks ffprobe about a source, without opening any other file.
 *
 * @param run.args    what is asked for, without the input
 * @param run.onLine  gets every line of the answer
 * @returns what it said of the contents, also when it refused them
 * @throws MediaToolsError  ffprobe is not there any more, or was ended by whatever: nothing is said of the file
 * @throws SourceUnreadable  it could not be opened, or not be read
 * @throws the reason of `signal`; what the system says when it has no room for another process
 */
export async function runFfprobe(
  { ffprobe }: Pick<MediaTools, 'ffprobe'>,
  run: {
    source: string;
    args: readonly string[];
    timeLimitMs: number;
    signal?: AbortSignal | undefined;
    onLine: (line: string) => void;
  },
): Promise<ProbeEnd> {
  const { source, args, timeLimitMs, signal, onLine } = run;
  const end = await runTool(ffprobe, ['-v', 'error', ...args, ...inputRules, ...inputOf(source)], {
    timeLimitMs,
    memoryMiB: probeMemoryMiB,
    ...(signal && { signal }),
    onLine,
  });
  const { status, isMissing, isTimedOut, isOutOfMemory, errorText } = end;
  const words = errorText.trim();
  if (isMissing)
    throw new MediaToolsError('tool_does_not_run', `${ffprobe} is missing, or does not run: ${words}`);
  const isWell = status === 0;
  const unreadable = saysUnreadable(errorText, source);
  if (!isTimedOut && !isOutOfMemory) {
    // It ends with 0 or 1 by itself, and says why; the shell has another status when it finds no room for it.
    if (!isWell && (status !== 1 || words === ''))
      throw new MediaToolsError('tool_ended', `${ffprobe} was ended (status ${status}): ${words}`);
    if (unreadable === 'yes') throw new SourceUnreadable(`ffprobe could not read a source: ${words}`);
  }
  return { isWell, isTimedOut, isOutOfMemory, mayBeUnreadable: unreadable === 'maybe', errorText };
}
