import { newName } from './given-records.ts';
import type { Person, TestService } from './service.ts';

/** A file as the API shows it. */
export interface ShownFile {
  id: number;
  url: string;
  folder: string;
  file: string;
  created_by: string;
  name: string;
}

/** A folder of somebody. */
export async function givenFolder({ client, url }: Person): Promise<{ id: number; url: string }> {
  const { body } = await client
    .post('/rest/folders/')
    .send({ name: newName('folder'), owner: url })
    .expect(201);
  return body;
}

/** The form that keeps a file of somebody in a folder of theirs, sent. */
export function sendFile(
  { client, url }: Person,
  { folder, name, content }: { folder: string; name: string; content: string | Buffer },
) {
  return client
    .post('/rest/files/')
    .field({ folder, created_by: url, name: 'whatever' })
    .attach('file', Buffer.from(content), name);
}

/** A file that Ada keeps in a folder of its own; subtitles unless said otherwise. */
export async function givenFile(
  { ada }: Pick<TestService, 'ada'>,
  {
    name = 'subtitles.vtt',
    content = 'WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n',
  }: { name?: string; content?: string | Buffer } = {},
): Promise<ShownFile> {
  const { url: folder } = await givenFolder(ada);
  return (await sendFile(ada, { folder, name, content }).expect(201)).body;
}
