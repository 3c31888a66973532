/**
 * What encodes the pictures: the processor, or a part of the machine that is made for it. Whatever it is, the ladder,
 * the key frames and the files are the same. Pure.
 *
 * Decoding and scaling stay on the processor: they work with every source. Hardware makes no frames that look ahead
 * (`-bf 0`), which not all of it can.
 */

/** Kinds of hardware, the first that works is taken: of NVIDIA, of Intel, and what Linux has for all others. */
export const hardwareNames = ['nvenc', 'qsv', 'vaapi'] as const;

export type Hardware = (typeof hardwareNames)[number];

/** Which hardware an operator wants: none, whatever works, or one kind. */
export const hardwareChoices = ['none', 'auto', ...hardwareNames] as const;

export type HardwareChoice = (typeof hardwareChoices)[number];

interface PictureEncoder {
  /** By ffmpeg's name. */
  codec: string;
  /** Before the inputs: how the device is opened. */
  device: readonly string[];
  /** Filters that hand a picture over; null: it takes pictures as they come. */
  upload: string | null;
  /** How good, how quick, and that key frames are where they are asked for. */
  options: readonly string[];
  /** What a rendition takes as a rule, in kbit/s, of its ceiling; null: as much as constant quality does. */
  averageOf: ((maxBitrateKbps: number) => number) | null;
}

/**
 * Measured on two cores, 10 s of 1080p to 1080, 720 and 360, whole run: superfast 8.7 s of CPU, veryfast 11.6,
 * faster 17.7, medium 22.8, at files of nearly the same size under the same ceiling; superfast needs twice the bits
 * for the same quality. Threads for each encoder: one per core (6.5 s), one alone takes 11.3 s, more gain nothing.
 */
const preset = 'veryfast';

/** Constant quality, as good as the ceiling of the bit rate allows. */
const quality = '21';

const software: PictureEncoder = {
  codec: 'libx264',
  device: [],
  upload: null,
  options: ['-preset', preset, '-profile:v', 'high', '-crf', quality, '-sc_threshold', '0'],
  averageOf: null,
};

/** Neither knows a constant quality under a ceiling in all its generations. */
const averageOf = (maxBitrateKbps: number) => Math.round((maxBitrateKbps * 2) / 3);

const hardware: Record<Hardware, PictureEncoder> = {
  nvenc: {
    codec: 'h264_nvenc',
    device: [],
    upload: null,
    options: [
      ...['-preset', 'p4', '-profile:v', 'high', '-rc', 'vbr', '-cq', quality, '-b:v', '0'],
      ...['-forced-idr', '1', '-no-scenecut', '1', '-bf', '0'],
    ],
    averageOf: null,
  },
  qsv: {
    codec: 'h264_qsv',
    device: [],
    upload: 'format=nv12',
    options: ['-preset', 'medium', '-profile:v', 'high', '-forced_idr', '1', '-bf', '0'],
    averageOf,
  },
  vaapi: {
    codec: 'h264_vaapi',
    device: ['-init_hw_device', 'vaapi=hw', '-filter_hw_device', 'hw'],
    upload: 'format=nv12,hwupload',
    options: ['-profile:v', 'high', '-rc_mode', 'VBR', '-bf', '0'],
    averageOf,
  },
};

/** @param name  null: the processor */
export function pictureEncoder(name: Hardware | null): PictureEncoder {
  return name === null ? software : hardware[name];
}

/** The bit rates of renditions, in their order. */
export function rateOptions(
  { averageOf }: Pick<PictureEncoder, 'averageOf'>,
  renditions: readonly { maxBitrateKbps: number }[],
): string[] {
  return renditions.flatMap(({ maxBitrateKbps }, index) => [
    ...(averageOf === null ? [] : [`-b:v:${index}`, `${averageOf(maxBitrateKbps)}k`]),
    ...[`-maxrate:v:${index}`, `${maxBitrateKbps}k`],
    ...[`-bufsize:v:${index}`, `${2 * maxBitrateKbps}k`],
  ]);
}

/** A run that shows whether hardware works: two seconds of a moving picture, with a key frame each second, to nowhere. */
export function trialArgs(name: Hardware): string[] {
  const encoder = pictureEncoder(name);
  const filters = ['format=yuv420p', ...(encoder.upload === null ? [] : [encoder.upload])].join(',');
  return [
    ...['-hide_banner', '-nostdin', '-nostats', '-loglevel', 'error', '-y', ...encoder.device],
    ...['-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=2', '-vf', filters],
    ...['-c:v', encoder.codec, ...encoder.options, '-flags:v', '+global_header', '-g', '26'],
    ...['-force_key_frames:v', 'expr:gte(t,n_forced)', ...rateOptions(encoder, [{ maxBitrateKbps: 1000 }])],
    ...['-f', 'mp4', '-movflags', '+empty_moov+frag_keyframe', '/dev/null'],
  ];
}
