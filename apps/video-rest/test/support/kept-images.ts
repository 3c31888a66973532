import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { testMediaTools } from './clips.ts';
import { givenFolder, type ShownFile } from './kept-files.ts';
import type { Person, TestService } from './service.ts';

/** An image as the API shows it. */
export interface ShownImage extends ShownFile {
  resized: Record<'large' | 'medium' | 'small', string>;
}

/** A small PNG, 4 x 2 pixels. */
export const smallPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAQAAAACCAIAAADwyuo0AAAAE0lEQVR42mP4z8AARGDiPwMyBwBnsgf595JWggAAAABJRU5ErkJggg==',
  'base64',
);

/** The form that keeps an image of somebody in a folder of theirs, sent. */
export function sendImage(
  { client, url }: Person,
  { folder, name = 'photo.png', content = smallPng }: { folder: string; name?: string; content?: Buffer },
) {
  return client
    .post('/rest/images/')
    .field({ folder, created_by: url, name: 'whatever' })
    .attach('file', content, name);
}

/** An image that somebody keeps in a folder of its own; Ada unless said otherwise. */
export async function givenImage(
  { ada }: Pick<TestService, 'ada'>,
  { by = ada, ...file }: { by?: Person; name?: string; content?: Buffer } = {},
): Promise<ShownImage> {
  const { url: folder } = await givenFolder(by);
  return (await sendImage(by, { folder, ...file }).expect(201)).body;
}

/** What ffmpeg makes of these arguments in front of its output, on its standard output. */
export async function ffmpegBytes(args: string[], { input }: { input?: Buffer } = {}): Promise<Buffer> {
  const { ffmpeg } = await testMediaTools();
  const run = promisify(execFile)(ffmpeg, ['-v', 'error', ...args, 'pipe:1'], {
    encoding: 'buffer',
    maxBuffer: 64 * 2 ** 20,
  });
  run.child.stdin?.end(input);
  return (await run).stdout;
}
