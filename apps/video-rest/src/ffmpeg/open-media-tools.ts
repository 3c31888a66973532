import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { codedError, OperatorError } from '@campus/config';
import { undecodableWith } from './codecs.ts';
import type { Hardware } from './encoders.ts';
import { runTool } from './run-tool.ts';

/** What stands between this machine and encoding; `tool_ended`: somebody ended it, or it fell over, this once. */
type MediaToolsErrorCode = 'tool_not_found' | 'tool_does_not_run' | 'tool_lacks_parts' | 'tool_ended';

/** ffmpeg or ffprobe cannot be used. The message is for the operator and tells the mend. */
export class MediaToolsError extends codedError<MediaToolsErrorCode>(OperatorError) {}

/** Programs that were seen to run and to have what an encoding needs. */
export interface MediaTools {
  /** Absolute paths. */
  ffmpeg: string;
  ffprobe: string;
  versions: { ffmpeg: string; ffprobe: string };
  /** The builds that come with npm: old, and meant for trying out and tests only. The service warns of them. */
  isShippedBuild: boolean;
  /** Has the filters that turn HDR into ordinary pictures; without them HDR looks pale. */
  canToneMap: boolean;
  /** Codecs that sources may have, and that this ffmpeg does not decode. */
  undecodable: readonly string[];
  /** What encodes the pictures (`findHardware`); null: the processor. */
  hardware: Hardware | null;
}

const required = {
  encoders: ['libx264', 'aac', 'mjpeg', 'libwebp'],
  muxers: ['tee', 'hls', 'mp4', 'ipod', 'image2'],
  filters: [
    'scale',
    'fps',
    'split',
    'select',
    'setsar',
    'setpts',
    'format',
    'overlay',
    'aresample',
    'yadif',
    'transpose',
  ],
} as const;

const toneMapFilters = ['zscale', 'tonemap'];

type Parts = keyof typeof required | 'decoders';

/**
 * Finds ffmpeg and ffprobe (as configured, else on the PATH, else as shipped with npm) and checks what they can do.
 *
 * @param places.path  text of the PATH variable
 * @throws MediaToolsError  with the mend
 */
export async function openMediaTools(places: {
  ffmpegPath?: string;
  ffprobePath?: string;
  path: string;
}): Promise<MediaTools> {
  const [ffmpeg, ffprobe] = await Promise.all([
    findTool('ffmpeg', { configured: places.ffmpegPath, path: places.path }),
    findTool('ffprobe', { configured: places.ffprobePath, path: places.path }),
  ]);
  const [ffmpegVersion, ffprobeVersion, encoders, muxers, filters, decoders] = await Promise.all([
    versionOf('ffmpeg', ffmpeg.file),
    versionOf('ffprobe', ffprobe.file),
    partsOf(ffmpeg.file, 'encoders'),
    partsOf(ffmpeg.file, 'muxers'),
    partsOf(ffmpeg.file, 'filters'),
    partsOf(ffmpeg.file, 'decoders'),
  ]);
  const missing = [
    ...missingFrom(encoders, 'encoders'),
    ...missingFrom(muxers, 'muxers'),
    ...missingFrom(filters, 'filters'),
  ];
  if (missing.length > 0) {
    throw new MediaToolsError(
      'tool_lacks_parts',
      `${ffmpeg.file} (${ffmpegVersion}) was built without ${missing.join(', ')}: ` +
        "install the distribution's full ffmpeg (on Debian: apt-get install ffmpeg), or set FFMPEG_PATH to another build",
    );
  }
  return {
    ffmpeg: ffmpeg.file,
    ffprobe: ffprobe.file,
    versions: { ffmpeg: ffmpegVersion, ffprobe: ffprobeVersion },
    isShippedBuild: ffmpeg.isShipped || ffprobe.isShipped,
    canToneMap: toneMapFilters.every((name) => filters.has(name)),
    undecodable: undecodableWith(decoders),
    hardware: null,
  };
}

/** Whether both programs still run. @throws MediaToolsError */
export async function checkMediaTools({ ffmpeg, ffprobe }: MediaTools): Promise<void> {
  await Promise.all([versionOf('ffmpeg', ffmpeg), versionOf('ffprobe', ffprobe)]);
}

/** Whether both programs are still there, without a start of them: that takes 50 ms of a core each. @throws MediaToolsError */
export async function requireMediaTools({ ffmpeg, ffprobe }: MediaTools): Promise<void> {
  for (const file of [ffmpeg, ffprobe])
    if (!(await isProgram(file)))
      throw new MediaToolsError('tool_not_found', `${file} is gone, or may not be run: install it again`);
}

type ToolName = 'ffmpeg' | 'ffprobe';

async function findTool(
  name: ToolName,
  { configured, path: searchPath }: { configured: string | undefined; path: string },
): Promise<{ file: string; isShipped: boolean }> {
  const variable = `${name.toUpperCase()}_PATH`;
  if (configured) {
    const file = path.resolve(configured);
    if (await isProgram(file)) return { file, isShipped: false };
    throw new MediaToolsError(
      'tool_not_found',
      `${variable} names ${file}, which is no program that this account may run: correct it, or remove it to use the one on the PATH`,
    );
  }
  for (const folder of searchPath.split(path.delimiter)) {
    const file = path.resolve(folder, name);
    if (path.isAbsolute(folder) && (await isProgram(file))) return { file, isShipped: false };
  }
  const shipped = shippedFile(name);
  if (shipped && (await isProgram(shipped))) return { file: shipped, isShipped: true };
  throw new MediaToolsError(
    'tool_not_found',
    `${name} is not on the PATH: install it (on Debian: apt-get install ffmpeg) or set ${variable}` +
      (shipped
        ? `; the one shipped with npm, ${shipped}, may not be run: npm start makes it executable`
        : ''),
  );
}

/** Optional packages: absent on other machines, and in images. */
function shippedFile(name: ToolName): string | null {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`@${name}-installer/${process.platform}-${process.arch}/package.json`);
    return path.join(path.dirname(manifest), name);
  } catch {
    return null;
  }
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false;
  }
}

async function versionOf(name: ToolName, file: string): Promise<string> {
  const lines = await ask(file, ['-version']);
  const version = /version (\S+)/.exec(lines[0] ?? '')?.[1];
  if (!version || !lines[0]?.startsWith(name)) {
    throw new MediaToolsError(
      'tool_does_not_run',
      `${file} is not ${name}: asked for its version, it answered "${lines[0] ?? ''}"`,
    );
  }
  return version;
}

/** The names in one of ffmpeg's lists: ` V....D libx264   description`. */
async function partsOf(ffmpeg: string, parts: Parts): Promise<Set<string>> {
  const lines = await ask(ffmpeg, ['-hide_banner', `-${parts}`]);
  const names = lines.flatMap((line) => /^ *[A-Z.|]+ +(\S+) +\S/.exec(line)?.[1]?.split(',') ?? []);
  return new Set(names);
}

function missingFrom(names: Set<string>, parts: keyof typeof required): string[] {
  const singular = parts.slice(0, -1);
  return required[parts].filter((name) => !names.has(name)).map((name) => `the ${singular} ${name}`);
}

async function ask(file: string, args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const end = await runTool(file, args, { timeLimitMs: 30_000, onLine: (line) => lines.push(line) });
  if (end.status === 0) return lines;
  const why = end.isTimedOut ? 'did not answer within 30 s' : `ended with ${end.status}`;
  throw new MediaToolsError(
    'tool_does_not_run',
    `${file} ${args.at(-1)} ${why}: ${end.errorText.trim() || 'it said nothing'}; install a build for this machine`,
  );
}
