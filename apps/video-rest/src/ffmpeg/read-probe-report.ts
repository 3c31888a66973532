/**
 * ffprobe's report → facts, or the reason to refuse the file. Pure: a report is a value.
 *
 * The duration is not settled here: a report may lack it, or may have only estimated it.
 */
import { z } from 'zod';
import { isAcceptedCodec } from './codecs.ts';
import { type Container, containerOf, sourceExtension } from './containers.ts';
import { languageOfTag, titleOfTag } from './languages.ts';
import { MediaRefusal, sourceLimits, tooManyPixels } from './media-refusal.ts';
import * as probe from './probe-result.ts';
import { timesMayJump } from './timeline.ts';

const streamShape = z.object({
  index: z.number(),
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  sample_aspect_ratio: z.string().optional(),
  pix_fmt: z.string().optional(),
  field_order: z.string().optional(),
  color_range: z.string().optional(),
  color_transfer: z.string().optional(),
  r_frame_rate: z.string().optional(),
  avg_frame_rate: z.string().optional(),
  channels: z.number().optional(),
  start_time: z.string().optional(),
  duration: z.string().optional(),
  disposition: z
    .object({
      default: z.number(),
      attached_pic: z.number(),
      hearing_impaired: z.number().optional(),
    })
    .optional(),
  tags: z
    .object({
      rotate: z.string().optional(),
      language: z.string().optional(),
      title: z.string().optional(),
      DURATION: z.string().optional(),
      'DURATION-eng': z.string().optional(),
    })
    .optional(),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).optional(),
});

const reportShape = z.object({
  format: z.object({
    format_name: z.string(),
    nb_streams: z.number(),
    start_time: z.string().optional(),
    duration: z.string().optional(),
    tags: z.object({ major_brand: z.string().optional() }).optional(),
  }),
  streams: z.array(streamShape),
});

type Stream = z.infer<typeof streamShape>;

/** The sections that `readProbeReport` needs, in the form of ffprobe's `-show_entries`. */
export const reportEntries = [
  'format=format_name,nb_streams,start_time,duration:format_tags=major_brand',
  'stream=index,codec_type,codec_name,width,height,sample_aspect_ratio,pix_fmt,field_order',
  'color_range,color_transfer,r_frame_rate,avg_frame_rate,channels,start_time,duration',
]
  .join(',')
  .replace(',stream=', ':stream=')
  .concat(
    ':stream_disposition=default,attached_pic,hearing_impaired:stream_tags=rotate,language,title,DURATION,DURATION-eng:stream_side_data_list',
  );

/** A report without its duration, which may be missing or a guess. */
export type ReportedFacts = Omit<probe.ProbeResult, 'durationSeconds'> & {
  /** Null: to be measured. */
  durationSeconds: number | null;
};

/**
 * @param report  ffprobe's JSON of `reportEntries`
 * @throws MediaRefusal  every code but `probe_timed_out` and `no_duration`
 */
export function readProbeReport(report: unknown): ReportedFacts {
  const parsed = reportShape.safeParse(report);
  if (!parsed.success) throw new MediaRefusal('kind_not_accepted', {}, { cause: parsed.error });
  const { format, streams } = parsed.data;
  const container = containerOf(format.format_name);
  if (!container || imageBrands.has(format.tags?.major_brand ?? ''))
    throw new MediaRefusal('kind_not_accepted');
  if (format.nb_streams > sourceLimits.streams)
    throw new MediaRefusal('too_many_streams', { streams: format.nb_streams, most: sourceLimits.streams });
  const videoStreams = streams.filter(isDecodableVideo);
  const videoStream = accepted(videoStreams);
  const audioStreams = streams.filter(isDecodableAudio);
  const audioStream = accepted(audioStreams);
  if (!videoStream && !audioStream) throw new MediaRefusal('nothing_to_decode');
  const kind = videoStream ? 'video' : 'audio';
  const video = videoStream ? videoFactsOf(videoStream) : null;
  const audio = audioStream ? audioFactsOf(audioStream) : null;
  const sounds = audioStreams
    .filter((stream) => stream !== audioStream && isAcceptedCodec(stream.codec_name ?? ''))
    .map(audioFactsOf);
  const subtitles = streams.filter(({ codec_type }) => codec_type === 'subtitle').map(subtitleFactsOf);
  const codecs = probe.codecsIn({ video, audio });
  const shown = [videoStream, audioStream].filter((stream) => stream !== undefined);
  const shownSeconds =
    subtitles.length > 0 ? shownUntil(shown) - (Number(format.start_time) || 0) : Number.NaN;
  const durationSeconds = reportedDuration(container, { ...format, shownSeconds });
  if (durationSeconds !== null) checkDuration(durationSeconds);
  return {
    kind,
    container,
    extension: sourceExtension(container, { kind, codecs, majorBrand: format.tags?.major_brand }),
    durationSeconds,
    video,
    camera: cameraOf(videoStreams.filter((stream) => stream !== videoStream)),
    audio,
    ...(sounds.length > 0 && { sounds }),
    ...(subtitles.length > 0 && { subtitles }),
  };
}

/** Pictures that nobody asked for are no reason to refuse the others. */
function cameraOf(streams: Stream[]): probe.VideoFacts | null {
  const stream = streams.find(({ codec_name = '' }) => isAcceptedCodec(codec_name));
  try {
    return stream === undefined ? null : videoFactsOf(stream);
  } catch (error) {
    if (error instanceof MediaRefusal) return null;
    throw error;
  }
}

/** @throws MediaRefusal  `too_long` */
export function checkDuration(durationSeconds: number): void {
  if (durationSeconds <= sourceLimits.durationSeconds) return;
  throw new MediaRefusal('too_long', { hours: Math.round(durationSeconds / 3600) });
}

/** HEIF and AVIF pictures are read as movies of one frame. */
const imageBrands = new Set(['avif', 'avis', 'heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1']);

/** Raw streams: ffprobe divides the size by the bit rate of the first frames. */
const estimatedDurations = new Set<Container>(['mp3', 'aac']);

/** @param reported.shownSeconds  of pictures and sound, where the file may last longer than they do; NaN: as it says */
function reportedDuration(
  container: Container,
  { duration, shownSeconds }: { duration?: string | undefined; shownSeconds: number },
): number | null {
  const seconds = shownSeconds > 0 ? Math.min(shownSeconds, Number(duration)) : Number(duration);
  // Where times jump, this is the difference of two that have nothing to do with each other.
  const isBroken = timesMayJump(container) && seconds > sourceLimits.durationSeconds;
  return !estimatedDurations.has(container) && !isBroken && seconds > 0 ? seconds : null;
}

/** When the last of some streams ends, in the times of the file; NaN where one of them does not say. */
function shownUntil(streams: readonly Stream[]): number {
  return Math.max(
    ...streams.map(({ start_time, duration, tags }) => {
      // Matroska keeps when a stream ends in a tag, as `00:01:30.023000000`; mkvmerge names the language of the tag.
      const [, hours, minutes, seconds] =
        /^(\d+):(\d+):([\d.]+)$/.exec(tags?.DURATION ?? tags?.['DURATION-eng'] ?? '') ?? [];
      if (seconds === undefined) return Number(start_time) + Number(duration);
      return Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
    }),
  );
}

function isDecodableVideo(stream: Stream): boolean {
  return stream.codec_type === 'video' && hasKnownCodec(stream) && stream.disposition?.attached_pic !== 1;
}

/** Recent phones add a second, spatial sound that no build decodes. */
function isDecodableAudio(stream: Stream): boolean {
  return stream.codec_type === 'audio' && hasKnownCodec(stream) && (stream.channels ?? 0) > 0;
}

function hasKnownCodec({ codec_name }: Stream): boolean {
  return codec_name !== undefined && codec_name !== 'unknown' && codec_name !== 'none';
}

/** The preferred one of an accepted codec: to leave out all pictures, or all sound, would be a quiet loss. */
function accepted(streams: Stream[]): Stream | undefined {
  const found = preferred(streams.filter(({ codec_name = '' }) => isAcceptedCodec(codec_name)));
  if (found !== undefined || streams[0] === undefined) return found;
  throw new MediaRefusal('codec_not_accepted', { codec: streams[0].codec_name ?? 'unknown' });
}

function preferred(streams: Stream[]): Stream | undefined {
  return streams.find((stream) => stream.disposition?.default === 1) ?? streams[0];
}

function videoFactsOf(stream: Stream): probe.VideoFacts & { codec: string } {
  const nominal = probe.parseFrameRate(stream.r_frame_rate);
  const average = probe.parseFrameRate(stream.avg_frame_rate);
  const rate = average ?? nominal;
  if (rate && probe.framesPerSecond(rate) > sourceLimits.framesPerSecond * 1.005) {
    const frames = Math.round(probe.framesPerSecond(rate));
    throw new MediaRefusal('too_many_frames', { frames, most: sourceLimits.framesPerSecond });
  }
  const { frameRate, isVariable } = probe.settleFrameRate(nominal, average);
  const pixelFormat = stream.pix_fmt ?? 'unknown';
  return {
    streamIndex: stream.index,
    codec: stream.codec_name ?? 'unknown',
    ...displayedSize(stream),
    frameRate,
    isVariableFrameRate: isVariable,
    pixelFormat,
    isInterlaced: ['tt', 'bb', 'tb', 'bt'].includes(stream.field_order ?? ''),
    isFullRange: stream.color_range === 'pc' || pixelFormat.startsWith('yuvj'),
    hdrTransfer: isHdrTransfer(stream.color_transfer) ? stream.color_transfer : null,
  };
}

function audioFactsOf(stream: Stream): probe.AudioFacts {
  const codec = stream.codec_name ?? 'unknown';
  return { streamIndex: stream.index, codec, channels: stream.channels ?? 0, ...wordsOf(stream) };
}

const textCodecs = new Set(['subrip', 'mov_text', 'ass', 'ssa', 'webvtt', 'text']);

function subtitleFactsOf(stream: Stream): probe.SubtitleFacts {
  const codec = stream.codec_name ?? 'unknown';
  const isForDeaf = stream.disposition?.hearing_impaired === 1;
  return {
    streamIndex: stream.index,
    codec,
    isText: textCodecs.has(codec),
    isForDeaf,
    ...wordsOf(stream),
  };
}

function wordsOf({ tags }: Stream): Pick<probe.SubtitleFacts, 'language' | 'title'> {
  const language = languageOfTag(tags?.language);
  const title = titleOfTag(tags?.title);
  return { ...(language !== null && { language }), ...(title !== undefined && { title }) };
}

function displayedSize(stream: Stream): { widthPixels: number; heightPixels: number } {
  const { width = 0, height = 0 } = stream;
  if (width <= 0 || height <= 0) throw new MediaRefusal('no_picture_size');
  const [across = 0, down = 0] = (stream.sample_aspect_ratio ?? '').split(':').map(Number);
  // Pixels that are not square: one side is kept, the width follows, as ffmpeg's players do.
  const stretched = across > 0 && down > 0 ? Math.max(1, Math.round((width * across) / down)) : width;
  if (Math.max(width, height, stretched) > sourceLimits.sidePixels) {
    const most = sourceLimits.sidePixels;
    throw new MediaRefusal('too_large_picture', { width: stretched, height, most });
  }
  if (width * height > sourceLimits.pixels) throw tooManyPixels(width, height);
  const isTurned = Math.abs(Math.round(rotationOf(stream) / 90)) % 2 === 1;
  return isTurned
    ? { widthPixels: height, heightPixels: stretched }
    : { widthPixels: stretched, heightPixels: height };
}

/** Degrees; older files and builds say it in a tag, newer ones in the display matrix. */
function rotationOf(stream: Stream): number {
  const matrix = stream.side_data_list?.find(({ rotation }) => rotation !== undefined)?.rotation;
  return matrix ?? (Number(stream.tags?.rotate) || 0);
}

function isHdrTransfer(transfer: string | undefined): transfer is probe.HdrTransfer {
  return transfer === 'smpte2084' || transfer === 'arib-std-b67';
}
