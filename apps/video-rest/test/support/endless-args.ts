/** Arguments of an ffmpeg that writes small pictures into a folder, as fast as they play, and never ends. */
export function endlessArgs(folder: string): string[] {
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc=size=64x64:rate=10'];
  return [
    '-nostdin',
    '-v',
    'error',
    '-progress',
    'pipe:1',
    ...source,
    '-c:v',
    'mjpeg',
    '-f',
    'avi',
    `${folder}/endless.avi`,
  ];
}
