import { inputOf, inputRules } from './containers.ts';
import { encodeMemoryMiB, timeLimitMs } from './encode-limits.ts';
import { EncodingFailure } from './encoding-failure.ts';
import type { AudioRendition } from './ladder.ts';
import type { MediaTools } from './open-media-tools.ts';
import { playedSound } from './played-filters.ts';
import { runTool } from './run-tool.ts';
import { isBrokenOff, SourceUnreadable } from './source-unreadable.ts';
import type { Timeline } from './timeline.ts';

/** What EBU R128 has for programmes that are played on phones and computers (EBU Tech 3343), in LUFS and dBTP. */
const target = { loudness: -16, highestPeak: -1.5 };

/** What is quieter than this after all is the noise of a microphone that was off. */
const mostGainDb = 30;

/** Four times the rate of the sound: peaks between two samples are seen (ITU-R BS.1770). */
const peakSamplesPerSecond = 192_000;

/** How sound is brought to its loudness: by the same for all of it, so that what is quiet in it stays quiet. */
export interface Gain {
  decibels: number;
  /** Peaks would be too high. */
  isLimited: boolean;
}

/**
 * Measures all of the sound as it will be mixed (ITU-R BS.1770, by ffmpeg's loudnorm).
 *
 * @returns null for silence, for less than 0.4 s, and for what cannot be decoded: it is left as it is
 * @throws EncodingFailure  `tool_ended`; SourceUnreadable; the reason of `signal`
 */
export async function measureGain(
  tools: MediaTools,
  sound: {
    source: string;
    streamIndex: number;
    rendition: AudioRendition;
    /** Of what plays, all of which is measured. */
    timeline: Timeline;
    threads: number;
    signal?: AbortSignal | undefined;
  },
): Promise<Gain | null> {
  const { source, streamIndex, rendition, timeline, threads, signal } = sound;
  const args = [
    ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'info'],
    ...[...inputRules, '-threads', String(threads), ...inputOf(source)],
    ...[
      '-map',
      `0:${streamIndex}`,
      '-af',
      `${playedSound(timeline)}${mixed(rendition)},loudnorm=print_format=json`,
      '-f',
      'null',
      '-',
    ],
  ];
  const { isKilled, errorText } = await runTool(tools.ffmpeg, args, {
    timeLimitMs: timeLimitMs(timeline.trim?.sourceSeconds ?? timeline.durationSeconds),
    memoryMiB: encodeMemoryMiB(threads),
    ...(signal && { signal }),
  });
  if (isKilled) throw new EncodingFailure('tool_ended', { tool: 'ffmpeg' });
  if (isBrokenOff(errorText))
    throw new SourceUnreadable(`ffmpeg could not read a source: ${errorText.trim()}`);
  return gainOf({ loudness: said(errorText, 'input_i'), peak: said(errorText, 'input_tp') });
}

/** @param measured  LUFS, and dBTP; not finite: there is nothing to hear */
export function gainOf({ loudness, peak }: { loudness: number; peak: number }): Gain | null {
  const decibels = Math.min(mostGainDb, target.loudness - loudness);
  if (!Number.isFinite(decibels) || !Number.isFinite(peak)) return null;
  return { decibels, isLimited: peak + decibels > target.highestPeak };
}

/** The filters that apply it, each followed by a comma; none for null. */
export function gainFilters(gain: Gain | null, rendition: AudioRendition): string {
  if (gain === null) return '';
  const limiter = [
    `aresample=${peakSamplesPerSecond}`,
    `alimiter=level=0:limit=${(10 ** (target.highestPeak / 20)).toFixed(4)}`,
  ];
  const volume = `volume=${gain.decibels.toFixed(2)}dB`;
  return [mixed(rendition), volume, ...(gain.isLimited ? limiter : [])]
    .map((filter) => `${filter},`)
    .join('');
}

function mixed({ channels }: AudioRendition): string {
  return `aformat=sample_fmts=fltp:channel_layouts=${channels === 1 ? 'mono' : 'stereo'}`;
}

/** Of `"input_i" : "-23.05"`, which may be `-inf`. */
function said(text: string, name: string): number {
  return Number(new RegExp(`"${name}" : "([^"]*)"`).exec(text)?.[1] ?? Number.NaN);
}
