import { openAsBlob } from 'node:fs';
import { eventually } from '@campus/testing';
import { type ClipName, clip } from '../../apps/video-rest/test/support/clips.ts';
import type { Account, Platform } from './use-platform.ts';

/** A type of videos, as the API shows it. */
export async function givenType({ db, origin }: Platform): Promise<{ id: number; url: string }> {
  const { id } = await db.prisma.videoType.create({ data: { titleEn: `type ${crypto.randomUUID()}` } });
  return { id, url: `${origin}/rest/types/${id}/` };
}

/** A building, as the API shows it. */
export async function givenBuilding({ db, origin }: Platform): Promise<{ id: number; url: string }> {
  const { id } = await db.prisma.building.create({ data: { name: `building ${crypto.randomUUID()}` } });
  return { id, url: `${origin}/rest/buildings/${id}/` };
}

/** An address of the API, as its relations are. */
export function accountUrl({ origin }: Platform, { id }: Pick<Account, 'id'>): string {
  return `${origin}/rest/users/${id}/`;
}

/** A video of somebody, encoded to its end. */
export async function givenEncodedVideo(
  platform: Platform,
  {
    clip: name,
    owner,
    ...fields
  }: { clip: ClipName; owner: Account; title?: string; is_restricted?: string },
): Promise<{ id: number; slug: string }> {
  const form = new FormData();
  const { url: type } = await givenType(platform);
  const all = { owner: accountUrl(platform, owner), type, title: 'Optique', ...fields };
  for (const [member, value] of Object.entries(all)) form.set(member, value);
  form.set('video', await openAsBlob(await clip(name)), 'clip.mp4');
  const made = await platform.ask<{ id: number; slug: string }>('/rest/videos/', {
    method: 'POST',
    body: form,
  });
  await platform.ask(`/rest/launch_encode_view/?slug=${made.slug}`);
  await eventually(async () => (await platform.ask(`/rest/videos/${made.id}/`)).encoded === true, {
    describe: `video ${made.id} is encoded`,
    seen: () => platform.ask(`/rest/encodings/?video=${made.id}`),
  });
  return made;
}
