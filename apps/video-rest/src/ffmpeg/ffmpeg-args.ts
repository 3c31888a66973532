/**
 * Facts of a source and its ladder → the arguments of the one ffmpeg run that makes everything. Pure.
 *
 * The source is decoded once; each rendition is scaled from the next larger one and encoded once. The tee muxer then
 * writes the same encoded stream wherever it is needed: HLS, progressive MP4 and m4a. Only options that builds from
 * 2018 (4.1) on have are used.
 */
import path from 'node:path';
import { insetSize, type Size } from './composition.ts';
import { inputOf, inputRules } from './containers.ts';
import { type Hardware, pictureEncoder, rateOptions } from './encoders.ts';
import type { AudioRendition, Ladder, Rendition } from './ladder.ts';
import { outputFiles } from './outputs.ts';
import { type Cut, cutOf, type Piece } from './pieces.ts';
import type { EncodingPlan } from './plan-encoding.ts';
import { playedPictures, playedSound } from './played-filters.ts';
import { type FrameRate, framesPerSecond, type ProbeResult, type VideoFacts } from './probe-result.ts';
import type { Segments } from './segments.ts';
import { thumbnailsWithin } from './thumbnails.ts';
import { type Timeline, timesMayJump } from './timeline.ts';
import { longGaps, wholeSound } from './whole-sound.ts';

interface EncodeJob extends EncodingPlan {
  /** Absolute path. */
  source: string;
  /** The pictures to make, an MP4 of each rendition; absent: all of them, in all forms. */
  piece?: Piece | undefined;
  /** Of the decoder, of the filters and of each encoder. */
  threads: number;
  /** The build has the filters for HDR. */
  canToneMap: boolean;
  /** What encodes the pictures; null: the processor. */
  hardware: Hardware | null;
}

/** Options of every run: its words are faults alone, and its progress goes to standard output. */
export const quietly = [
  '-hide_banner',
  '-nostdin',
  '-nostats',
  '-loglevel',
  'error',
  '-y',
  '-progress',
  'pipe:1',
];

/** @returns arguments of a run in the (empty) folder of the outputs; progress goes to standard output */
export function ffmpegArgs(job: EncodeJob): string[] {
  const { facts, ladder } = job;
  const threads = String(job.threads);
  return [
    ...quietly,
    ...pictureEncoder(job.hardware).device,
    ...['-filter_complex_threads', threads],
    // Left to itself, ffmpeg takes a gap of one stream for a fault too, and moves it to the others' time.
    ...(timesMayJump(facts.container) ? ['-dts_delta_threshold', String(30 * 24 * 3600)] : []),
    ...inputs(job).flatMap((file) => [...inputRules, ...seek(job), '-threads', threads, ...inputOf(file)]),
    ...filterGraphs(job).flatMap((graph) => ['-filter_complex', graph]),
    ...mappedStreams(ladder),
    // Places, names and titles in the source stay in the source.
    ...['-map_metadata', '-1', '-map_chapters', '-1'],
    ...videoOptions(job),
    ...audioOptions(ladder),
    // Pictures may start hours after the sound; until then encoded sound waits.
    ...['-max_muxing_queue_size', String(2 ** 22)],
    // Without this the pictures are moved by the two frames that B-frames look ahead, and the sound is not.
    ...['-avoid_negative_ts', 'disabled'],
    ...['-f', 'tee', job.piece ? pieceTargets(ladder) : teeTargets(job, { hasSound: ladder.audio !== null })],
    ...posterOutput(ladder),
  ];
}

/** Arguments of a run that takes one picture, shown then, at the size of the poster. */
export function pictureArgs({ piece, ...job }: EncodeJob, seconds: number): string[] {
  const { facts, ladder, source, threads } = job;
  if (facts.video === null || ladder.poster === null) throw new Error('a poster without pictures');
  const filters = [...firstFilters(facts.video, ladder.poster, job), 'scale=out_range=pc', 'format=yuvj420p'];
  return [
    ...quietly,
    ...[...inputRules, '-ss', seconds.toFixed(3), '-threads', String(threads), ...inputOf(source)],
    ...['-map', `0:${facts.video.streamIndex}`, '-map_metadata', '-1', '-vf', filters.join(',')],
    ...['-frames:v', '1', '-c:v', 'mjpeg', '-q:v', '3'],
    ...['-f', 'image2', '-update', '1', outputFiles.poster],
  ];
}

/**
 * Joins the pieces of renditions, copying their frames.
 *
 * @param job.ladder  what is written; the sound by itself when it has one
 * @param job.lists  a list of `ffconcat` for each rendition, relative to the folder of the run
 * @param job.sound  absolute path of the file of the sound; null: there is none
 */
export function joinArgs(
  job: Pick<EncodingPlan, 'ladder' | 'segments'> & {
    lists: readonly string[];
    sound: string | null;
  },
): string[] {
  const { ladder, segments, lists, sound } = job;
  // Written by ourselves, over files of our own.
  const ours = ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0'];
  const hasSound = sound !== null;
  return [
    ...quietly,
    ...lists.flatMap((list) => [...ours, '-i', `file:${list}`]),
    ...(hasSound ? [...inputRules, '-i', `file:${path.resolve(sound)}`] : []),
    ...lists.flatMap((_, index) => ['-map', `${index}:v`]),
    ...(hasSound ? ['-map', `${lists.length}:a`] : []),
    ...['-map_metadata', '-1', '-c', 'copy', '-max_muxing_queue_size', String(2 ** 22)],
    ...['-avoid_negative_ts', 'disabled', '-f', 'tee', teeTargets({ ladder, segments }, { hasSound })],
  ];
}

const posterLabel = '[poster]';
const audioLabel = '[sound]';
const labelOf = ({ name }: Rendition) => `[${name}]`;

/**
 * The source, and once more for what is read ahead of the first pictures, which would all wait for it: a second stream of
 * pictures, and a sound that has long gaps. Where times may jump, all must be read together to be moved together.
 */
function inputs({ source, facts, timeline }: EncodeJob): string[] {
  return [
    source,
    ...(isCameraApart(facts) ? [source] : []),
    ...(isSoundApart(facts, timeline) ? [source] : []),
  ];
}

function isCameraApart({ camera, container }: ProbeResult): boolean {
  return Boolean(camera) && !timesMayJump(container);
}

function isSoundApart({ container }: ProbeResult, { audio }: Timeline): boolean {
  return longGaps(audio).length > 0 && !timesMayJump(container);
}

/**
 * One for the pictures and one for the sound: a graph begins when all its inputs have, and a minute of pictures that wait
 * for the first sound would take gigabytes.
 */
function filterGraphs(job: EncodeJob): string[] {
  const { facts, timeline, ladder } = job;
  const graphs: string[] = [];
  if (facts.video) graphs.push(videoChains(facts.video, job).join(';'));
  if (facts.audio && ladder.audio) {
    const input = isSoundApart(facts, timeline) ? inputs(job).length - 1 : 0;
    const stream = `[${input}:${facts.audio.streamIndex}]`;
    const chains = wholeSound({
      input: `${stream}${playedSound(timeline)}`,
      output: audioLabel,
      times: timeline.audio,
      rendition: ladder.audio,
      gain: job.gain,
    });
    graphs.push(chains.join(';'));
  }
  return graphs;
}

function seek({ piece, frameRate }: EncodeJob): string[] {
  return piece ? ['-ss', cutOf(piece, frameRate).seekSeconds.toFixed(6)] : [];
}

function videoChains(video: VideoFacts, job: EncodeJob): string[] {
  const { ladder, hardware } = job;
  const { upload } = pictureEncoder(hardware);
  const [largest, ...smaller] = sizesToScale(ladder);
  if (largest === undefined) return [];
  const first = largestPicture(video, largest, job);
  const scaled = [largest, ...smaller];
  const chains = [...first.chains];
  let { input } = first;
  scaled.forEach((rendition, index) => {
    const filters = index === 0 ? first.filters : [scaleTo(rendition), 'setsar=1'];
    const next = scaled[index + 1];
    const further = `[from${rendition.name}]`;
    const still = `[still${rendition.name}]`;
    const label = labelOf(rendition);
    const made = `[made${rendition.name}]`;
    const outputs = [
      ...(ladder.renditions.includes(rendition) ? [upload === null ? label : made] : []),
      ...(next ? [further] : []),
      ...(rendition === ladder.poster ? [still] : []),
    ];
    const split = outputs.length > 1 ? [`split=${outputs.length}`] : [];
    chains.push(`${input}${[...filters, ...split].join(',')}${outputs.join('')}`);
    if (upload !== null && outputs.includes(made)) chains.push(`${made}${upload}${label}`);
    if (rendition === ladder.poster) {
      chains.push(`${still}${posterFilters(thumbnailSeconds(job))}${posterLabel}`);
    }
    input = further;
  });
  return chains;
}

/** The filters that make the picture that all others are scaled from, what they take, and the chains before them. */
function largestPicture(
  video: VideoFacts,
  largest: Rendition,
  job: EncodeJob,
): { chains: string[]; input: string; filters: string[] } {
  const { facts, timeline, frameRate } = job;
  const { camera } = facts;
  const closed = playedPictures(timeline, frameRate);
  const input = `[0:${video.streamIndex}]${closed}`;
  const filters = firstFilters(video, largest, job);
  if (!camera) return { chains: [], input, filters };
  // A slide that stays would hold the other picture still.
  const lively = [...filters, `fps=${frameRate.numerator}/${frameRate.denominator}`];
  const inset = firstFilters(camera, insetSize(camera, largest), job);
  return {
    chains: [
      `${input}${lively.join(',')}[large]`,
      `[${isCameraApart(facts) ? 1 : 0}:${camera.streamIndex}]${closed}${inset.join(',')}[inset]`,
    ],
    input: '[large][inset]',
    filters: ['overlay=x=W-w:y=H-h:eof_action=pass'],
  };
}

/** The poster may be larger than all that is encoded. */
function sizesToScale({ renditions, poster }: Ladder): readonly Rendition[] {
  return poster && !renditions.includes(poster) ? [poster, ...renditions] : renditions;
}

/** From the beginning of what is encoded to the pictures that the poster is chosen from. */
function thumbnailSeconds(job: EncodeJob): number[] {
  const beginning = (job.piece?.firstFrame ?? 0) / framesPerSecond(job.frameRate);
  return thumbnailsWithin(job).map(({ seconds }) => seconds - beginning);
}

/** The frames of a piece, numbered from 0 on. Before the first picture of a source comes that picture again. */
function cutFilters(piece: Piece, frameRate: FrameRate): string[] {
  const { skippedFrames, frames }: Cut = cutOf(piece, frameRate);
  const start = piece.firstFrame === 0 ? ':start_time=0' : '';
  const end = frames === null ? '' : `:end_pts=${skippedFrames + frames}`;
  return [
    `fps=${frameRate.numerator}/${frameRate.denominator}${start}`,
    `trim=start_pts=${skippedFrames}${end}`,
    'setpts=PTS-STARTPTS',
  ];
}

/** Rotation comes before all of them: ffmpeg does it by itself. */
function firstFilters(
  video: VideoFacts,
  size: Size,
  { canToneMap, piece, frameRate }: Pick<EncodeJob, 'canToneMap' | 'piece' | 'frameRate'>,
): string[] {
  const isToneMapped = isHdrToConvert(video, canToneMap);
  return [
    ...(video.isInterlaced ? ['yadif=mode=send_frame:deint=interlaced'] : []),
    ...(piece ? cutFilters(piece, frameRate) : []),
    // The range is named only where it changes: naming it copies every picture.
    video.isFullRange && !isToneMapped ? `${scaleTo(size)}:out_range=tv` : scaleTo(size),
    'setsar=1',
    ...(isToneMapped ? [toneMap(video)] : []),
    'format=yuv420p',
  ];
}

function isHdrToConvert(video: VideoFacts, canToneMap: boolean): boolean {
  return video.hdrTransfer !== null && canToneMap;
}

function scaleTo({ widthPixels, heightPixels }: Size): string {
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
 * The first picture, for a file that ends before its stated time, then those at these times. Times are numbered anew, or
 * the gaps would be filled with copies.
 */
function posterFilters(seconds: readonly number[]): string {
  const times = seconds.map((at) => at.toFixed(3)).map((at) => `+gte(t,${at})*lt(prev_selected_t,${at})`);
  return [
    `select='isnan(prev_selected_t)${times.join('')}'`,
    'setpts=N/TB',
    'scale=out_range=pc',
    'format=yuvj420p',
  ].join(',');
}

function mappedStreams({ renditions, audio }: Ladder): string[] {
  return [...renditions.map(labelOf), ...(audio ? [audioLabel] : [])].flatMap((label) => ['-map', label]);
}

function videoOptions({
  facts: { video },
  ladder,
  piece,
  frameRate,
  segments: { keyFrameSeconds },
  threads,
  canToneMap,
  hardware,
}: EncodeJob): string[] {
  if (!video) return [];
  const encoder = pictureEncoder(hardware);
  const { numerator, denominator } = frameRate;
  // The first frame of a piece is a little later than its border. Times are not exact: none must come too early.
  const sinceBorder = piece ? `+${(cutOf(piece, frameRate).phaseSeconds + 0.0001).toFixed(6)}` : '';
  // Longer than the distance of the forced key frames: those alone decide.
  const longestGroup = Math.ceil((keyFrameSeconds * numerator) / denominator) + 1;
  return [
    ...['-c:v', encoder.codec, ...encoder.options],
    // The constant rate belongs to the outputs: pictures that fill a gap are encoded as they are made. A filter for it
    // makes them all at once: 36,000 s at 60 pictures a second took 1.8 GB.
    ...['-r:v', `${numerator}/${denominator}`],
    ...['-threads:v', String(threads), '-flags:v', '+global_header'],
    ...['-g', String(longestGroup)],
    ...['-force_key_frames:v', `expr:gte(t${sinceBorder},n_forced*${keyFrameSeconds})`],
    // Or what the header says might depend on the pictures, and pieces have one for all.
    ...(piece ? ['-x264-params', 'stitchable=1'] : []),
    ...(isHdrToConvert(video, canToneMap)
      ? ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709']
      : []),
    ...rateOptions(encoder, ladder.renditions),
  ];
}

function audioOptions({ audio }: Ladder): string[] {
  return audio ? audioStreamOptions(audio, 'a') : [];
}

/** How a sound is encoded. @param stream  which of the output, as ffmpeg specifies them */
export function audioStreamOptions({ bitrateKbps, channels }: AudioRendition, stream: string): string[] {
  return [
    ...[`-c:${stream}`, 'aac', `-b:${stream}`, `${bitrateKbps}k`],
    ...[`-ac:${stream}`, String(channels), `-flags:${stream}`, '+global_header'],
  ];
}

function pieceTargets({ renditions }: Ladder): string {
  return renditions.map(({ name }, index) => target(`v:${index}`, 'f=mp4', outputFiles.mp4(name))).join('|');
}

/** Names are relative and plain, so nothing in them needs escaping. */
function teeTargets(
  { ladder: { renditions, audio }, segments }: Pick<EncodingPlan, 'ladder' | 'segments'>,
  { hasSound }: { hasSound: boolean },
): string {
  const targets = renditions.map(({ name }, index) => hlsTarget(`v:${index}`, name, segments));
  renditions.forEach(({ name, hasMp4 }, index) => {
    const streams = [`v:${index}`, ...(hasSound ? ['a:0'] : [])].join(',');
    if (hasMp4) targets.push(target(streams, 'f=mp4:movflags=+faststart', outputFiles.mp4(name)));
  });
  if (audio) {
    targets.push(hlsTarget('a:0', outputFiles.audioTrack, segments));
    targets.push(target('a:0', 'f=ipod:movflags=+faststart', outputFiles.audio));
  }
  return targets.join('|');
}

/** A target of the tee muxer: HLS of these streams, with all its segments in one file. */
export function hlsTarget(streams: string, name: string, { seconds }: Segments): string {
  const options = [
    'f=hls',
    `hls_time=${seconds}`,
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

function posterOutput({ poster }: Ladder): string[] {
  if (!poster) return [];
  return [
    ...['-map', posterLabel, '-map_metadata', '-1', '-c:v', 'mjpeg', '-q:v', '3'],
    // The rate belongs to the output: a filter for it holds the first picture back until the second, and ffmpeg
    // reports no progress before every output has begun.
    ...['-r', '1', '-f', 'image2', outputFiles.taken('%d')],
  ];
}
