import { formText, openVisitsWith, visitsWith } from '@campus/accounts';
import { Refusal } from '@campus/rest';
import { receiveMultipart, type Texts } from '@campus/service';
import express, { type Request, type Router } from 'express';
import { completeChunks } from '../../../uploads/complete-chunks.ts';
import { type ByteRange, takeChunk } from '../../../uploads/take-chunk.ts';
import { editAddress } from '../../addresses.ts';
import { refusals } from '../../refusals.ts';
import type { ManageVisit } from '../edit/edited-video.ts';
import { requireMine, type WatchDeps, type WatchVisit } from '../watch/opened-video.ts';

/**
 * The upload in parts that desktop clients know from the pages of platforms of this kind, for whoever has signed in by
 * the form: each part is a form of its own with its `Content-Range`, and another form completes it.
 */
export function chunkRoutes(deps: WatchDeps): Router {
  const router = express.Router();
  const { readForm, requireAccount } = deps.sessions;
  router.post('/chunked_upload', openVisitsWith(deps)(receivePart));
  router.post('/chunked_upload_complete', ...readForm, requireAccount, visitsWith(deps)(complete));
  return router;
}

const limits = { fields: 20, parts: 21, fieldNameSize: 200, fieldSize: 4096 };
const maxTextBytes = 64 * 1024;

/** @throws Refusal  403, of somebody who has not signed in: clients follow no way to a page */
async function receivePart({ engine, sessions, request, response, reader }: WatchVisit): Promise<void> {
  const { account } = reader;
  if (account === undefined) throw new Refusal(refusals.sign_in_first);
  const range = rangeOf(request);
  let texts: Texts = {};
  const part = {
    name: 'the_file',
    maxBytes: range.end + 1 - range.start,
    async write(content: Parameters<typeof takeChunk>[1]['content'], fileName: string) {
      const uploadId = texts.upload_id?.at(-1) || undefined;
      return takeChunk(engine.services, { userId: account.id, uploadId, range, fileName, content });
    },
    // What has come stays: the client goes on from there.
    remove: async () => {},
  };
  const { files } = await receiveMultipart(request, {
    files: [part],
    limits,
    maxTextBytes,
    maxBodyBytes: part.maxBytes + maxTextBytes + 64 * 1024,
    refuse(earlier) {
      texts = { ...earlier };
      const fields = Object.fromEntries(Object.entries(earlier).map(([name, given]) => [name, given.at(-1)]));
      return sessions.holdsCsrf(request, fields) ? undefined : new Refusal('csrf');
    },
  });
  const taken = files.get('the_file');
  if (taken === undefined) throw new Refusal(refusals.no_part);
  response.json({ upload_id: taken.id, offset: taken.offset, expires: taken.expiresAt.toISOString() });
}

async function complete(visit: ManageVisit): Promise<void> {
  const { engine, request, response, reader } = visit;
  const slug = formText(request, 'slug').trim();
  // To others it tells no more than that of a draft.
  const replaced = slug === '' ? undefined : await requireMine(visit, slug);
  const md5 = formText(request, 'md5').trim().toLowerCase();
  // No MD5 at all must not remove what has come; that of another file says that this one was damaged.
  if (!/^[0-9a-f]{32}$/.test(md5)) throw new Refusal(refusals.no_md5);
  const videoId = await completeChunks(engine.services, {
    id: formText(request, 'upload_id'),
    userId: reader.account.id,
    md5,
    replacesId: replaced?.id ?? null,
  });
  const row = await engine
    .storeOf('videos')
    .find(['slug'], [{ columns: ['id'], operator: 'equals', value: videoId }]);
  response.json({ redirlink: editAddress({ slug: String(row?.slug) }) });
}

/** @throws Refusal  400 */
function rangeOf({ headers }: Request): ByteRange {
  const [, ...numbers] =
    /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers['content-range'] ?? '') ?? [];
  const [start = 0, end = -1, size = 0] = numbers.map(Number);
  if (numbers.length === 3 && start <= end && end < size) return { start, end, size };
  throw new Refusal(refusals.no_content_range);
}
