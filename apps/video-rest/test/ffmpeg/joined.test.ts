import { expect, test } from '@jest/globals';
import { clip } from '../support/clips.ts';
import { encodingsOf, givenUpload, launch, untilState } from '../support/encode-videos.ts';
import { useService } from '../support/service.ts';
import { signedIn } from '../support/visitor.ts';

const service = useService({ encodeConcurrency: 1 });

test('Given a recording in two parts, When it is encoded, Then the API and the page tell in both languages that they were joined', async () => {
  const { id, slug } = await givenUpload(service, { source: await clip('reconnected') });
  await launch(service, slug);
  await untilState(service, id, 'done');
  const visitor = await signedIn(service, { username: service.root.username, password: 'root-password' });

  expect(await encodingsOf(service, id)).toMatchObject([{ breaks: 1, error: null }]);
  const { text: english } = await visitor.get('/admin/encodings/');
  expect(english).toContain('The times of the source broke once');
  const { text: french } = await visitor.get('/admin/encodings/', { 'Accept-Language': 'fr' });
  expect(french).toContain('Les temps de la source sont rompus une fois');
});
