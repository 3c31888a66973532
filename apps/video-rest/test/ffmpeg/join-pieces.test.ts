import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { encodePiece, encodeSound } from '../../src/ffmpeg/encode-piece.ts';
import { encodeWhole } from '../../src/ffmpeg/encode-whole.ts';
import { EncodingFailure } from '../../src/ffmpeg/encoding-failure.ts';
import { joinPieces, type PieceToJoin } from '../../src/ffmpeg/join-pieces.ts';
import { cutPictures } from '../../src/ffmpeg/pieces.ts';
import { type EncodingPlan, planEncoding } from '../../src/ffmpeg/plan-encoding.ts';
import { type ClipName, clip, encodingTools } from '../support/clips.ts';
import { inspectMedia, pictureTimes, playThrough, similarities } from '../support/inspect-media.ts';

const profiles = [
  { shortSidePixels: 54, videoBitrateKbps: 200, audioBitrateKbps: 64, encodeMp4: true },
  { shortSidePixels: 108, videoBitrateKbps: 400, audioBitrateKbps: 64, encodeMp4: false },
];
const threads = 1;

const folders: string[] = [];

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'pieces-'));
  folders.push(folder);
  return folder;
}

afterAll(async () => {
  await Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true, force: true })));
});

async function planned(name: ClipName) {
  const [tools, source] = [await encodingTools(), await clip(name)];
  return { tools, source, plan: await planEncoding(tools, { source, profiles, threads }) };
}

async function givenPieces({ tools, source, plan }: Awaited<ReturnType<typeof planned>>, atLeast: number) {
  const { ladder, timeline } = plan;
  const pieces: PieceToJoin[] = [];
  for (const piece of cutPictures({ ...plan, seconds: timeline.video?.endSeconds ?? 0, atLeast })) {
    const folder = await newFolder();
    const encoded = await encodePiece(tools, { source, folder, plan, piece, threads });
    const files = ladder.renditions.map(({ name }) => [name, path.join(folder, `${name}.mp4`)]);
    pieces.push({ ...encoded, piece, files: Object.fromEntries(files) });
  }
  return pieces;
}

async function wholeOf({
  tools,
  source,
  plan,
}: {
  tools: Awaited<ReturnType<typeof encodingTools>>;
  source: string;
  plan: EncodingPlan;
}) {
  const folder = await newFolder();
  const outputs = await encodeWhole(tools, { source, folder, plan, threads });
  return { folder, outputs };
}

const silently = (plan: EncodingPlan): EncodingPlan => ({
  ...plan,
  ladder: { ...plan.ladder, poster: null, audio: null },
});

describe('Pieces that were encoded apart', () => {
  let given: Awaited<ReturnType<typeof planned>>;
  let pieces: PieceToJoin[];
  let whole: Awaited<ReturnType<typeof wholeOf>>;

  beforeAll(async () => {
    given = await planned('television');
    [pieces, whole] = await Promise.all([givenPieces(given, 8), wholeOf(given)]);
  });

  test('join to the frames that one run gives, at the same times and with the same key frames', async () => {
    const [folder, sounds] = [await newFolder(), await newFolder()];
    await encodeSound(given.tools, { ...given, folder: sounds, threads });

    const sound = path.join(sounds, 'audio.m4a');
    const written = await joinPieces(given.tools, { plan: silently(given.plan), pieces, sound, folder });

    expect(pieces).toHaveLength(3);
    expect(written.renditions.map(({ uri }) => uri)).toEqual(['54p.m3u8', '108p.m3u8']);
    for (const file of ['54p.m3u8', '108p.m3u8', '54p.mp4']) {
      expect(await pictureTimes(path.join(folder, file))).toEqual(
        await pictureTimes(path.join(whole.folder, file)),
      );
      await playThrough(path.join(folder, file));
    }
    const joined = await inspectMedia(path.join(folder, '54p.mp4'));
    const single = await inspectMedia(path.join(whole.folder, '54p.mp4'));
    expect(joined.streams.map(({ codec_name, start_time }) => [codec_name, start_time])).toEqual(
      single.streams.map(({ codec_name, start_time }) => [codec_name, start_time]),
    );
    expect(Number(joined.format.duration)).toBeCloseTo(Number(single.format.duration), 2);
  });

  test('look at their borders as they do elsewhere', async () => {
    const folder = await newFolder();
    await joinPieces(given.tools, { plan: silently(given.plan), pieces, sound: null, folder });

    const [joined, single] = await Promise.all(
      [folder, whole.folder].map((from) => similarities(path.join(from, '108p.m3u8'), given.source)),
    );

    expect(joined).toHaveLength(single?.length ?? 0);
    const borders = pieces.slice(1).flatMap(({ piece: { firstFrame } }) => [firstFrame - 1, firstFrame]);
    for (const frame of borders) expect(joined?.[frame]).toBeGreaterThan((single?.[frame] ?? 1) - 0.02);
    expect(Math.min(...(joined ?? []))).toBeGreaterThan(Math.min(...(single ?? [])) - 0.02);
  });

  test('of a recording whose rate varies join too, whatever picture stands at a border', async () => {
    const screen = await planned('screen');
    const cut = await givenPieces(screen, 4);
    const single = await wholeOf(screen);
    const folder = await newFolder();

    await joinPieces(screen.tools, { plan: silently(screen.plan), pieces: cut, sound: null, folder });

    expect(cut).toHaveLength(5);
    expect(await pictureTimes(path.join(folder, '54p.m3u8'))).toEqual(
      await pictureTimes(path.join(single.folder, '54p.m3u8')),
    );
  });

  test('are refused when one is missing, or was encoded otherwise', async () => {
    const join = async (changed: PieceToJoin[]) =>
      joinPieces(given.tools, {
        plan: silently(given.plan),
        pieces: changed,
        sound: null,
        folder: await newFolder(),
      });

    await expect(join(pieces.toSpliced(1, 1))).rejects.toBeInstanceOf(EncodingFailure);
    await expect(
      join(pieces.with(1, { ...(pieces[1] as PieceToJoin), heads: { '54p': 'other' } })),
    ).rejects.toMatchObject({ code: 'pieces_do_not_fit' });
  });

  test('have the poster in the one that a third of the source is in', async () => {
    const folder = (piece: PieceToJoin) => path.dirname(piece.files['54p'] ?? '');
    const posters = await Promise.all(
      pieces.map(async (piece) => (await readdir(folder(piece))).includes('poster.jpg')),
    );

    expect(posters).toEqual([false, true, false]);
  });
});
