import { describe, expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { givenUpload, launch, untilState } from '../support/encode-videos.ts';
import { faultyTool } from '../support/faulty-tool.ts';
import { givenFolder } from '../support/kept-files.ts';
import { sendImage } from '../support/kept-images.ts';
import { useService } from '../support/service.ts';

const killing = 'kill -KILL $$';
const encoding = { encodeConcurrency: 1 };
const withFfprobe = useService(encoding, {
  tools: { ffprobe: await faultyTool('ffprobe', `echo packet,0,0.0,0.0; ${killing}`, { having: ' csv ' }) },
});
const withSubtitles = useService(encoding, {
  tools: { ffmpeg: await faultyTool('ffmpeg', killing, { having: 'webvtt' }) },
});
const full = 'echo "[out#0/image2] Error opening output: No space left on device" >&2; exit 228';
const withFullDisk = useService({}, { tools: { ffmpeg: await faultyTool('ffmpeg', full) } });
const withImages = useService({}, { tools: { ffmpeg: await faultyTool('ffmpeg', killing) } });

describe('A tool that the system kills once', () => {
  test('while it reads the times of a source costs an attempt, and not the encoding', async () => {
    const { id, slug } = await givenUpload(withFfprobe, { source: await clip('silent') });
    await launch(withFfprobe, slug);

    expect(await untilState(withFfprobe, id, 'done')).toMatchObject({ attempts: 2 });
  });

  test('while it takes subtitles out of a source costs no subtitles', async () => {
    const { id, slug } = await givenUpload(withSubtitles, { source: await clip('bilingual') });
    await launch(withSubtitles, slug);

    await untilState(withSubtitles, id, 'done');

    const { body } = await withSubtitles.root.client.get(`/rest/tracks/?video=${id}`).expect(200);
    expect(body.count).toBe(2);
  });

  test('while it reads an image says nothing of that', async () => {
    const { ada } = withImages;
    const { url: folder } = await givenFolder(ada);

    const refused = await sendImage(ada, { folder });
    const taken = await sendImage(ada, { folder });

    expect([refused.status, refused.headers['retry-after'], taken.status]).toEqual([503, '60', 201]);
  });
});

test('An ffmpeg that has no room for a picture says nothing of the image', async () => {
  const { ada } = withFullDisk;
  const { url: folder } = await givenFolder(ada);

  const refused = await sendImage(ada, { folder });
  const taken = await sendImage(ada, { folder });

  expect([refused.status, taken.status]).toEqual([507, 201]);
});
