import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { residentMebibytes } from '@campus/testing';
import { largeVideoForm } from './large-video.ts';
import { type Answer, type Institution, rootPassword } from './use-nginx.ts';

/** The superuser with a password, as scripts send it. */
export const rootAuthorization = `Basic ${Buffer.from(`root:${rootPassword}`).toString('base64')}`;

/** What an upload through nginx came to. */
export interface Upload {
  answer: Answer;
  /** By how much the memory of nginx and of the service has grown at most meanwhile, each, in MiB. */
  growth: { nginx: number; service: number };
  /** Files that nginx had made at one of the looks. */
  temporaryFiles: string[];
}

const lookEveryMs = 50;

/** Uploads a video of this size, and looks at the processes all the while. */
export async function uploadVideo(
  { nginx, video }: Institution,
  { mebibytes, isChunked = false }: { mebibytes: number; isChunked?: boolean },
): Promise<Upload> {
  const headers = { Authorization: rootAuthorization, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ title: `Lecture ${randomUUID()}` });
  const type = JSON.parse((await video.ask('/rest/types/', { method: 'POST', headers, body })).text);
  const users = JSON.parse((await video.ask('/rest/users/', { headers })).text);
  const form = await largeVideoForm(
    { title: 'Large', type: type.url, owner: users.results[0].url },
    { mebibytes },
  );
  const residentOf = async (pids: (number | undefined)[]) => {
    const sizes = await Promise.all(pids.map((pid) => residentMebibytes(pid)));
    return sizes.reduce((sum, { nowMebibytes }) => sum + nowMebibytes, 0);
  };
  const look = async () => ({
    nginx: await residentOf(await nginx.processIds()),
    service: await residentOf([video.process.child.pid]),
  });

  const before = await look();
  const growth = { nginx: 0, service: 0 };
  const temporaryFiles: string[] = [];
  const outcome = video.ask('/rest/videos/', {
    method: 'POST',
    body: form.body,
    headers: {
      Authorization: rootAuthorization,
      'Content-Type': form.contentType,
      ...(isChunked ? {} : { 'Content-Length': String(form.bytes) }),
    },
  });
  let isDone = false;
  const done = outcome.finally(() => {
    isDone = true;
  });
  done.catch(() => {});
  while (!isDone) {
    const now = await look();
    growth.nginx = Math.max(growth.nginx, now.nginx - before.nginx);
    growth.service = Math.max(growth.service, now.service - before.service);
    temporaryFiles.push(...(await nginx.temporaryFiles()));
    await Promise.race([done.catch(() => {}), wait(lookEveryMs)]);
  }
  return { answer: await done, growth, temporaryFiles };
}
