import { apiSettings, type FollowOptions, followChanges, itemsOf } from '@campus/client-core';
import createApi from 'openapi-fetch';
import type { paths as managementPaths } from '../generated/management.ts';
import type { paths as vendorPaths } from '../generated/vendor.ts';
import type { Change, Listed, ListPath, ListQuery, ManagementApi, VendorApi } from './api.ts';

export interface ClientOptions {
  /** Of the service, without `/api/`: `https://signing.example.org`. */
  baseUrl: string;
  token: string;
  /** Ends each call of `api`, and each page of a list, that takes longer, with a `TimeoutError`; absent: none does. */
  timeoutMs?: number;
}

export interface SigningClient {
  /** Every call of the API, by its path: `api.GET('/api/conventions/{id}', …)`; see `answerOf`. */
  api: ManagementApi;
  /** All of a list: `for await (const record of client.all('/api/conventions', { state: 'signed' }))`. @throws ApiError */
  all<Path extends ListPath>(path: Path, query?: ListQuery<Path>): AsyncGenerator<Listed<Path>, void>;
  /** What happens to the records, without gaps, across cuts and restarts. @throws ApiError */
  changes(options?: FollowOptions): AsyncGenerator<Change, void>;
}

/** A client of the API of the institution's own application, in Node 20 or later. */
export function createSigningClient({ baseUrl, token, timeoutMs }: ClientOptions): SigningClient {
  const service = { baseUrl, authorization: `Bearer ${token}` };
  const api = createApi<managementPaths>(apiSettings({ ...service, timeoutMs }));
  return {
    api,
    all: (path, query) => itemsOf(api, path, query),
    changes: (following) => followChanges(createApi(apiSettings(service)), '/api/changes', following),
  };
}

/** Every call of the API of signing applications, by its path. */
export function createVendorApi({ token, ...options }: ClientOptions): VendorApi {
  return createApi<vendorPaths>(apiSettings({ ...options, authorization: `Bearer ${token}` }));
}
