import { randomUUID } from 'node:crypto';
import type { Field, Resource } from '@campus/rest';
import { resources } from '../../src/http/resources/resources.ts';
import { createShareLink } from '../../src/videos/share-links.ts';
import { givenEncoding, givenVideo, givenWorker } from './given-records.ts';
import { givenFile } from './kept-files.ts';
import { givenImage } from './kept-images.ts';
import { givenOnAir } from './on-air.ts';
import type { TestService } from './service.ts';

/** Resources that nobody creates with a body alone: how one of them comes to be. */
const made: Record<string, (service: TestService) => Promise<{ id: number }>> = {
  videos: ({ db, ada }) => givenVideo(db, { ownerId: ada.id }),
  files: givenFile,
  images: givenImage,
  owners: async ({ db, givenUser }) => {
    const { id: userId } = await givenUser();
    return db.prisma.owner.findUniqueOrThrow({ where: { userId } });
  },
  share_links: async ({ db, ada }) => {
    const { id: videoId } = await givenVideo(db, { ownerId: ada.id });
    return createShareLink({ db, now: () => new Date() }, { videoId });
  },
  encodings_video: async (service) =>
    service.db.prisma.encodedVideo.findFirstOrThrow({ where: { videoId: await givenVideoOnAir(service) } }),
  encodings_audio: async (service) =>
    service.db.prisma.encodedAudio.findFirstOrThrow({ where: { videoId: await givenVideoOnAir(service) } }),
  playlist_videos: async (service) =>
    service.db.prisma.encodedPlaylist.findFirstOrThrow({
      where: { videoId: await givenVideoOnAir(service) },
    }),
  view_count: async ({ db, ada }) => {
    const { id: videoId } = await givenVideo(db, { ownerId: ada.id });
    return db.prisma.viewCount.create({ data: { videoId, date: new Date('2026-01-31'), count: 7 } });
  },
  runs: ({ db, ada }) =>
    db.prisma.run.create({ data: { kind: 'export', actor: ada.id, asked: '{}', endedAt: new Date() } }),
  deletions: ({ db, ada }) =>
    db.prisma.deletion.create({
      data: { tableName: 'channels', objectId: 7, name: 'Gone', actor: ada.username, endedAt: new Date() },
    }),
  webhooks: givenWebhook,
  webhook_deliveries: async (service) => {
    const { id: webhookId } = await givenWebhook(service);
    return service.db.prisma.webhookDelivery.create({
      data: { webhookId, number: 1, event: 'videos.created', body: '{}', state: 'waiting' },
    });
  },
  workers: ({ db }) => givenWorker(db),
  encodings: async ({ db, ada }) => givenEncoding(db, (await givenVideo(db, { ownerId: ada.id })).id),
};

/** One that is told nothing. */
function givenWebhook({ db, staff }: TestService): Promise<{ id: number }> {
  const address = `https://example.org/${randomUUID()}`;
  return db.prisma.webhook.create({ data: { address, isActive: false, createdById: staff.id, position: 0 } });
}

async function givenVideoOnAir({ db, ada }: TestService): Promise<number> {
  const { id } = await givenVideo(db, { ownerId: ada.id });
  await givenOnAir({ db }, id);
  return id;
}

/** An object of any resource, with what its declaration requires and no more. */
export async function givenObject(
  service: TestService,
  resource: Resource<never>,
): Promise<Record<string, unknown>> {
  const make = made[resource.path];
  if (make !== undefined) {
    const { id } = await make(service);
    return (await service.root.client.get(`/rest/${resource.path}/${id}/`).expect(200)).body;
  }
  const body = await bodyFor(service, resource);
  return (await service.root.client.post(`/rest/${resource.path}/`).send(body).expect(201)).body;
}

/** A body that creates one. */
export async function bodyFor(service: TestService, { fields }: Resource<never>) {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.required && !field.readOnly) body[field.name] = await valueFor(service, field);
  }
  return body;
}

/** The address of one, as the API gives it. */
export function addressOf({ path, lookup }: Resource<never>, shown: Record<string, unknown>): string {
  return `/rest/${path}/${shown[lookup.column] ?? shown.id}/`;
}

let lastSide = 64;

/** Texts of a form of their own, by the name of the field. */
const formed: Record<string, () => string> = {
  resolution: () => {
    lastSide += 2;
    return `4096x${lastSide}`;
  },
  video_bitrate: () => '750k',
  audio_bitrate: () => '96k',
};

async function valueFor(service: TestService, field: Field<never>): Promise<unknown> {
  const { target, type, isList, choices, limits } = field;
  if (isList) return [];
  if (target !== undefined) {
    const resource = resources.find(({ path }) => path === target().path);
    if (resource === undefined) throw new Error(`${field.name} links to no resource of the list`);
    const shown = await givenObject(service, resource);
    return new URL(addressOf(resource, shown), service.url).href;
  }
  switch (type) {
    case 'boolean':
      return false;
    case 'integer':
      return limits.min ?? 1;
    case 'url':
      return `https://example.org/${randomUUID()}`;
    case 'email':
      return `${randomUUID()}@example.org`;
    case 'date':
      return '2026-01-31';
    case 'datetime':
      return '2026-01-31T12:00:00Z';
    case 'choice':
      return choices?.[0]?.value;
    default: {
      const form = formed[field.name];
      if (form !== undefined) return form();
      return randomUUID().slice(0, limits.maxLength);
    }
  }
}
