/**
 * Facts of a source and its ladder → the arguments of the one ffmpeg run that makes everything. Pure.
 *
 * The source is decoded once; each rendition is scaled from the next larger one and encoded once. The tee muxer then
 * writes the same encoded stream wherever it is needed: HLS, progressive MP4 and m4a. Only options that builds from
 * 2018 (4.1) on have are used.
 */
import path from 'node:path';
import { inputRules } from './containers.ts';
import { encodedFrameRate } from './frame-rate.ts';
import type { Ladder, Rendition } from './ladder.ts';
import { outputFiles } from './output-files.ts';
import type { ProbeResult, VideoFacts } from './probe-result.ts';

/**
 * Measured on two cores, 10 s of 1080p to 1080, 720 and 360, whole run: superfast 8.7 s of CPU, veryfast 11.6,
 * faster 17.7, medium 22.8, at files of nearly the same size under the same ceiling; superfast needs twice the bits
 * for the same quality. Threads for each encoder: one per core (6.5 s), one alone takes 11.3 s, more gain nothing.
 */
const preset = 'veryfast';

/** Constant quality, as good as the ceiling of the bit rate allows. */
const quality = 21;

/** A key frame at the same times in every rendition, so that players may change between them; two for a segment. */
const keyFrameSeconds = 2;
const segmentSeconds = 4;

/**
 * @param job.source     absolute path
 * @param job.threads    of the decoder, of the filters and of each encoder
 * @param job.canToneMap the build has the filters for HDR
 * @returns arguments of a run in the (empty) folder of the outputs; progress goes to standard output
 */
export function ffmpegArgs(job: {
  source: string;
  facts: ProbeResult;
  ladder: Ladder;
  threads: number;
  canToneMap: boolean;
}): string[] {
  const { facts, ladder } = job;
  const threads = String(job.threads);
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-y', '-progress', 'pipe:1'],
    ...['-filter_complex_threads', threads],
    ...[...inputRules, '-threads', threads],
    ...['-i', `file:${path.resolve(job.source)}`],
    ...['-filter_complex', filterGraph(job)],
    ...mappedStreams(ladder),
    // Places, names and titles in the source stay in the source.
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...videoOptions(facts.video, { ladder, threads, canToneMap: job.canToneMap }),
    ...audioOptions(ladder),
    // Sound may start long after the pictures; until then encoded pictures wait.
    ...['-max_muxing_queue_size', '16384'],
    // Without this the pictures are moved by the two frames that B-frames look ahead, and the sound is not.
    ...['-avoid_negative_ts', 'disabled'],
    ...['-f', 'tee', teeTargets(ladder)],
    ...posterOutput(ladder),
  ];
}

const posterLabel = '[poster]';
const audioLabel = '[sound]';
const labelOf = ({ name }: Rendition) => `[${name}]`;

function filterGraph({
  facts,
  ladder,
  canToneMap,
}: {
  facts: ProbeResult;
  ladder: Ladder;
  canToneMap: boolean;
}) {
  const chains: string[] = [];
  if (facts.video) chains.push(...videoChains(facts.video, { ladder, canToneMap, facts }));
  if (facts.audio) {
    // Silence before a late start and in gaps, so that the sound keeps to the pictures.
    chains.push(`[0:${facts.audio.streamIndex}]aresample=48000:async=1:first_pts=0${audioLabel}`);
  }
  return chains.join(';');
}

function videoChains(
  video: VideoFacts,
  { ladder, canToneMap, facts }: { ladder: Ladder; canToneMap: boolean; facts: ProbeResult },
): string[] {
  const chains: string[] = [];
  let input = `[0:${video.streamIndex}]`;
  ladder.renditions.forEach((rendition, index) => {
    const filters =
      index === 0 ? firstFilters(video, rendition, { canToneMap }) : [scaleTo(rendition), 'setsar=1'];
    const next = ladder.renditions[index + 1];
    const scaled = `[from${rendition.name}]`;
    const still = `[still${rendition.name}]`;
    const outputs = [...(next ? [scaled] : []), ...(rendition === ladder.mp4 ? [still] : [])];
    const frames = `[frames${rendition.name}]`;
    const split = outputs.length > 0 ? [`split=${outputs.length + 1}`] : [];
    chains.push(`${input}${[...filters, ...split].join(',')}${[frames, ...outputs].join('')}`);
    chains.push(`${frames}${constantRate(video)}${labelOf(rendition)}`);
    if (rendition === ladder.mp4) {
      chains.push(`${still}${posterFilters(facts.durationSeconds)}${posterLabel}`);
    }
    input = scaled;
  });
  return chains;
}

/** Rotation comes before all of them: ffmpeg does it by itself. */
function firstFilters(
  video: VideoFacts,
  largest: Rendition,
  { canToneMap }: { canToneMap: boolean },
): string[] {
  const isToneMapped = isHdrToConvert(video, canToneMap);
  return [
    ...(video.isInterlaced ? ['yadif=mode=send_frame:deint=interlaced'] : []),
    // The range is named only where it changes: naming it copies every picture.
    video.isFullRange && !isToneMapped ? `${scaleTo(largest)}:out_range=tv` : scaleTo(largest),
    'setsar=1',
    ...(isToneMapped ? [toneMap(video)] : []),
    'format=yuv420p',
  ];
}

function isHdrToConvert(video: VideoFacts, canToneMap: boolean): boolean {
  return video.hdrTransfer !== null && canToneMap;
}

/**
 * The last filter of a rendition: a recording of a still screen has gaps of minutes, and the pictures that fill them
 * must share one buffer (scaled afterwards, those of ten minutes would take tens of gigabytes). From 0 on: pictures
 * that start later than the sound show their first one until then.
 */
function constantRate(video: VideoFacts): string {
  const { numerator, denominator } = encodedFrameRate(video);
  return `fps=${numerator}/${denominator}:start_time=0`;
}

function scaleTo({ widthPixels, heightPixels }: Rendition): string {
  return `scale=${widthPixels}:${heightPixels}:flags=bicubic`;
}

/** Everything is named, since files often name only the transfer; after scaling, for it is slow (floating point). */
function toneMap({ hdrTransfer, isFullRange }: VideoFacts): string {
  const range = isFullRange ? 'pc' : 'tv';
  return [
    `zscale=tin=${hdrTransfer}:pin=bt2020:min=bt2020nc:rin=${range}:transfer=linear:npl=100:primaries=bt709:matrix=gbr`,
    'format=gbrpf32le',
    'tonemap=tonemap=hable:desat=0',
    'zscale=transfer=bt709:primaries=bt709:matrix=bt709:range=tv',
  ].join(',');
}

/**
 * The first picture, then the one a third into the video, which overwrites it: a file that ends before its stated
 * time still has a poster. Times are numbered anew, or the gap would be filled with copies.
 */
function posterFilters(durationSeconds: number): string {
  const at = (durationSeconds / 3).toFixed(3);
  return [
    `select='isnan(prev_selected_t)+gte(t,${at})*lt(prev_selected_t,${at})'`,
    'setpts=N/TB',
    'scale=out_range=pc',
    'format=yuvj420p',
  ].join(',');
}

function mappedStreams({ renditions, audio }: Ladder): string[] {
  return [...renditions.map(labelOf), ...(audio ? [audioLabel] : [])].flatMap((label) => ['-map', label]);
}

function videoOptions(
  video: VideoFacts | null,
  { ladder: { renditions }, threads, canToneMap }: { ladder: Ladder; threads: string; canToneMap: boolean },
): string[] {
  if (!video) return [];
  const { numerator, denominator } = encodedFrameRate(video);
  // Longer than the distance of the forced key frames: those alone decide.
  const longestGroup = Math.ceil((keyFrameSeconds * numerator) / denominator) + 1;
  return [
    ...['-c:v', 'libx264', '-preset', preset, '-profile:v', 'high', '-crf', String(quality)],
    ...['-threads:v', threads, '-flags:v', '+global_header'],
    ...['-sc_threshold', '0', '-g', String(longestGroup)],
    ...['-force_key_frames:v', `expr:gte(t,n_forced*${keyFrameSeconds})`],
    ...(isHdrToConvert(video, canToneMap)
      ? ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
      : []),
    ...renditions.flatMap(({ maxBitrateKbps }, index) => [
      ...[`-maxrate:v:${index}`, `${maxBitrateKbps}k`],
      ...[`-bufsize:v:${index}`, `${2 * maxBitrateKbps}k`],
    ]),
  ];
}

function audioOptions({ audio }: Ladder): string[] {
  if (!audio) return [];
  return [
    ...['-c:a', 'aac', '-b:a', `${audio.bitrateKbps}k`],
    ...['-ac', String(audio.channels), '-flags:a', '+global_header'],
  ];
}

/** Names are relative and plain, so nothing in them needs escaping. */
function teeTargets({ renditions, mp4, audio }: Ladder): string {
  const targets = renditions.map((rendition, index) => hlsTarget(`v:${index}`, rendition.name));
  if (mp4) {
    const streams = [`v:${renditions.indexOf(mp4)}`, ...(audio ? ['a:0'] : [])].join(',');
    targets.push(target(streams, 'f=mp4:movflags=+faststart', outputFiles.mp4(mp4.name)));
  }
  if (audio) {
    targets.push(hlsTarget('a:0', outputFiles.audioTrack));
    targets.push(target('a:0', 'f=ipod:movflags=+faststart', outputFiles.audio));
  }
  return targets.join('|');
}

function hlsTarget(streams: string, name: string): string {
  const options = [
    'f=hls',
    `hls_time=${segmentSeconds}`,
    'hls_playlist_type=vod',
    'hls_segment_type=fmp4',
    'hls_flags=single_file+independent_segments',
    `hls_segment_filename=${outputFiles.segments(name)}`,
    'avoid_negative_ts=disabled',
  ];
  return target(streams, options.join(':'), outputFiles.playlist(name));
}

function target(streams: string, options: string, file: string): string {
  return `[select=\\'${streams}\\':${options}]${file}`;
}

function posterOutput({ mp4 }: Ladder): string[] {
  if (!mp4) return [];
  return [
    ...['-map', posterLabel, '-map_metadata', '-1', '-c:v', 'mjpeg', '-q:v', '3'],
    // The rate belongs to the output: a filter for it holds the first picture back until the second, and ffmpeg
    // reports no progress before every output has begun.
    ...['-r', '1', '-f', 'image2', '-update', '1', outputFiles.poster],
  ];
}
