import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openMediaTools } from '../../src/ffmpeg/open-media-tools.ts';
import { testMediaTools } from '../support/clips.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'media-tools-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A program of a few lines of shell, for builds that are not at hand. */
async function givenProgram(name: string, script: string): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return file;
}

describe('Media tools', () => {
  test('are found, run, and have what an encoding needs', async () => {
    const tools = await testMediaTools();

    expect(path.isAbsolute(tools.ffmpeg)).toBe(true);
    expect(tools.versions).toEqual({ ffmpeg: expect.any(String), ffprobe: expect.any(String) });
    expect(tools.canToneMap).toBe(true);
  });

  test('are those shipped with npm when there is no other, and say so', async () => {
    const tools = await openMediaTools({ path: '' });

    expect(tools.isShippedBuild).toBe(true);
    expect(tools.ffmpeg).toContain('@ffmpeg-installer');
  });

  test('that were configured are not replaced by others', async () => {
    const missing = path.join(folder, 'missing');

    await expect(openMediaTools({ ffmpegPath: missing, path: process.env.PATH ?? '' })).rejects.toMatchObject(
      {
        name: 'MediaToolsError',
        code: 'tool_not_found',
        message: expect.stringMatching(/^FFMPEG_PATH names .*missing, which is no program/),
      },
    );
  });

  test('that are something else are refused', async () => {
    const { ffmpeg } = await testMediaTools();

    await expect(openMediaTools({ ffmpegPath: ffmpeg, ffprobePath: ffmpeg, path: '' })).rejects.toMatchObject(
      { code: 'tool_does_not_run', message: expect.stringContaining('is not ffprobe') },
    );
  });

  test('that do not run are refused with what they said', async () => {
    const { ffprobe } = await testMediaTools();
    const broken = await givenProgram(
      'broken',
      'echo "cannot open shared object libx264.so.164" >&2; exit 127',
    );

    await expect(
      openMediaTools({ ffmpegPath: broken, ffprobePath: ffprobe, path: '' }),
    ).rejects.toMatchObject({
      code: 'tool_does_not_run',
      message: expect.stringContaining('libx264.so.164'),
    });
  });

  test('built without H.264 are refused, with the mend', async () => {
    const { ffmpeg, ffprobe } = await testMediaTools();
    const without = await givenProgram('without', `"${ffmpeg}" "$@" | grep -v libx264`);

    await expect(
      openMediaTools({ ffmpegPath: without, ffprobePath: ffprobe, path: '' }),
    ).rejects.toMatchObject({
      code: 'tool_lacks_parts',
      message: expect.stringMatching(/without the encoder libx264: install .* or set FFMPEG_PATH/),
    });
  });

  test('tell the codecs that they do not decode; what decodes with hardware alone does not count', async () => {
    const { ffmpeg, ffprobe } = await testMediaTools();
    const without = await givenProgram(
      'few',
      `case "$*" in *-decoders) echo " V....D av1  x"; echo " V....D h264  x";; *) exec "${ffmpeg}" "$@";; esac`,
    );

    const { undecodable } = await openMediaTools({ ffmpegPath: without, ffprobePath: ffprobe, path: '' });

    expect(undecodable).toEqual(expect.arrayContaining(['aac', 'av1', 'hevc', 'vp9']));
    expect(undecodable).not.toContain('h264');
    expect((await testMediaTools()).undecodable).not.toContain('hevc');
  });
});
