/**
 * The codecs that are decoded, and nothing else. A file of a few bytes in a codec of still pictures (PNG, TIFF) or of
 * an old game takes gigabytes or hours, and decoders that nobody uses are where the flaws are.
 *
 * By ffprobe's name of the codec; behind it its decoders, where they are called otherwise.
 */
const decodersOf: Readonly<Record<string, readonly string[]>> = {
  // Cameras, phones, broadcasting, the web.
  ...named('h264 hevc vp8 vp9 mpeg1video mpeg2video mpeg4 h263 vc1 wmv1 wmv2 wmv3 mjpeg theora dvvideo'),
  av1: ['av1', 'libdav1d', 'libaom-av1'],
  h263p: ['h263p', 'h263'],
  msmpeg4v3: ['msmpeg4'],
  ...named('msmpeg4v1 msmpeg4v2 vp6 vp6a vp6f svq1 svq3 mss1 mss2'),
  flv1: ['flv'],
  // Recorders of screens, and editing.
  ...named('cinepak qtrle flashsv flashsv2 tscc2 msrle msvideo1 zmbv'),
  tscc: ['camtasia'],
  cscd: ['camstudio'],
  ...named('prores dnxhd cfhd ffv1 huffyuv ffvhuff utvideo magicyuv lagarith rawvideo v210'),
  // Sound.
  ...named('aac aac_latm ac3 eac3 truehd mlp vorbis flac alac tta wavpack speex nellymoser'),
  mp1: ['mp1float', 'mp1'],
  mp2: ['mp2float', 'mp2'],
  mp3: ['mp3float', 'mp3'],
  dts: ['dca'],
  opus: ['opus', 'libopus'],
  amr_nb: ['amrnb', 'libopencore_amrnb'],
  amr_wb: ['amrwb', 'libopencore_amrwb'],
  gsm: ['gsm', 'libgsm'],
  gsm_ms: ['gsm_ms', 'libgsm_ms'],
  ...named('wmav1 wmav2 wmapro wmalossless wmavoice qdm2 qdmc mace3 mace6 s302m'),
  ...named('pcm_alaw pcm_mulaw pcm_u8 pcm_s8 pcm_s16le pcm_s16be pcm_s24le pcm_s24be pcm_s32le pcm_s32be'),
  ...named('pcm_f32le pcm_f32be pcm_f64le pcm_f64be pcm_dvd pcm_bluray'),
  ...named('adpcm_ms adpcm_ima_wav adpcm_ima_qt adpcm_swf'),
  adpcm_g722: ['g722'],
  adpcm_g726: ['g726'],
};

function named(codecs: string): Record<string, readonly string[]> {
  return Object.fromEntries(codecs.split(' ').map((codec) => [codec, [codec]]));
}

/**
 * Covers and subtitles, which are in many files, come into no output, and are looked at by ffprobe all the same. It
 * refuses the whole file for one stream that it may not look at.
 */
const bystanders = [
  ...'png bmp gif webp tiff ass ssa subrip srt mov_text webvtt dvbsub dvdsub pgssub xsub cc_dec text'.split(
    ' ',
  ),
  ...'libzvbi_teletextdec sami realtext stl subviewer subviewer1 microdvd mpl2 jacosub pjs vplayer'.split(
    ' ',
  ),
];

/** The names of decoders, for `-codec_whitelist`; those that a build lacks do no harm. */
export const acceptedDecoders: readonly string[] = [
  ...new Set([...Object.values(decodersOf).flat(), ...bystanders]),
];

/** Decodes with hardware alone, and sources are decoded by the processor. */
const decoderInName = 'av1';

/** The accepted codecs that a build does not decode, by ffprobe's names, in their order. @param decoders  it has these */
export function undecodableWith(decoders: ReadonlySet<string>): string[] {
  return Object.entries(decodersOf)
    .filter(([, names]) => !names.some((name) => name !== decoderInName && decoders.has(name)))
    .map(([codec]) => codec)
    .sort();
}

/** @param codec  as ffprobe names it */
export function isAcceptedCodec(codec: string): boolean {
  return Object.hasOwn(decodersOf, codec);
}
