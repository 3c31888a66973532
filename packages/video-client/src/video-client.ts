import { answerOf, apiSettings, type FollowOptions, followChanges, itemsOf } from '@campus/client-core';
import createApi from 'openapi-fetch';
import type { paths } from '../generated/api.ts';
import type { Api, Change, Listed, ListPath, ListQuery, Run, Video } from './api.ts';
import { type ImportOptions, importLines } from './import-lines.ts';
import { sendInPieces, type UploadOptions } from './upload.ts';
import { type WaitOptions, waitForEncoding } from './wait-for-encoding.ts';

export interface VideoClientOptions {
  /** Of the service, without `/rest/`: `https://video.example.org`. */
  baseUrl: string;
  /** 40 hexadecimal characters, of an account of the platform. */
  token: string;
  /**
   * Ends each call of `api`, and each page of a list, that takes longer, with a `TimeoutError`; absent: none does. Of an
   * upload, a request is made again that has no answer within this (absent: two minutes) and what its bytes take at
   * 16 KiB a second.
   */
  timeoutMs?: number;
}

export interface VideoClient {
  /** Every call of the API, by its path: `api.GET('/rest/videos/{id}/', …)`; see `answerOf`. */
  api: Api;
  /** All of a list: `for await (const video of client.all('/rest/videos/', { is_draft: 'true' }))`. @throws ApiError */
  all<Path extends ListPath>(path: Path, query?: ListQuery<Path>): AsyncGenerator<Listed<Path>, void>;
  /** Sends a file in pieces; the video that it has become. @throws ApiError */
  upload(options: UploadOptions): Promise<Video>;
  /** Encodes a video, again if it was before. @throws ApiError */
  encode(video: Pick<Video, 'slug'>): Promise<Video>;
  /** Waits until the newest encoding of a video is done. @throws EncodingFailed, ApiError */
  encoded(video: Pick<Video, 'id'>, options?: WaitOptions): Promise<Video>;
  /** Imports a file of lines, as an export has them, in the background; its end, with the report. @throws ApiError */
  imported(options: ImportOptions): Promise<Run>;
  /** What happens to the objects, without gaps, across cuts and restarts. @throws ApiError */
  changes(options?: FollowOptions): AsyncGenerator<Change, void>;
}

/** A client of the REST API of the video platform, in Node 20 or later and in browsers. */
export function createVideoClient({ baseUrl, token, timeoutMs }: VideoClientOptions): VideoClient {
  const service = { baseUrl, authorization: `Token ${token}` };
  const settings = apiSettings({ ...service, timeoutMs });
  const { headers } = settings;
  const endpoint = new URL('/rest/uploads/', baseUrl).href;
  const idIn = (address: string) => new URL(address, baseUrl).pathname.split('/').at(-2) ?? '';
  const api = createApi<paths>(settings);
  return {
    api,
    all: (path, query) => itemsOf(api, path, query),
    async upload(options) {
      const { made } = await sendInPieces({ endpoint, headers, timeoutMs }, options.fields, options);
      if (made === undefined) throw new Error('the service did not say which video it has become');
      const id = idIn(made);
      return answerOf(api.GET('/rest/videos/{id}/', { params: { path: { id } } }));
    },
    encode: ({ slug }) => answerOf(api.GET('/rest/launch_encode_view/', { params: { query: { slug } } })),
    encoded: ({ id }, options) => waitForEncoding(api, id, options),
    async imported(options) {
      const partial = { ...headers, 'Upload-Concat': 'partial' };
      const { address } = await sendInPieces({ endpoint, headers: partial, timeoutMs }, {}, options);
      return importLines(api, idIn(address), options);
    },
    changes: (following) => followChanges(createApi(apiSettings(service)), '/rest/changes/', following),
  };
}
