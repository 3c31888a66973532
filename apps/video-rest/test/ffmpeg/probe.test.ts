import { once } from 'node:events';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import type { MediaRefusal } from '../../src/ffmpeg/media-refusal.ts';
import { probe } from '../../src/ffmpeg/probe.ts';
import { SourceUnreadable } from '../../src/ffmpeg/source-unreadable.ts';
import { type ClipName, clip, testMediaTools } from '../support/clips.ts';
import { faultyTool, passingFaults } from '../support/faulty-tool.ts';

async function probeClip(name: ClipName) {
  return probe(await testMediaTools(), await clip(name));
}

/** Something that answers at an address of this machine. */
async function serving(listener: RequestListener): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/source`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.close().closeAllConnections();
    },
  };
}

async function refusalOf(name: ClipName): Promise<MediaRefusal> {
  return probeClip(name).then(
    () => Promise.reject(new Error(`${name} was accepted`)),
    (error) => error,
  );
}

describe('A video', () => {
  test('is described by its content, whatever it is called', async () => {
    expect(await probeClip('landscape')).toEqual({
      kind: 'video',
      container: 'mov',
      extension: 'mp4',
      durationSeconds: expect.closeTo(3, 1),
      video: {
        streamIndex: 0,
        codec: 'h264',
        widthPixels: 1280,
        heightPixels: 720,
        frameRate: { numerator: 10, denominator: 1 },
        isVariableFrameRate: false,
        pixelFormat: 'yuv420p',
        isInterlaced: false,
        isFullRange: false,
        hdrTransfer: null,
      },
      camera: null,
      audio: { streamIndex: 1, codec: 'aac', channels: 1 },
    });
  });

  test.each<[ClipName, number, number]>([
    ['rotated', 720, 1280],
    ['anamorphic', 1024, 576],
    ['oddSize', 321, 241],
  ])('(%s) has the size that somebody sees', async (name, widthPixels, heightPixels) => {
    expect((await probeClip(name)).video).toMatchObject({ widthPixels, heightPixels });
  });

  test('of ten bits, in HDR, silent or with a varying rate is told apart', async () => {
    expect((await probeClip('tenBit')).video).toMatchObject({
      pixelFormat: 'yuv420p10le',
      hdrTransfer: null,
    });
    expect((await probeClip('hdr')).video).toMatchObject({
      pixelFormat: 'yuv420p10le',
      hdrTransfer: 'smpte2084',
    });
    expect((await probeClip('silent')).audio).toBeNull();
    expect((await probeClip('variableFrameRate')).video).toMatchObject({
      isVariableFrameRate: true,
      frameRate: { numerator: 30, denominator: 1 },
    });
  });

  test('that states no duration is measured', async () => {
    expect(await probeClip('withoutDuration')).toMatchObject({
      extension: 'webm',
      durationSeconds: expect.closeTo(2, 1),
    });
  });

  test('whose subtitles outlast it has the duration of its pictures and its sound', async () => {
    expect((await probeClip('outlasted')).durationSeconds).toBeCloseTo(3, 0);
  });

  test('whose times do not start at 0 has its own duration', async () => {
    expect(await probeClip('transportStream')).toMatchObject({
      extension: 'ts',
      durationSeconds: expect.closeTo(2, 0),
    });
  });
});

describe('Sound alone', () => {
  test.each<[ClipName, string]>([
    ['wav', 'wav'],
    ['mp3', 'mp3'],
    ['mp3WithCover', 'mp3'],
    ['m4a', 'm4a'],
  ])('(%s) is kept as .%s, and a cover is no video', async (name, extension) => {
    expect(await probeClip(name)).toMatchObject({
      kind: 'audio',
      extension,
      video: null,
      durationSeconds: expect.closeTo(2, 0),
    });
  });
});

describe('Refused is', () => {
  test.each<[ClipName, MediaRefusal['code']]>([
    ['hlsPlaylist', 'not_media'],
    ['concatList', 'not_media'],
    ['sdp', 'not_media'],
    ['dash', 'not_media'],
    ['plainText', 'not_media'],
    ['png', 'not_media'],
    ['garbage', 'not_media'],
    ['empty', 'not_media'],
    ['withoutIndex', 'not_media'],
    ['manyStreams', 'too_many_streams'],
    ['tooWide', 'too_large_picture'],
    ['tooManyPixels', 'too_many_pixels'],
    ['pngMovie', 'codec_not_accepted'],
    ['tooManyFrames', 'too_many_frames'],
  ])('%s: %s, and no path is named', async (name, code) => {
    const refusal = await refusalOf(name);

    expect(refusal).toMatchObject({ name: 'MediaRefusal', code });
    expect(refusal.message).not.toMatch(/[\\/]\w+[\\/]/);
  });

  test.each<ClipName>(['hlsPlaylist', 'concatList'])(
    '%s that is called .mp4 and names the file of another video',
    async (name) => {
      const disguised = `${await clip(name)}.mp4`;
      await copyFile(await clip(name), disguised);

      await expect(probe(await testMediaTools(), disguised)).rejects.toMatchObject({ code: 'not_media' });
    },
  );
});

describe('Nothing is said of a file', () => {
  const never = { times: 1000 };
  const probing = async (fault: string, file: string) =>
    probe({ ...(await testMediaTools()), ffprobe: await faultyTool('ffprobe', fault, never) }, file);

  test('that is not there', async () => {
    const nowhere = path.join(path.dirname(await clip('garbage')), 'nowhere');

    await expect(probe(await testMediaTools(), nowhere)).rejects.toThrow(SourceUnreadable);
  });

  test.each([404, 503])('whose address answers %d', async (status) => {
    await using server = await serving((_, response) => void response.writeHead(status).end());

    await expect(probe(await testMediaTools(), server.url)).rejects.toThrow(SourceUnreadable);
  });

  test('whose address resets connections', async () => {
    await using server = await serving(({ socket }) => void socket.resetAndDestroy());

    await expect(probe(await testMediaTools(), server.url)).rejects.toThrow(SourceUnreadable);
  });

  test('whose address closes connections', async () => {
    await using server = await serving(({ socket }) => void socket.destroy());

    await expect(probe(await testMediaTools(), server.url)).rejects.toThrow(SourceUnreadable);
  });

  test('whose address breaks off', async () => {
    const bytes = await readFile(await clip('garbage'));
    await using server = await serving((_, response) => {
      response.writeHead(200, { 'Content-Length': 10 * bytes.length });
      response.write(bytes, () => response.destroy());
    });

    await expect(probe(await testMediaTools(), server.url)).rejects.toThrow(SourceUnreadable);
  });

  test.each(passingFaults.slice(0, 4))('by an ffprobe that is %s each time', async (_, fault) => {
    await expect(probing(fault, await clip('tiny'))).rejects.toMatchObject({ code: 'tool_ended' });
  });

  test('by an ffprobe that refuses it, when this process cannot read it', async () => {
    const file = `${await clip('tiny')}-that-goes`;
    await copyFile(await clip('tiny'), file);

    const refusing = probing('rm -f "$file"; echo "$file: Invalid data found" >&2; exit 1', file);

    await expect(refusing).rejects.toThrow(SourceUnreadable);
  });
});

test.each(passingFaults)('An ffprobe that is %s once is asked again', async (_, fault) => {
  const tools = { ...(await testMediaTools()), ffprobe: await faultyTool('ffprobe', fault) };

  expect(await probe(tools, await clip('tiny'))).toMatchObject({ kind: 'video' });
});

test('An ffprobe that is killed while it measures a duration is asked again', async () => {
  const ffprobe = await faultyTool('ffprobe', 'echo 0.0,0.1; kill -KILL $$', { having: '-select_streams' });

  const { durationSeconds } = await probe(
    { ...(await testMediaTools()), ffprobe },
    await clip('withoutDuration'),
  );

  expect(durationSeconds).toBeCloseTo(2, 1);
});

// ffprobe says of the first that it could not be read on, and of the second that it ended.
test.each([24, 100])('A FLAC of %d bytes is refused as cut off, at an address too', async (size) => {
  const bytes = (await readFile(await clip('flac'))).subarray(0, size);
  const file = `${await clip('flac')}-of-${size}`;
  await writeFile(file, bytes);
  await using server = await serving((_, response) => void response.end(bytes));
  const tools = await testMediaTools();

  for (const source of [file, server.url])
    await expect(probe(tools, source)).rejects.toMatchObject({ code: 'not_media' });
});

test('Without ffprobe nothing is said of the file', async () => {
  const tools = { ...(await testMediaTools()), ffprobe: path.join(import.meta.dirname, '../nowhere') };

  await expect(probe(tools, await clip('landscape'))).rejects.toMatchObject({
    name: 'MediaToolsError',
    message: expect.stringContaining('nowhere is missing, or does not run'),
  });
});

test('A probe that is called off rejects with the reason', async () => {
  const reason = new Error('the client is gone');

  await expect(
    probe(await testMediaTools(), await clip('landscape'), AbortSignal.abort(reason)),
  ).rejects.toBe(reason);
});
