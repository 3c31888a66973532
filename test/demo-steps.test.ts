import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { serviceItself } from '@campus/accounts';
import { demoVideoToken, registerSamples, registerVideos } from '@campus/demo';
import { createSigningClient } from '@campus/signing-client';
import { eventually, startRecordingServer } from '@campus/testing';
import { createVideoClient } from '@campus/video-client';
import { describe, expect, test } from '@jest/globals';
import {
  managementToken,
  useService as useSigning,
} from '../apps/conventions-signing/test/support/service.ts';
import { createToken, revokeToken } from '../apps/video-rest/src/accounts/tokens.ts';
import { useService as useVideo } from '../apps/video-rest/test/support/service.ts';
import { sampleAgreements } from '../examples/demo/src/sample-agreements.ts';

const video = useVideo();

test('Given a service that hangs, When the samples are registered, Then that ends', async () => {
  const hanging = await startRecordingServer(() => {});
  const patient = { baseUrl: hanging.url, token: 'a-token-nobody-reads', timeoutMs: 50 };

  const agreements = registerSamples(createSigningClient(patient));
  const videos = registerVideos(createVideoClient(patient), {
    videos: [],
    clipFolder: '',
    findFfmpeg: async () => '',
  });

  await expect(agreements).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  await expect(videos).rejects.toThrow(expect.objectContaining({ name: 'TimeoutError' }));
  await hanging.stop();
});

describe('registerSamples', () => {
  // A public address that nobody listens at: the list must be read through the address that was given.
  const service = useSigning({ configuration: { baseUrl: 'http://campus.example.org' } });
  const titles = sampleAgreements.flatMap(({ metadata, amendments }) => [
    metadata.title,
    ...amendments.map((amendment) => amendment.metadata.title),
  ]);
  const register = () =>
    registerSamples(createSigningClient({ baseUrl: service.url, token: managementToken }));

  test('Given one start after the other that is interrupted, at document 1, 2, 3, 4 or 30, When the next registers, Then only the missing are added, each with its PDF', async () => {
    for (const number of [1, 2, 3, 4, 30]) {
      await fillDisk(number - 1);
      await expect(register()).rejects.toThrow(/\/api\/conventions.* answered 507: .*no space left/);
      expect(await registered()).toHaveLength(number - 1);
    }
    await makeRoom();

    const ids = await register();

    expect(ids).toHaveLength(30);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    const documents = await registered();
    expect(documents.map(({ title }) => title)).toEqual(titles);
    expect(documents.slice(0, 5).map(({ agreement }) => agreement)).toEqual([null, null, ids[1], null, null]);
    expect(documents.slice(0, 5).map(({ signatories }) => signatories)).toEqual([5, 5, 5, 4, 3]);
    expect(new Set(documents.map(({ begin }) => begin))).toEqual(new Set(['%PDF-']));

    expect(await register()).toEqual(ids);
    expect(await registered()).toEqual(documents);
  });

  test('Given a wrong token, When the samples are registered, Then the message names request and status, no token', async () => {
    const registering = registerSamples(
      createSigningClient({ baseUrl: service.url, token: 'a-token-nobody-knows' }),
    );

    await expect(registering).rejects.toThrow(/\/api\/conventions answered 401: (?!.*nobody)/);
  });

  /** There is room for so many documents, and no more. */
  async function fillDisk(documents: number): Promise<void> {
    await makeRoom();
    await service.sql.query(`
      create function full_disk() returns trigger language plpgsql as $$ begin
        if (select count(*) from signables) >= ${documents} then
          raise exception 'could not extend file' using errcode = '53100';
        end if;
        return new;
      end $$;
      create trigger full_disk before insert on signables for each row execute function full_disk()`);
  }

  async function makeRoom(): Promise<void> {
    await service.sql.query('drop function if exists full_disk cascade');
  }

  async function registered() {
    const { rows } = await service.sql.query<{
      title: string;
      agreement: number | null;
      signatories: number;
      begin: string;
    }>(`
      select title, (select number from signables a where a.id = s.agreement_id) as agreement,
        (select count(*)::int from signatories where signable_id = s.id) as signatories,
        encode(substring(bytes for 5), 'escape') as begin
      from signables s join documents d on d.id = s.document_id order by s.id`);
    return rows;
  }
});

test('The access token of the demo stays while it works, is for its owner alone, and is another once it was revoked', async () => {
  const { url: baseUrl, dataDir } = video;
  let made = 0;
  const create = async () => {
    const { id, key } = await createToken(video.db, { by: serviceItself, username: 'root' });
    made = id;
    return key;
  };
  const demoToken = () => demoVideoToken({ dataDir, baseUrl, create });

  const token = await demoToken();

  const file = path.join(dataDir, 'demo-token');
  expect(await readFile(file, 'utf8')).toBe(`${token}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await demoToken()).toBe(token);
  await revokeToken(video.db, { by: serviceItself, id: made });
  // The service hears of it within 100 ms.
  const next = await eventually(async () => {
    const other = await demoToken();
    return other === token ? null : other;
  });
  expect(await demoToken()).toBe(next);
});
