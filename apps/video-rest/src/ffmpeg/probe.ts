import { setTimeout as sleep } from 'node:timers/promises';
import { MediaRefusal, tooManyPixels } from './media-refusal.ts';
import { type MediaTools, MediaToolsError } from './open-media-tools.ts';
import type { ProbeResult } from './probe-result.ts';
import { checkDuration, type ReportedFacts, readProbeReport, reportEntries } from './read-probe-report.ts';
import { probeMemoryMiB, runFfprobe } from './run-ffprobe.ts';
import { isAddress, requireReadable, SourceUnreadable } from './source-unreadable.ts';
import { createTimeline } from './timeline.ts';

/** Time for everything that is asked of one file. */
export const probeTimeLimitMs = 30_000;

/** What ended ffprobe once, or kept it from its file, is often gone by then. */
const maxTries = 3;
const pauseMs = 200;

/** ffprobe's report of a hostile file (1,000 streams) is still smaller. */
const largestReportCharacters = 8 * 2 ** 20;

/**
 * Tells what a file is: never by its name, only by its content, and without opening any other file.
 *
 * A duration that the file does not state (recordings of browsers), or that could only be estimated (MP3, AAC), is
 * measured by reading all its packets.
 *
 * A file is refused by what ffprobe says of its content alone, and once this process has read it too. Whatever else
 * ends ffprobe, or keeps it from the file, is tried again for a moment.
 *
 * @param file  its path, or its address on this machine (see `inputOf`); the name and extension do not matter
 * @throws MediaRefusal  the file is no acceptable source
 * @throws MediaToolsError  ffprobe is not there any more, or was ended: nothing is said of the file
 * @throws SourceUnreadable  it cannot be opened or read: nothing is said of it either
 * @throws the reason of `signal`; what the system says when it has no room for another process
 * @see containers.ts and read-probe-report.ts for what is accepted
 */
export async function probe(tools: MediaTools, file: string, signal?: AbortSignal): Promise<ProbeResult> {
  const deadline = performance.now() + probeTimeLimitMs;
  for (let tries = 1; ; tries += 1) {
    try {
      return await examine(tools, { file, deadline, signal });
    } catch (error) {
      const failure = await confirmed(error, { file, signal });
      const isOfTheMoment =
        failure instanceof SourceUnreadable ||
        (failure instanceof MediaToolsError && failure.code === 'tool_ended');
      if (!isOfTheMoment || tries === maxTries || performance.now() > deadline)
        throw failure instanceof PerhapsCutOff
          ? new MediaRefusal('not_media', {}, { cause: failure })
          : failure;
      await sleep(pauseMs * tries, undefined, { signal });
    }
  }
}

/** What ffprobe said of a file, once this process has read it too; else why that cannot be read. */
async function confirmed(
  error: unknown,
  { file, signal }: { file: string; signal: AbortSignal | undefined },
): Promise<unknown> {
  const isWhole = error instanceof PerhapsCutOff;
  if (!isWhole && !(error instanceof MediaRefusal)) return error;
  const reading = requireReadable(file, { isWhole, timeLimitMs: probeTimeLimitMs, signal });
  return reading.then(
    () => error,
    (failure: unknown) => failure,
  );
}

/** A source that cannot be read on, or that is cut off: which, ffprobe does not tell. */
class PerhapsCutOff extends SourceUnreadable {}

async function examine(
  tools: MediaTools,
  { file, deadline, signal }: { file: string; deadline: number; signal: AbortSignal | undefined },
): Promise<ProbeResult> {
  const ask: Ask = async (args, onLine) => {
    const timeLimitMs = Math.max(1, deadline - performance.now());
    const end = await runFfprobe(tools, { source: file, args, timeLimitMs, signal, onLine });
    if (end.isTimedOut) {
      // What serves it may be the slow one.
      if (isAddress(file)) throw new SourceUnreadable('a source could not be examined in time');
      throw new MediaRefusal('probe_timed_out', { seconds: probeTimeLimitMs / 1000 });
    }
    if (end.isOutOfMemory) throw new MediaRefusal('probe_out_of_memory', { mebibytes: probeMemoryMiB });
    return end;
  };
  const facts = await readReport(ask);
  const durationSeconds = facts.durationSeconds ?? (await measureDuration(ask, facts));
  return { ...facts, durationSeconds };
}

type Ask = (args: string[], onLine: (line: string) => void) => ReturnType<typeof runFfprobe>;

async function readReport(ask: Ask): Promise<ReportedFacts> {
  let text = '';
  const { isWell, mayBeUnreadable, errorText } = await ask(
    ['-show_entries', reportEntries, '-of', 'json=compact=1'],
    (line) => {
      if (text.length < largestReportCharacters) text += `${line}\n`;
    },
  );
  const report = isWell ? parseJson(text) : undefined;
  if (report === undefined) {
    if (mayBeUnreadable) throw new PerhapsCutOff(`ffprobe could not read on: ${errorText.trim()}`);
    throw refusalBy(errorText, new Error(`ffprobe gave no report: ${errorText}`));
  }
  return readProbeReport(report);
}

/** ffprobe gives no report of a file that breaks one of `inputRules`; its words tell which. */
function refusalBy(errorText: string, cause: Error): MediaRefusal {
  const [, codec] = /Codec \((\S+)\) not on whitelist/.exec(errorText) ?? [];
  if (codec !== undefined) return new MediaRefusal('codec_not_accepted', { codec }, { cause });
  const [, width, height] = /Picture size (\d+)x(\d+) exceeds/.exec(errorText) ?? [];
  if (width !== undefined) return tooManyPixels(Number(width), Number(height), cause);
  return new MediaRefusal('not_media', {}, { cause });
}

async function measureDuration(ask: Ask, facts: ReportedFacts): Promise<number> {
  const streamIndex = (facts.video ?? facts.audio)?.streamIndex ?? 0;
  const timeline = createTimeline(facts.container);
  let first = Number.POSITIVE_INFINITY;
  const entries = ['-select_streams', String(streamIndex), '-show_entries', 'packet=pts_time,duration_time'];
  await ask([...entries, '-of', 'csv=print_section=0'], (line) => {
    const [start = Number.NaN, length = 0] = line.split(',').map(Number);
    if (Number.isNaN(start)) return;
    first = Math.min(first, start);
    const times = { presentationSeconds: start, decodingSeconds: undefined, durationSeconds: length || 0 };
    timeline.add({ stream: 'audio', ...times });
  });
  const { durationSeconds } = timeline.finish(first);
  if (!(durationSeconds > 0)) throw new MediaRefusal('no_duration');
  checkDuration(durationSeconds);
  return durationSeconds;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
