import { expect, test } from '@jest/globals';
import { givenDraft, recordOf } from '../support/records.ts';
import { useService } from '../support/service.ts';

const service = useService({ webhook: false });

test('Without a signing application, entering the signing phase sends nothing and says so', async () => {
  const { id } = await givenDraft(service);

  const { body } = await service.institution.post(`/api/conventions/${id}/signature`).expect(202);

  expect(body).toMatchObject({
    state: 'signing',
    delivery: null,
    message: expect.stringContaining('webhook.signature.uri'),
  });
  expect((await recordOf(service, id)).deliveries).toEqual([]);
});
