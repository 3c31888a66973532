import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { registerSamples } from '../src/register-samples.ts';
import { sampleAgreements } from '../src/sample-agreements.ts';
import { type SmallManagementApi, startSmallManagementApi } from './support/small-management-api.ts';

const managementToken = 'management-token-of-the-test';
const allTitles = sampleAgreements.flatMap(({ metadata, amendments }) => [
  metadata.title,
  ...amendments.map((amendment) => amendment.metadata.title),
]);

describe('registerSamples', () => {
  let api: SmallManagementApi;

  beforeEach(async () => {
    // A public address that nobody listens at: the list must be read through the address that was given.
    const publicUrl = 'http://campus.example.org';
    api = await startSmallManagementApi({ token: managementToken, pageSize: 20, publicUrl });
  });
  afterEach(async () => await api[Symbol.asyncDispose]());

  test('Given an empty service, When the samples are registered, Then each is there once with its PDF', async () => {
    const ids = await registerSamples({ baseUrl: api.baseUrl, managementToken });

    expect(ids).toEqual(sampleAgreements.map((_, index) => index + 1));
    expect(api.arrivals.map(({ title }) => title)).toEqual(allTitles);
    expect(api.arrivals.slice(0, 5).map(({ signatories }) => signatories)).toEqual([5, 5, 5, 4, 3]);
    expect(api.arrivals.slice(0, 4).map(({ conventionId }) => conventionId)).toEqual([null, null, 2, null]);
    for (const { pdf } of api.arrivals) expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  });

  test('Given the samples are there, When they are registered again, Then nothing is added', async () => {
    const first = await registerSamples({ baseUrl: api.baseUrl, managementToken });

    const second = await registerSamples({ baseUrl: api.baseUrl, managementToken });

    expect(second).toEqual(first);
    expect(api.arrivals).toHaveLength(allTitles.length);
  });

  test.each([1, 2, 3, 4, 30])(
    'Given a start that was interrupted at document %i, When the next registers, Then only the missing are added',
    async (number) => {
      api.failFromPost(number);
      await expect(registerSamples({ baseUrl: api.baseUrl, managementToken })).rejects.toThrow(
        /POST \/api\/conventions.* must answer 201, got 503: .*the database is away/,
      );
      expect(api.arrivals).toHaveLength(number - 1);
      api.failFromPost(Number.POSITIVE_INFINITY);

      const ids = await registerSamples({ baseUrl: api.baseUrl, managementToken });

      expect(ids).toHaveLength(30);
      expect(api.arrivals.map(({ title }) => title)).toEqual(allTitles);
    },
  );

  test('Given a wrong token, When the samples are registered, Then the message names request and status, no token', async () => {
    const registering = registerSamples({ baseUrl: api.baseUrl, managementToken: 'a-token-nobody-knows' });

    await expect(registering).rejects.toThrow(
      /^GET \/api\/conventions must answer 200, got 401: (?!.*nobody)/,
    );
  });
});
