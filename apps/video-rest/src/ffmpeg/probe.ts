import { inputOf, inputRules } from './containers.ts';
import { MediaRefusal, tooManyPixels } from './media-refusal.ts';
import { type MediaTools, MediaToolsError } from './open-media-tools.ts';
import type { ProbeResult } from './probe-result.ts';
import { checkDuration, type ReportedFacts, readProbeReport, reportEntries } from './read-probe-report.ts';
import { runTool } from './run-tool.ts';
import { createTimeline } from './timeline.ts';

/** Time for everything that is asked of one file. */
export const probeTimeLimitMs = 30_000;

/** Measured: 10-bit pictures of 4096 x 4096 take 300 MiB, the program and its threads 260. */
export const probeMemoryMiB = 1024;

/** ffprobe's report of a hostile file (1,000 streams) is still smaller. */
const largestReportCharacters = 8 * 2 ** 20;

/**
 * Tells what a file is: never by its name, only by its content, and without opening any other file.
 *
 * A duration that the file does not state (recordings of browsers), or that could only be estimated (MP3, AAC), is
 * measured by reading all its packets.
 *
 * @param file  its path, or its address on this machine (see `inputOf`); the name and extension do not matter
 * @throws MediaRefusal  the file is no acceptable source
 * @throws MediaToolsError  ffprobe is not there any more: nothing is said of the file
 * @throws the reason of `signal`
 * @see containers.ts and read-probe-report.ts for what is accepted
 */
export async function probe(tools: MediaTools, file: string, signal?: AbortSignal): Promise<ProbeResult> {
  const deadline = performance.now() + probeTimeLimitMs;
  const ask = async (args: string[], onLine: (line: string) => void) => {
    const remainingMs = Math.max(1, deadline - performance.now());
    const input = [...inputRules, ...inputOf(file)];
    const end = await runTool(tools.ffprobe, ['-v', 'error', ...args, ...input], {
      timeLimitMs: remainingMs,
      memoryMiB: probeMemoryMiB,
      signal,
      onLine,
    });
    if (end.isMissing) {
      const message = `${tools.ffprobe} is missing, or does not run: ${end.errorText.trim()}`;
      throw new MediaToolsError('tool_does_not_run', message);
    }
    if (end.isTimedOut) throw new MediaRefusal('probe_timed_out', { seconds: probeTimeLimitMs / 1000 });
    if (end.isOutOfMemory) throw new MediaRefusal('probe_out_of_memory', { mebibytes: probeMemoryMiB });
    return end;
  };

  const facts = await readReport(ask);
  const durationSeconds = facts.durationSeconds ?? (await measureDuration(ask, facts));
  return { ...facts, durationSeconds };
}

type Ask = (args: string[], onLine: (line: string) => void) => ReturnType<typeof runTool>;

async function readReport(ask: Ask): Promise<ReportedFacts> {
  let text = '';
  const { status, errorText } = await ask(
    ['-show_entries', reportEntries, '-of', 'json=compact=1'],
    (line) => {
      if (text.length < largestReportCharacters) text += `${line}\n`;
    },
  );
  const report = status === 0 ? parseJson(text) : undefined;
  if (report === undefined) {
    throw refusalBy(errorText, new Error(`ffprobe ended with ${status}: ${errorText}`));
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
