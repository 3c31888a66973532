import type { SourceExtension } from '../../ffmpeg/containers.ts';

/** What a file is served as, by the extension that we gave it; playlists have the type that players expect. */
export function contentTypeOf(file: string): string {
  return contentTypes[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

const ofSources: Record<SourceExtension, string> = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  m4a: 'audio/mp4',
  webm: 'video/webm',
  mkv: 'video/x-matroska',
  mka: 'audio/x-matroska',
  ts: 'video/mp2t',
  mpg: 'video/mpeg',
  avi: 'video/x-msvideo',
  flv: 'video/x-flv',
  wmv: 'video/x-ms-wmv',
  wma: 'audio/x-ms-wma',
  ogv: 'video/ogg',
  ogg: 'audio/ogg',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  aac: 'audio/aac',
  flac: 'audio/flac',
};

const contentTypes: Readonly<Record<string, string | undefined>> = {
  ...ofSources,
  // What only the encoder makes; RFC 8216 §4.
  m3u8: 'application/vnd.apple.mpegurl',
  m4s: 'video/mp4',
  jpg: 'image/jpeg',
};
