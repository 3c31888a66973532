import { readFile, rename } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { growingRoot } from '../../src/storage/layout.ts';
import { completeUpload } from '../../src/uploads/complete-upload.ts';
import { clip as givenClip } from '../support/clips.ts';
import { useUploadReplicas } from '../support/replicas-of-uploads.ts';

const replicas = useUploadReplicas();

test('An upload that has all its bytes keeps them while the folder of what grows is away', async () => {
  const clip = await givenClip('tiny');
  const upload = await replicas.givenWholeUpload(clip);
  const folder = growingRoot(replicas.mediaRoot);
  await rename(folder, `${folder}-away`);

  const completing = completeUpload(replicas.one, upload.id);

  await expect(completing).rejects.toMatchObject({ code: 'store_away' });
  await rename(`${folder}-away`, folder);
  expect(await replicas.sourceOf(await completeUpload(replicas.one, upload.id))).toEqual(
    await readFile(clip),
  );
});
